package confirm

import (
	"context"
	"errors"

	"gospin/verifier/fair"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// ErrFound ends a search that has found its target.
var ErrFound = errors.New("found")

// Shortest searches breadth first for a shortest path, counting an atomic sequence as one move, to a safety
// fault of a given kind in the program, with its claim if it has one. The moves are the program's. It returns
// false if it found none within the limits or before ctx was done.
func Shortest(
	ctx context.Context, prog *vm.Program, wanted func(*search.Fault) bool, limits search.Limits,
) (moves []vm.Move, found bool) {
	return ShortestIn(ctx, prog, func(s store.Store) store.Store { return s }, wanted, limits)
}

// ShortestIn is Shortest with a wrapper around the store, which may identify states.
func ShortestIn(
	ctx context.Context, prog *vm.Program, around func(store.Store) store.Store,
	wanted func(*search.Fault) bool, limits search.Limits,
) (moves []vm.Move, found bool) {
	var sys system.System = system.Of(vm.NewMachine(prog))
	if prog.Claim != nil {
		sys = product.New(system.Of(vm.NewMachine(prog)))
	}
	st := around(store.NewPlain(sys.Layout(), limits.Memory))
	defer st.Free()
	ft, _ := nearestFault(ctx, sys, st, wanted, limits)
	if ft == nil {
		return nil, false
	}
	return ft.Moves(), true
}

// NearestFault searches breadth first for the fault with the shortest path, and keeps the path's moves. It
// returns nil if it found none within the limits or before ctx was done. The reasons are those of an
// incomplete search.
func NearestFault(
	ctx context.Context, sys system.System, wanted func(*search.Fault) bool, limits search.Limits,
) (ft *search.Fault, reasons []string) {
	st := store.NewPlain(sys.Layout(), limits.Memory)
	defer st.Free()
	return nearestFault(ctx, sys, st, wanted, limits)
}

func nearestFault(
	ctx context.Context, sys system.System, st store.Store, wanted func(*search.Fault) bool,
	limits search.Limits,
) (ft *search.Fault, reasons []string) {
	t := &search.Task{Context: ctx, Sys: sys, Store: st, Limits: limits}
	t.Limits.Errors = 0
	t.OnFault = func(f *search.Fault) error {
		if ft != nil || !wanted(f) {
			return nil
		}
		ft = f
		moves := f.Moves()
		ft.Moves = func() []vm.Move { return moves }
		return ErrFound
	}
	res, err := search.Explore(t, search.ExploreOptions{Open: search.BreadthFirst()})
	if err != nil && !errors.Is(err, ErrFound) {
		return nil, []string{err.Error()}
	}
	return ft, res.Incomplete
}

// nearStates are the numbers of states among which ShortCycle looks. A run among few makes the next search
// small, too.
var nearStates = []int{1000, 30_000}

// ShortCycle looks for a run with an accepting cycle that has fewer steps than given, and keeps its moves. It
// returns nil if it found none among the nearest states before ctx was done. The run need not be a shortest
// one.
func ShortCycle(
	ctx context.Context, sys system.System, kinds []fair.Kind, steps int, limits search.Limits,
) (ft *search.Fault) {
	limits.Errors, limits.NoEnd, limits.NoAssert, limits.NoClaimAssert = 0, true, true, true
	for _, near := range nearStates {
		st := store.NewPlain(sys.Layout(), limits.Memory)
		defer st.Free()
		t := &search.Task{Context: ctx, Sys: sys, Store: st, Limits: limits}
		t.OnFault = func(f *search.Fault) error {
			if f.Cycle {
				ft = f
				moves := f.Moves()
				ft.Moves, steps = func() []vm.Move { return moves }, Steps(moves)
			}
			return nil
		}
		if _, err := search.Fair(t, search.FairOptions{Kinds: kinds, Below: steps, Near: near}); err != nil {
			return nil
		}
	}
	return ft
}

// Steps returns the number of steps in moves, where a rendezvous counts as two.
func Steps(moves []vm.Move) int {
	n := len(moves)
	for _, mv := range moves {
		if mv.Partner != 0 {
			n++
		}
	}
	return n
}

// Taken returns the number of the model's moves, where a rendezvous counts as one, as in replays.
func Taken(moves []vm.Move) int { return len(moves) - OfClaim(moves) }

// OfClaim returns the number of the claim's moves.
func OfClaim(moves []vm.Move) (n int) {
	for _, mv := range moves {
		if mv.Pid == vm.ClaimPid {
			n++
		}
	}
	return n
}
