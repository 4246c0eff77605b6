package store

import (
	"fmt"

	"gospin/vm/layout"
)

// deltaMakers makes delta stores of all kinds for the law suite, where moves are only undone.
func deltaMakers() map[string]func(*layout.Layout, int64) Store {
	out := map[string]func(*layout.Layout, int64) Store{}
	for _, o := range []Deltas{
		{K: 1},
		{K: 2, NoShorten: true, short: 1},
		{K: 5, Collapse: true},
		{K: 20, rules: 300, short: 1},
		{K: 200, HashBits: -1},
	} {
		out[fmt.Sprintf("delta %+v", o)] = func(l *layout.Layout, limit int64) Store {
			o := o
			o.Limit = limit
			return NewDelta(l, o)
		}
	}
	return out
}
