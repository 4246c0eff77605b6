package store_test

import (
	"testing"

	"gospin/compression"
	"gospin/verifier/store"
	"gospin/verifier/store/storetest"
	"gospin/verifier/thorough"
	"gospin/vm/layout"
)

func TestColoursAgreeWithAMap(t *testing.T) {
	all := makers(t)
	all["collapse1997"] = func(l *layout.Layout, limit int64) store.Store {
		return store.NewCollapse1997(l, compression.CollapseOptions{IndexBytes: 4}, limit)
	}
	steps := thorough.Of(1500, 10000)
	storetest.ColoursAgreeWithAMap(t, all, steps, true)
	storetest.ColoursAgreeWithAMap(t, approximate(), steps, false)
}
