package store

import (
	"fmt"

	"gospin/vm/layout"
)

// diffMakers makes stores of differences of all kinds for the law suite.
func diffMakers() map[string]func(*layout.Layout, int64) Store {
	out := map[string]func(*layout.Layout, int64) Store{}
	for _, o := range []Diffs{
		{K: 1, Hash2: 16},
		{K: 2, Of: OfComponents},
		{K: 3, Of: OfCells, Hash2: 2},
		{K: 7, Of: OfBytes, Hash2: 16},
		{K: 20, Of: OfComponents},
		{K: 200, Of: OfBytes, HashBits: -1},
		{K: 7, Of: OfComponents, Split: &joins[2]},
		{K: 7, Of: OfComponents, Split: &joins[4]},
	} {
		out[fmt.Sprintf("diff %+v", o)] = func(l *layout.Layout, limit int64) Store {
			o := o
			o.Limit = limit
			return NewDiff(l, o)
		}
	}
	return out
}
