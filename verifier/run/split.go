package run

import (
	"gospin/verifier/atomic"
	"gospin/verifier/confirm"
	"gospin/verifier/partition"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
)

// split makes a search in partitions, which others own.
func (a *attempt) split() (*outcome, error) {
	r := a.newReport(way.MachineEngine)
	limits := a.limits(r)
	if err := a.try(); err != nil {
		return nil, err
	}
	res, err := a.o.Partitioned(&partition.Task{
		Context: a.ctx, Digest: digest(a), Limits: limits, Taken: a.taken, Progress: a.report,
		Next: func() partition.Successors {
			m := partition.NewMachine(atomic.New(system.Of(vm.NewMachine(a.Prog)), a.taken), a.taken)
			if g := a.group(); g != nil {
				m.Form = g.Normaliser().Normal
			}
			return m
		},
	})
	if err != nil {
		return nil, err
	}
	if g := a.group(); g != nil {
		g.Take(a.taken)
	}
	if n := limits.Errors; n > 0 && res.Result.Errors > n { // those that were met while it was ended
		res.Result.Errors, res.Errors = n, res.Errors[:min(n, len(res.Errors))]
	}
	if err := a.explainSplit(r, res.Errors); err != nil {
		return nil, err
	}
	r.Workers = res.Workers
	a.tally(r, &res.Result, store.Stats{Stored: res.Stored}.With("partitions", res.Bytes))
	return a.conclude(r, &res.Result, nil), nil
}

// explainSplit adds errors to the findings, with the moves along their paths.
func (a *attempt) explainSplit(r *report.Report, all []partition.Error) error {
	in := a.findingsIn(r)
	for i := range all {
		m := &all[i]
		f := &search.Fault{EndState: m.End, Kind: m.Kind, Msg: m.Msg, Pid: m.Pid, Trans: m.Trans}
		if m.Path == nil {
			defer in.Pathless(f)
			continue
		}
		lift := func() ([]vm.Move, error) { return confirm.Lift(a.Prog, m.Path, f, 0) }
		if g := a.group(); g != nil {
			form := g.Normaliser().Back
			lift = func() ([]vm.Move, error) { return confirm.LiftForms(a.Prog, m.Path, form, f, 0) }
		}
		moves, err := lift()
		if err != nil {
			return err
		}
		f.Moves = func() []vm.Move { return moves }
		if err := in.Add(f); err != nil {
			return err
		}
	}
	return nil
}
