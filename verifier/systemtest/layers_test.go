package systemtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/store/relative"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/verifier/way/waytest"
	"gospin/vm/layout"
)

// stores are the stores of all registered ways, some with further options, by name.
func stores(t testing.TB) map[string]func(*layout.Layout, int64) store.Store {
	out := waytest.Stores(t)
	out["delta"] = func(l *layout.Layout, limit int64) store.Store {
		return relative.NewDelta(l, relative.Deltas{K: 5, Limit: limit})
	}
	out["diff"] = func(l *layout.Layout, limit int64) store.Store {
		return relative.NewDiff(l, relative.Diffs{K: 7, Limit: limit, Of: relative.OfCells, Hash2: 2})
	}
	out["bitstate"] = func(l *layout.Layout, _ int64) store.Store {
		return store.NewBitstate(l, store.Bitstate{Bits: 20, Hashes: 4})
	}
	out["hash"] = func(l *layout.Layout, limit int64) store.Store {
		return store.NewHashCompact(l, store.HashCompact{Bits: 64, Limit: limit})
	}
	return out
}

// layers are ways to wrap a toy before a search.
var layers = []struct {
	name string
	on   func(b *Beside) system.Claimed
}{
	{"plain", func(b *Beside) system.Claimed { return b }},
	{"atomic", func(b *Beside) system.Claimed { return atomic.New(b, nil) }},
}

// made returns all pairs of a layer and a store for a toy, by name.
func made(t testing.TB, toy func() *Beside) map[string]func() (system.Claimed, store.Store) {
	out := map[string]func() (system.Claimed, store.Store){}
	for _, l := range layers {
		for name, mk := range stores(t) {
			out[l.name+" "+name] = func() (system.Claimed, store.Store) {
				b := toy()
				return l.on(b), mk(b.L, 0)
			}
		}
	}
	return out
}

// TestLayersAndStores compares the naive search of a toy with the search of each system around it, and of the
// product with its claim, with every store.
func TestLayersAndStores(t *testing.T) {
	states, passed := uint64(0), 0
	for seed := range thorough.Of[uint64](6, 40) {
		toy := func() *Beside { return RandomBeside(seed) }
		for _, depth := range []int{0, 9, atomic.Room + 5} {
			want := Count(toy(), depth)
			beside := Count(product.New(toy()), depth)
			for name, mk := range made(t, toy) {
				for _, claimed := range []bool{false, true} {
					sys, st := mk()
					var of system.System = sys
					expected := want
					if claimed {
						of, expected = product.New(sys), beside
					}
					r := dfs(t, of, st, search.Limits{Depth: depth})
					got := Counts{r.Stored, r.Matched, r.AtomicSteps, r.Depth, r.Errors, r.MaxVector}
					require.Equal(
						t,
						expected,
						got,
						"seed %d depth %d %s beside the claim: %v",
						seed,
						depth,
						name,
						claimed,
					)
					passed++
				}
			}
			states += want.Stored + beside.Stored
		}
	}
	t.Logf("%d states, %d searches", states, passed)
	require.Greater(t, states, thorough.Of[uint64](333, 10000))
}
