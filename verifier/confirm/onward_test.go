package confirm_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/confirm"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/vm"
)

// onwardModel has a choice at its start, and another one in a loop, which determine the formulas that its
// runs satisfy.
const onwardModel = `byte x;
active proctype P() {
	if
	:: x = 1 -> do :: x = 2 :: x = 3 od
	:: x = 5 -> x = 6; atomic { x = 7; x = 8 }
	fi
}
ltl never4 { [] (x != 4) }
ltl never3 { [] (x != 3) }
ltl often2 { [] <> (x == 2 || x > 4) }
ltl ends { <> (x == 8) }
ltl atomic7 { [] (x != 7) }
`

// choose makes moves of a model, given by their indices among the enabled moves.
func choose(t *testing.T, p *vm.Program, picks ...int) (moves []vm.Move, s *vm.State) {
	t.Helper()
	m := vm.NewMachine(p)
	s = &vm.State{}
	m.Initial(s)
	for _, i := range picks {
		all, _ := trail.Moves(m, s, nil)
		moves = append(moves, all[i])
		m.Do(s, all[i])
	}
	return moves, s
}

// TestAccepted: a run is continued so that it violates a formula, if possible, with moves that can be
// replayed and close a cycle.
func TestAccepted(t *testing.T) {
	src := source.Source{Model: "m.pml", Read: func(string) ([]byte, error) { return []byte(onwardModel), nil }}
	plain, err := src.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	for _, c := range []struct {
		claim        string
		picks        []int
		found, cycle bool
	}{
		{"never4", nil, false, false}, {"never3", nil, true, false}, {"never3", []int{1}, false, false},
		{"never3", []int{0, 0, 0, 0}, true, false}, {"often2", nil, true, true}, {"often2", []int{0, 0}, true, true},
		{"often2", []int{1}, false, false}, {"ends", []int{0}, true, true}, {"ends", []int{1, 0, 0}, false, false},
		{"ends", []int{1}, false, false}, {"atomic7", nil, false, false},
	} {
		p, err := src.Program(t.Context(), source.Aim{Claim: c.claim, Explain: true})
		require.NoError(t, err)
		prefix, _ := choose(t, plain, c.picks...)
		begins := trail.FromMoves(plain, prefix)
		v, reason := confirm.Accepted(t.Context(), p, begins, search.Limits{Memory: 1 << 26})
		require.Empty(t, reason)
		require.Equal(t, c.found, v != nil, "%s behind %v", c.claim, c.picks)
		if v == nil {
			continue
		}
		require.Equal(t, c.cycle, v.Cycle >= 0, "%s behind %v", c.claim, c.picks)
		ofClaim := func(mv vm.Move) bool { return mv.Pid == vm.ClaimPid }
		own := slices.DeleteFunc(slices.Clone(v.Moves), ofClaim)
		require.Equal(t, begins.Steps, trail.FromMoves(p, own[:len(prefix)]).Steps)
		var states [][]byte
		for k, err := range trail.Replay(vm.NewMachine(p), trail.BesideClaim(p, v.Moves)) {
			require.NoError(t, err)
			states = append(states, slices.Clone(k.After.Vec))
		}
		require.Len(t, states, len(v.Moves))
		if v.Cycle > 0 {
			require.Equal(t, states[v.Cycle-1], states[len(states)-1], "%s behind %v", c.claim, c.picks)
		}
	}
}

// TestNearestWhere: the result is the nearest state, except the present one, in which an expression is true.
func TestNearestWhere(t *testing.T) {
	src := source.Source{Model: "m.pml", Read: func(string) ([]byte, error) { return []byte(onwardModel), nil }}
	src.Measures = []source.Measure{{Name: "goal", Text: "x == 3, x == 7, x == 4"}}
	p, err := src.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	asks := vm.NewMachine(p)
	nearest := func(n int, picks ...int) int {
		_, from := choose(t, p, picks...)
		is := func(s *vm.State) bool {
			v, ok := asks.Value(s, source.ValuesOf(p, "goal").Code[n])
			return ok && v != 0
		}
		moves, reason := confirm.NearestWhere(t.Context(), p, from, is, search.Limits{Memory: 1 << 26})
		require.Empty(t, reason)
		return len(moves)
	}
	require.Equal(t, 2, nearest(0))
	require.Equal(t, 1, nearest(0, 0, 0))
	require.Zero(t, nearest(0, 0, 1), "there is no other")
	require.Zero(t, nearest(0, 1), "not to be reached")
	require.Equal(t, 3, nearest(1))
	require.Zero(t, nearest(2))
}
