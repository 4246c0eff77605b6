package inspect

import (
	"context"

	"gospin/verifier/atomic"
	"gospin/verifier/independence"
	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// metStates limits the states in the search of Independence.
const metStates = 5000

// Independence computes what partial-order reduction achieves on a model. A short search finds the processes
// that are created later.
func Independence(ctx context.Context, s source.Source, a source.Aim) (*independence.View, error) {
	prog, err := s.Program(ctx, a)
	if err != nil {
		return nil, err
	}
	v := &independence.View{Program: prog}
	o := por.ComputedOptions{}
	if v.Off = o.Off(prog); v.Off != "" {
		return v, nil
	}
	rule, err := por.Computed(ctx, prog, o)
	if err != nil {
		return nil, err
	}
	st := store.NewPlain(prog.Layout, 0)
	defer st.Free()
	t := &search.Task{
		Context: ctx,
		Sys:     atomic.New(por.New(system.Of(vm.NewMachine(prog)), rule, false), nil),
		Store:   st,
		Limits:  search.Limits{States: metStates},
	}
	if _, err := search.DFS(t, search.DFSOptions{Proviso: search.SomeOff}); err != nil {
		return nil, err
	}
	v.Account = rule.Account()
	return v, nil
}
