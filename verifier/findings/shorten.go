package findings

import (
	"context"

	"gospin/verifier/ask"
	"gospin/verifier/confirm"
	"gospin/verifier/reason"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/verifier/trail"
	"gospin/vm"
)

// ShortestStates limits the breadth-first search in tests; 0 means no limit.
var ShortestStates uint64

// shorten looks for a shorter path to a fault that ends a run, if that is requested. It returns the path,
// with the number of steps of the original one, or 0 if there is no better one. Half of the time is for a
// breadth-first search.
func (f *Findings) shorten(ft *search.Fault, moves []vm.Move) ([]vm.Move, int) {
	if f.Options.Shorten <= 0 || f.Options.AllTrail || ft.Stutter {
		return moves, 0
	}
	m := vm.NewMachine(f.Fresh)
	met := func(_ *vm.State, eff vm.Effect) bool {
		switch {
		case ft.EndState:
			return eff&vm.InvalidEnd != 0
		case ft.ClaimEnd:
			return eff&vm.ClaimEnd != 0
		}
		return confirm.Failed(m, eff, ft)
	}
	ctx, stop := context.WithTimeout(f.Ctx, f.Options.Shorten)
	defer stop()
	half, stop := context.WithTimeout(ctx, f.Options.Shorten/2)
	defer stop()
	same := func(other *search.Fault) bool {
		return other.EndState == ft.EndState && other.ClaimEnd == ft.ClaimEnd &&
			(ft.ClaimEnd || other.Msg == ft.Msg && other.Kind == ft.Kind)
	}
	short, found := confirm.Shortest(half, f.Fresh, same, search.Limits{
		Memory: f.Options.Memory / 4, NoEnd: !ft.EndState, States: ShortestStates,
	})
	switch {
	case found && confirm.Steps(short) < confirm.Steps(moves):
	case f.Part.Claim == "" || f.Part.Kind == "ltl": // a formula's claim changes only its own control state
		short = trail.Shorten(ctx, m, moves, met)
	default:
		return moves, 0
	}
	after := confirm.Steps(short)
	if after >= confirm.Steps(moves) {
		return moves, 0
	}
	if _, err := f.Replay(ft, short); err != nil {
		return moves, 0
	}
	if ft.Depth = after; ft.EndState || !ft.ClaimEnd && f.LastFails(ft, short) {
		ft.Depth-- // otherwise a guard fails after the last step
	}
	return short, confirm.Taken(moves)
}

// shortenCycle is shorten for a run with a cycle, of which it also returns what was seen of it.
func (f *Findings) shortenCycle(
	ft *search.Fault, moves []vm.Move, seen *confirm.Seen,
) ([]vm.Move, *confirm.Seen, int) {
	o := f.Options
	if o.Shorten <= 0 || o.AllTrail || o.Errors != 1 {
		return moves, seen, 0
	}
	ctx, stop := context.WithTimeout(f.Ctx, o.Shorten)
	defer stop()
	var names []string
	for i := range f.Fresh.Procs {
		names = append(names, f.Fresh.Procs[i].Name)
	}
	sys := f.Beside(system.Of(vm.NewMachine(f.Fresh)))
	limits := search.Limits{Memory: o.Memory / 4}
	short := confirm.ShortCycle(ctx, sys, o.Fair.Kinds(names), confirm.Steps(moves), limits)
	if short == nil {
		return moves, seen, 0
	}
	path := short.Moves()
	again, err := f.Replay(short, path)
	if err != nil {
		return moves, seen, 0
	}
	ft.Depth = short.Depth
	return path, again, confirm.Taken(moves)
}

// explainWayOut adds the last way out of a run to an error of the model to its reasons, if it is found in the
// time in which a run is shortened.
func (f *Findings) explainWayOut(p *report.Property, ft *search.Fault, moves []vm.Move) {
	o := f.Options
	if o.Shorten <= 0 || o.AllTrail || o.Errors != 1 || f.Part.Claim != "" || f.Part.Kind == ask.OnlyOverflow {
		return
	}
	ctx, stop := context.WithTimeout(f.Ctx, o.Shorten/2)
	defer stop()
	out := confirm.LastWayOut(ctx, f.Fresh, moves, search.Limits{
		Memory: o.Memory / 4, NoAssert: o.NoAssert, NoEnd: o.NoEnd,
	})
	if out != nil {
		step := confirm.Taken(moves[:out.Before+1])
		p.Why = append(p.Why, reason.WayOut(f.Fresh, trail.FromMoves(f.Fresh, moves), step, out.Instead))
	}
}
