package systemtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression/mix"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/thorough"
	"gospin/vm/layout"
)

// coarse is a store that distinguishes only n states.
type coarse struct {
	store.Store // of the rest of the interface
	l           *layout.Layout
	n           int
	colours     map[int]store.Colour
}

func (c *coarse) slot(a *store.Arrival) int { return mix.Slot(mix.Bytes(c.l.Key(a.State.Vec)), c.n) }

func (c *coarse) Visit(a *store.Arrival) (store.Ref, store.Status) {
	i := c.slot(a)
	was, known := c.colours[i]
	a.Was = was
	if was&a.Mark == 0 {
		c.colours[i] = was | a.Add
	}
	switch {
	case !known:
		return 0, store.New
	case was&a.Open != 0:
		return 0, store.Open
	}
	return 0, store.Closed
}

func (c *coarse) Close(a *store.Arrival, _ store.Ref, drop store.Colour) {
	c.colours[c.slot(a)] &^= drop
}

func (c *coarse) Caps() store.Caps { return store.Caps{Coloured: true} }

// TestStatesTakenForOthers: a search whose store confuses states may miss cycles, but every reported one is a
// cycle, even if the state on the path differs from the state that closes it.
func TestStatesTakenForOthers(t *testing.T) {
	there, found, told := 0, 0, 0
	for seed := range thorough.Of[uint64](41, 250) {
		want, ok := Violations(RandomBeside(seed), 1<<20)
		require.True(t, ok)
		for _, n := range []int{3, 10, 40, 200} {
			for _, fair := range []bool{false, true} {
				sys := product.New(RandomBeside(seed))
				if fair {
					sys.Fair(nil)
				}
				st := &coarse{Store: store.NewPlain(sys.Layout(), 0), l: sys.Layout(), n: n,
					colours: map[int]store.Colour{}}
				cycle := false
				task := &search.Task{Sys: sys, Store: st, OnFault: func(f *search.Fault) error {
					cycle = cycle || f.Cycle
					lasso(t, seed, f, f.Moves(), fair)
					told++
					return nil
				}}
				_, err := search.Nested(task, search.NestedOptions{Copies: fair})
				require.NoError(t, err)
				if is := want.Cycle && (want.Fair || !fair); is {
					there++
				} else {
					require.False(t, cycle, "seed %d, %d states", seed, n)
				}
				if cycle {
					found++
				}
			}
		}
	}
	t.Logf("%d of %d searches find a cycle that is there; %d lassos", found, there, told)
	require.Greater(t, found, thorough.Of(3, 100))
	require.Greater(t, there-found, thorough.Of(10, 100))
}
