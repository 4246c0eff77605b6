package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/ask"
)

// TestMergingFlagsToggle: as with SPIN, -o3 twice is no -o3.
func TestMergingFlagsToggle(t *testing.T) {
	for _, x := range []struct {
		args []string
		want verifier.Reduction
	}{
		{nil, verifier.Reduction{}},
		{[]string{"--o1", "--o2"}, verifier.Reduction{NoDataflow: true, NoDropUnread: true}},
		{[]string{"--o3", "--o1", "--o3"}, verifier.Reduction{NoDataflow: true}},
		{[]string{"--o3", "--o3", "--o3"}, verifier.Reduction{NoMerge: true}},
	} {
		x.want.Unasked, x.want.Symmetry = true, "off"
		if x.args == nil {
			x.want.Symmetry = "auto"
		}
		var got *verifier.Options
		app := &cli.App{Flags: verifyFlags(), Action: func(c *cli.Context) (err error) {
			got, err = verifyOptions(c)
			return err
		}}
		require.NoError(t, app.Run(append(append([]string{"gospin"}, x.args...), "m.pml")))
		x.want.POR, x.want.Merging = ask.DefaultRule, ask.MergingBeside(ask.DefaultRule)
		require.Equal(t, x.want, got.Reduction)
	}
}
