package systemtest

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// lasso replays a fault on a system of its own and says what is wrong with it.
func lasso(t *testing.T, seed uint64, f *search.Fault, moves []vm.Move) {
	t.Helper()
	b := RandomBeside(seed)
	var s, start vm.State
	b.Initial(&s)
	depth, claim, accepted := 0, true, false
	for _, m := range moves {
		if f.Cycle && depth == f.Depth {
			start.CopyFrom(&s)
		}
		if s.Excl >= 0 {
			if _, eff := b.Moves(&s, nil); eff&vm.Released != 0 {
				claim = true
			}
		}
		if claims := m.Pid == vm.ClaimPid; claims != claim {
			moves, _ := b.Moves(&s, nil)
			require.True(t, claims && len(moves) == 0, "seed %d: out of turn", seed)
			claim = true
		}
		eff := vm.Effect(0)
		if claim {
			moves, _ := b.ClaimMoves(&s, nil, false)
			require.Contains(t, moves, m)
			b.ClaimDo(&s, m)
		} else {
			moves, _ := b.Moves(&s, nil)
			require.Contains(t, moves, m)
			eff = b.Do(&s, m)
		}
		claim = !claim && eff&vm.Transient == 0
		if depth++; m.Partner != 0 {
			depth++
		}
		accepted = accepted || depth > f.Depth && b.Accepting(&s)
	}
	switch {
	case f.ClaimEnd:
		require.True(t, b.ClaimEnded(&s))
	case f.Cycle:
		require.True(t, accepted, "seed %d: the cycle does not accept", seed)
		require.True(t, bytes.Equal(b.L.Key(start.Vec), b.L.Key(s.Vec)), "seed %d: the cycle is open", seed)
	}
}

// TestRandomClaims holds nested searches to the strongly connected components, and every lasso to its word.
func TestRandomClaims(t *testing.T) {
	all := map[string]func(*layout.Layout, int64) store.Store{
		"plain": store.NewPlain, "collapse": store.NewCollapse, "tree": store.NewTree, "ma": store.NewMA,
		"rle": func(l *layout.Layout, limit int64) store.Store { return store.NewCoded(l, compression.RLE{}, limit) },
		"collapse1997": func(l *layout.Layout, limit int64) store.Store {
			return store.NewCollapse1997(l, compression.CollapseOptions{IndexBytes: 2}, limit)
		},
		"trained": func(l *layout.Layout, limit int64) store.Store {
			return store.NewTrained(compression.NewTrained(l, nil), limit)
		},
	}
	cycles, ends, held := 0, 0, 0
	for seed := range uint64(600) {
		wantCycle, wantEnd := Violations(RandomBeside(seed))
		var first *search.Result
		for name, mk := range all {
			b := RandomBeside(seed)
			st := mk(b.L, 0)
			cycle, end, lassos := false, false, 0
			r, err := search.NDFS(&search.Task{Sys: system.System(b), Store: st, OnFault: func(f *search.Fault) error {
				cycle, end = cycle || f.Cycle, end || f.ClaimEnd
				if lassos++; lassos < 20 {
					lasso(t, seed, f, f.Moves())
				}
				return nil
			}}, b)
			require.NoError(t, err)
			require.Equal(t, wantCycle, cycle, "seed %d store %s: cycle", seed, name)
			require.Equal(t, wantEnd, end, "seed %d store %s: end", seed, name)
			if first == nil {
				first = r
			}
			require.Equal(t, first, r, "seed %d store %s", seed, name)
			st.Free()
		}
		switch {
		case wantCycle:
			cycles++
		case wantEnd:
			ends++
		default:
			held++
		}
	}
	t.Logf("%d with cycles, %d with ends, %d hold", cycles, ends, held)
	require.Greater(t, cycles, 100)
	require.Greater(t, held, 100)
	require.Greater(t, ends, 10)
}
