// Package waytest makes the stores of package way for tests, so that a way that is registered there is tested
// by the stores' own tests and below every search.
package waytest

import (
	"strings"
	"testing"

	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
	"gospin/vm/layout"
)

// Stores makes the store of each exact way, by the way's name: one over a machine, with the options that the
// command line starts with. A limit is in bytes; 0: none.
func Stores(t testing.TB) map[string]func(l *layout.Layout, limit int64) store.Store {
	out := map[string]func(*layout.Layout, int64) store.Store{}
	for i := range way.Stores {
		s := &way.Stores[i]
		if s.Picks || s.Stepwise != "" || strings.HasPrefix(s.Name, way.Mask) {
			continue // another way is used step by step; mask is the layout, which is given here
		}
		out[s.Name] = func(l *layout.Layout, limit int64) store.Store {
			t.Helper()
			o := way.Options{Storage: way.Storage{Compress: s.Name}}
			if s.Indexed {
				o.IndexBytes = 4 // with fewer, a store is full before these tests end
			}
			if err := o.Settle(s); err != nil {
				t.Fatal(err)
			}
			made, err := s.Make(&way.Build{Options: &o, Memory: limit, Prog: &vm.Program{Layout: l},
				Around: func(in system.Reducible) system.Claimed { return in }})
			if err != nil {
				t.Fatal(err)
			}
			return made.Store
		}
	}
	return out
}
