package run

import (
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
)

// fairly searches for strongly fair cycles step by step.
func (a *attempt) fairly() (*outcome, error) {
	sys := a.beside(system.Of(vm.NewMachine(a.Prog)), false)
	states := store.NewPlain(sys.Layout(), a.o.Memory)
	defer states.Free()
	r := a.newReport(way.MachineEngine)
	res, err := search.Fair(&search.Task{
		Context: a.ctx, Sys: sys, Store: states, OnFault: a.findingsIn(r).Add, Taken: a.taken,
		Limits: a.limits(r), Progress: a.report,
	}, search.FairOptions{Kinds: a.demands()})
	if err != nil {
		return nil, err
	}
	a.tally(r, res, states.Stats())
	return a.conclude(r, res, states.Err()), nil
}
