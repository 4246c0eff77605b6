package verifier

import (
	"time"

	"gospin/verifier/search"
	"gospin/verifier/trail"
	"gospin/vm"
)

// shorten looks for a shorter path to a fault of a model without a claim, if that is asked for, and returns
// it with the steps of the path that was found first; 0: there is no better one.
func (f *findings) shorten(ft *search.Fault, moves []vm.Move) ([]vm.Move, int) {
	if f.o.Shorten <= 0 || f.o.AllTrail || f.part.claim != "" || ft.Cycle {
		return moves, 0
	}
	m := vm.NewMachine(f.fresh)
	met := func(_ *vm.State, eff vm.Effect) bool {
		if ft.EndState {
			return eff&vm.InvalidEnd != 0
		}
		return failed(m, eff, ft.Msg)
	}
	short := trail.Shorten(m, moves, met, time.Now().Add(f.o.Shorten))
	before, after := levels(moves), levels(short)
	if after >= before {
		return moves, 0
	}
	if _, err := f.replay(ft, short); err != nil {
		return moves, 0
	}
	ft.Depth = after - 1 // that of the last step
	return short, before
}

// levels is how many steps moves are: a rendezvous is two.
func levels(moves []vm.Move) int {
	n := len(moves)
	for _, mv := range moves {
		if mv.Partner != 0 {
			n++
		}
	}
	return n
}
