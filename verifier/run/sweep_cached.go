package run

import (
	"errors"

	"gospin/verifier/confirm"
	"gospin/verifier/plan"
	"gospin/verifier/search"
	"gospin/verifier/way"
	"gospin/vm"
)

// sweepCached makes the search by a sweep-line with a cache for the states that it has not passed.
func (a *attempt) sweepCached() (*outcome, error) {
	st, err := a.plan.Store.Make(a.build(a.taken))
	if err != nil {
		return nil, err
	}
	defer st.Free()
	r := a.newReport(way.MachineEngine)
	r.Reductions = "none (a sweep-line asks for a proviso of its own)"
	task := &search.Task{
		Sys:    a.beside(st.Sys, false),
		Store:  st.Store,
		Taken:  a.taken,
		Limits: a.limits(r),

		Context:  a.ctx,
		Progress: a.report,
	}
	line := &search.CachedLine{
		Value: a.progressOf(), Caching: search.Caching{MaxVisits: a.o.MaxVisits, Known: a.known.states},
	}
	var met *search.Fault
	task.OnFault = func(f *search.Fault) error {
		met = f
		return confirm.ErrFound
	}
	if a.Part.Claim != "" {
		line.Decided = func(func() []vm.Move) (*search.Fault, []string, error) {
			return &search.Fault{Cycle: true, Msg: "acceptance cycle"}, nil, nil
		}
	}
	res, err := search.SweepCached(task, line)
	if met != nil && errors.Is(err, confirm.ErrFound) {
		if met.Cycle {
			return &outcome{stop: plan.Doubt}, nil
		}
		return &outcome{stop: plan.Fault, fault: met}, nil
	}
	if err != nil {
		return nil, err
	}
	a.tally(r, res.Result, st.Stats())
	r.Sweep = sweepReport(res)
	full := st.Err()
	st.Report(r, a.o.Split)
	return a.conclude(r, res.Result, full), nil
}
