package systemtest

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// lasso replays a fault on a system of its own and returns what is wrong with it, or "".
func lasso(t *testing.T, seed uint64, f *search.Fault, moves []vm.Move, fair bool) {
	t.Helper()
	b := RandomBeside(seed)
	var s, start vm.State
	var x system.Expansion
	means := b.Initial(&s)
	depth, claim, accepted := 0, true, false
	served := uint64(0) // processes that have moved in the cycle, or were disabled
	for _, m := range moves {
		if f.Cycle && depth == f.Depth {
			start.CopyFrom(&s)
		}
		if s.Excl >= 0 {
			if b.Expand(&s, &x); x.Effect&vm.Released != 0 {
				claim = true
			}
		}
		if claims := m.Pid == vm.ClaimPid; claims != claim {
			b.Expand(&s, &x)
			require.True(t, claims && len(x.Choices) == 0, "seed %d: out of turn", seed)
			if depth >= f.Depth {
				served = ^uint64(0)
			}
			claim = true
		}
		eff, c := vm.Effect(0), system.ChoiceOf(m)
		if claim {
			b.ExpandClaim(&s, &x, false)
			require.Contains(t, x.Choices, c)
			means = b.DoClaim(&s, &c)
		} else {
			b.Expand(&s, &x)
			require.Contains(t, x.Choices, c)
			if f.Cycle && depth >= f.Depth {
				served |= serves(x.Choices, m, s.Excl < 0)
			}
			eff = b.Do(&s, &c, 0).Effect
		}
		claim = !claim && eff&vm.Transient == 0
		if depth++; m.Partner != 0 {
			depth++
		}
		accepted = accepted || depth > f.Depth && means&vm.Accepting != 0
	}
	switch {
	case f.ClaimEnd:
		require.NotZero(t, means&vm.ClaimEnd)
	case f.Cycle:
		require.True(t, accepted, "seed %d: the cycle does not accept", seed)
		require.True(t, !fair || ^served == 0, "seed %d: the cycle is not fair", seed)
		require.True(t, bytes.Equal(b.L.Key(start.Vec), b.L.Key(s.Vec)), "seed %d: the cycle is open", seed)
	}
}

// serves returns the processes to which a step is fair: those that move, and those that are disabled in a
// state in which all may move.
func serves(moves []system.Choice, m vm.Move, all bool) uint64 {
	fair := uint64(1) << m.Pid
	if m.Partner != 0 {
		fair |= 1 << m.Peer
	}
	if able := uint64(0); all {
		for _, m := range moves {
			able |= 1 << m.Pid
		}
		fair |= ^able
	}
	return fair
}

// TestRandomClaims compares nested searches with the strongly connected components, and replays every lasso.
func TestRandomClaims(t *testing.T) {
	cycles, unfair, ends, held := 0, 0, 0, 0
	for seed := range thorough.Of[uint64](10, 120) {
		want, ok := Violations(RandomBeside(seed), 1<<20)
		require.True(t, ok)
		for _, fair := range []bool{false, true} {
			var first *search.Result
			for name, mk := range made(t, func() *Beside { return RandomBeside(seed) }) {
				in, st := mk()
				var got Faults
				lassos := 0
				sys := product.New(in)
				if fair {
					sys.Fair(nil)
				}
				r, err := search.Nested(
					&search.Task{Sys: sys, Store: st, OnFault: func(f *search.Fault) error {
						got.Cycle, got.End = got.Cycle || f.Cycle, got.End || f.ClaimEnd
						if lassos++; lassos < 20 {
							lasso(t, seed, f, f.Moves(), fair)
						}
						return nil
					}}, search.NestedOptions{Copies: fair},
				)
				require.NoError(t, err)
				if fair {
					require.Equal(t, want.Fair, got.Cycle, "seed %d store %s: fair cycle", seed, name)
				} else {
					require.Equal(t, want.Cycle, got.Cycle, "seed %d store %s: cycle", seed, name)
				}
				require.Equal(t, want.End, got.End, "seed %d store %s: end", seed, name)
				if first == nil {
					first = r
				}
				r.Stack = first.Stack // hints differ
				require.Equal(t, first, r, "seed %d store %s", seed, name)
				st.Free()
			}
		}
		switch {
		case want.Fair:
			cycles++
		case want.Cycle:
			unfair++
		case want.End:
			ends++
		default:
			held++
		}
	}
	t.Logf("%d with fair cycles, %d with others, %d with ends, %d hold", cycles, unfair, ends, held)
	require.Greater(t, cycles, thorough.Of(0, 25))
	require.Greater(t, unfair, thorough.Of(0, 2))
	require.Greater(t, held, thorough.Of(0, 25))
	require.GreaterOrEqual(t, ends, thorough.Of(0, 2))
}
