package compression_test

import (
	"testing"

	"gospin/compression"
	"gospin/compression/codectest"
	"gospin/vm/layout"
)

func TestCollapse1997KeepsTheLaws(t *testing.T) {
	for name, o := range map[string]compression.CollapseOptions{
		"default":    {},
		"pan":        compression.PanSplit(false, false),
		"joinprocs":  compression.PanSplit(true, true),
		"with owner": {GlobalChans: compression.WithGlobals, ProcChans: compression.WithProcess},
	} {
		t.Run(name, func(t *testing.T) {
			o.IndexBytes = 3
			codectest.Laws(t,
				func(l *layout.Layout) compression.Codec { return compression.NewCollapse1997(l, o) })
		})
	}
}
