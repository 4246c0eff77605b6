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

// ErrFound ends a search that has found what it was made for.
var ErrFound = errors.New("found")

// Shortest looks breadth first for a shortest path, in moves where an atomic sequence is one, to a fault of
// a kind that the program has, safety only; a claim of the program moves beside. The moves are those of the
// program. The result false says that there was none within the limits, or before ctx was done.
func Shortest(
	ctx context.Context, prog *vm.Program, wanted func(*search.Fault) bool, limits search.Limits,
) (moves []vm.Move, found bool) {
	return ShortestIn(ctx, prog, func(s store.Store) store.Store { return s }, wanted, limits)
}

// ShortestIn is Shortest where a store is put around that of the states: one that takes some for the same.
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

// NearestFault looks breadth first for the fault with the shortest path, whose moves it keeps; nil: there was
// none within the limits, or before ctx was done. The reasons are those of a search that was cut short.
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

// Steps is how many steps moves are: a rendezvous is two.
func Steps(moves []vm.Move) int {
	n := len(moves)
	for _, mv := range moves {
		if mv.Partner != 0 {
			n++
		}
	}
	return n
}

// OfClaim is how many moves are the claim's.
func OfClaim(moves []vm.Move) (n int) {
	for _, mv := range moves {
		if mv.Pid == vm.ClaimPid {
			n++
		}
	}
	return n
}
