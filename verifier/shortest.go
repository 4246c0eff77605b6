package verifier

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gospin/verifier/product"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// errFound ends a search that has found what it was made for.
var errFound = errors.New("found")

// shortest looks breadth first for a shortest path, in moves where an atomic sequence is one, to a fault of
// a kind that the program has, safety only; a claim of the program moves beside. The moves are those of the
// program. The result false says that there was none within the limits, or before ctx was done.
func shortest(
	ctx context.Context, prog *vm.Program, wanted func(*search.Fault) bool, limits search.Limits,
) (moves []vm.Move, found bool) {
	var sys system.System = system.Of(vm.NewMachine(prog))
	if prog.Claim != nil {
		sys = product.New(system.Of(vm.NewMachine(prog)))
	}
	ft, _ := nearest(ctx, sys, wanted, limits)
	if ft == nil {
		return nil, false
	}
	return ft.Moves(), true
}

// nearest looks breadth first for the fault with the shortest path, whose moves it keeps; nil: there was none
// within the limits, or before ctx was done. The reasons are those of a search that was cut short.
func nearest(
	ctx context.Context, sys system.System, wanted func(*search.Fault) bool, limits search.Limits,
) (ft *search.Fault, reasons []string) {
	st := store.NewPlain(sys.Layout(), limits.Memory)
	defer st.Free()
	t := &search.Task{Sys: sys, Store: st, Limits: limits}
	t.Limits.Errors = 0
	t.OnFault = func(f *search.Fault) error {
		if ft != nil || !wanted(f) {
			return nil
		}
		ft = f
		moves := f.Moves()
		ft.Moves = func() []vm.Move { return moves }
		return errFound
	}
	t.Progress = func(*search.Result) {
		if ctx.Err() != nil {
			t.Limits.Deadline = time.Unix(0, 1)
		}
	}
	res, err := search.Explore(t, search.BreadthFirst())
	if err != nil && !errors.Is(err, errFound) {
		return nil, []string{err.Error()}
	}
	if ctx.Err() != nil {
		return ft, []string{"it was interrupted"}
	}
	return ft, res.Incomplete
}

// checkShortest refuses what -shortest does not go with.
func (o *Options) checkShortest() error {
	if o.Shortest && o.AllTrail {
		return fmt.Errorf("-shortest and -e exclude each other: one run has the fewest moves, -e tells all")
	}
	return nil
}

// exact replaces a fault by the one of the same property that takes the fewest moves to come to, and returns
// these, with the steps of the path that was found first. What is said of it goes into p.
func (f *findings) exact(p *report.Property, ft *search.Fault, moves []vm.Move) ([]vm.Move, int) {
	if ft.Cycle {
		p.Shortest = "a run with a cycle is told as it was found: -shortest is for what one state or step shows"
		return moves, 0
	}
	limits := search.Limits{
		Memory: f.o.Memory / 2, NoEnd: !ft.EndState, NoAssert: f.o.NoAssert || f.part.later,
	}
	if f.o.Time > 0 {
		limits.Deadline = f.until
	}
	ctx := f.ctx
	if ctx == nil {
		ctx = context.Background()
	}
	sys := f.part.beside(system.Of(vm.NewMachine(f.fresh)), false)
	short, reasons := nearest(ctx, sys, func(other *search.Fault) bool {
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
	if _, err := f.replay(short, short.Moves()); err != nil {
		p.Shortest = "not the shortest for certain: " + err.Error()
		return moves, 0
	}
	best := short.Moves()
	before := steps(moves) - ofClaim(moves)
	if before == steps(best)-ofClaim(best) {
		before = 0
	}
	f.name(short)
	*ft = *short
	p.Message, p.Shortest = ft.Msg, "no run has fewer moves, where an atomic sequence is one"
	return best, before
}
