package verifier

import (
	"context"
	"time"

	"gospin/verifier/search"
	"gospin/verifier/trail"
	"gospin/vm"
)

// shortestStates limits the search breadth first in tests.
var shortestStates uint64

// shorten looks for a shorter path to a fault that ends a run, if that is asked for, and returns it with the
// steps of the path that was found first; 0: there is no better one. Half of the time is for a search breadth
// first.
func (f *findings) shorten(ft *search.Fault, moves []vm.Move) ([]vm.Move, int) {
	if f.o.Shorten <= 0 || f.o.AllTrail || ft.Cycle || ft.Stutter {
		return moves, 0
	}
	m := vm.NewMachine(f.fresh)
	met := func(_ *vm.State, eff vm.Effect) bool {
		switch {
		case ft.EndState:
			return eff&vm.InvalidEnd != 0
		case ft.ClaimEnd:
			return eff&vm.ClaimEnd != 0
		}
		return failed(m, eff, ft.Msg)
	}
	until := time.Now().Add(f.o.Shorten)
	same := func(other *search.Fault) bool {
		return other.EndState == ft.EndState && other.ClaimEnd == ft.ClaimEnd &&
			(ft.ClaimEnd || other.Msg == ft.Msg)
	}
	short, found := shortest(context.Background(), f.fresh, same, search.Limits{
		Deadline: until.Add(-f.o.Shorten / 2), Memory: f.o.Memory / 4, NoEnd: !ft.EndState,
		States: shortestStates,
	})
	switch {
	case found && steps(short) < steps(moves):
	case f.part.claim == "" || f.part.kind == "ltl": // its claim changes nothing but its own control state
		short = trail.Shorten(m, moves, met, until)
	default:
		return moves, 0
	}
	after := steps(short)
	if after >= steps(moves) {
		return moves, 0
	}
	if _, err := f.replay(ft, short); err != nil {
		return moves, 0
	}
	if ft.Depth = after; ft.EndState || !ft.ClaimEnd && f.lastFails(ft, short) {
		ft.Depth-- // else a guard fails, behind the last step
	}
	return short, steps(moves) - ofClaim(moves)
}

// ofClaim is how many moves are the claim's.
func ofClaim(moves []vm.Move) (n int) {
	for _, mv := range moves {
		if mv.Pid == vm.ClaimPid {
			n++
		}
	}
	return n
}

// lastFails tells whether the last move of a path meets the fault, and not a guard behind it.
func (f *findings) lastFails(ft *search.Fault, path []vm.Move) (last bool) {
	m := vm.NewMachine(f.fresh)
	var s vm.State
	m.Initial(&s)
	for _, mv := range path {
		trail.Moves(m, &s, nil) // who is blocked in an atomic sequence loses its control
		if mv.Pid == vm.ClaimPid {
			last = failed(m, m.ClaimDo(&s, mv), ft.Msg)
		} else {
			last = failed(m, m.Do(&s, mv), ft.Msg)
		}
	}
	return last
}

// steps is how many steps moves are: a rendezvous is two.
func steps(moves []vm.Move) int {
	n := len(moves)
	for _, mv := range moves {
		if mv.Partner != 0 {
			n++
		}
	}
	return n
}
