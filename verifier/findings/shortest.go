package findings

import (
	"gospin/verifier/confirm"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

// shortest is the message for a shortest run.
const shortest = "no run has fewer moves, where an atomic sequence is one"

// notForCycles is the message for a run with a cycle.
const notForCycles = "a run with a cycle need not be a shortest one: -shortest is for what one state or step shows"

// exact replaces a fault by the one of the same property with the fewest moves, and returns these, with the
// number of steps of the original path. It adds the outcome to p.
func (f *Findings) exact(p *report.Property, ft *search.Fault, moves []vm.Move) ([]vm.Move, int) {
	limits := search.Limits{
		Memory: f.Options.Memory / 2, NoEnd: !ft.EndState, NoAssert: f.Options.NoAssert || f.Part.Later,
		NoClaimAssert: f.Options.NoAssert,
	}
	sys := f.Beside(system.Of(vm.NewMachine(f.Fresh)))
	short, reasons := confirm.NearestFault(f.Ctx, sys, func(other *search.Fault) bool {
		q := f.property(other)
		return q.Kind == p.Kind && q.Name == p.Name && !other.Cycle
	}, limits)
	if short == nil {
		p.Shortest = "not the shortest for certain"
		if len(reasons) > 0 {
			p.Shortest += ": the search breadth first was cut short: " + reasons[0]
		}
		return moves, 0
	}
	if _, err := f.Replay(short, short.Moves()); err != nil {
		p.Shortest = "not the shortest for certain: " + err.Error()
		return moves, 0
	}
	best := short.Moves()
	before := confirm.Taken(moves)
	if before == confirm.Taken(best) {
		before = 0
	}
	f.name(short)
	*ft = *short
	p.Message, p.Shortest = ft.Msg, shortest
	return best, before
}
