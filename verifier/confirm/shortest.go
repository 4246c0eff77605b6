package confirm

import (
	"context"
	"errors"

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
