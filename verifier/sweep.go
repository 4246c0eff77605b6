package verifier

import (
	"errors"
	"fmt"

	"gospin/verifier/ask"
	"gospin/verifier/atomic"
	"gospin/verifier/findings"
	"gospin/verifier/graph/build"
	"gospin/verifier/product"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
	"gospin/vm/compile"
)

// swept makes the search by a sweep-line.
func (j *job) swept() (*report.Report, error) {
	if j.o.Cache != "" {
		return j.sweptCached()
	}
	r := j.newReport(way.MachineEngine)
	r.Reductions = "none (a sweep-line asks for a proviso of its own)"
	if len(j.o.CTL) > 0 {
		r.Reductions = "none (formulas of CTL are about every step)"
	}
	states := store.NewSweep(j.prog.Layout, j.o.Memory)
	defer states.Free()
	line := &search.Line{Value: j.progressOf(), States: states, Anew: func() search.SweptStates {
		return store.NewSweep(j.prog.Layout, 0)
	}}
	task := &search.Task{
		Sys:     j.beside(atomic.New(system.Of(vm.NewMachine(j.prog)), j.taken), line),
		OnFault: j.findingsIn(r).Add,
		Taken:   j.taken,
		Limits:  j.limits(r),

		Context:  j.ctx,
		Progress: j.tell,
	}
	finish := func(*report.Report) error { return nil }
	if j.o.Graph != "" {
		var err error
		if line.Graph, finish, err = build.Create(j.o, j.prog); err != nil {
			return nil, err
		}
		task.Sys = system.Of(vm.NewMachine(j.prog)) // edges tell each step
	}
	decided, free := j.decisions()
	defer free()
	line.Decided = decided
	res, err := search.Sweep(task, line)
	if err != nil {
		return nil, errors.Join(err, finish(nil))
	}
	r.Time = j.times()
	findings.Tally(r, res.Result, states.Stats())
	r.Sweep = sweepReport(res)
	if res.Peak > 0 { // not by all states: most are forgotten
		r.Memory.BytesPerState = float64(r.Memory.Store) / float64(res.Peak)
	}
	j.conclude(r, res.Result, nil)
	if err := finish(r); err != nil {
		return nil, err
	}
	return r, nil
}

func sweepReport(res *search.Swept) *report.Sweep {
	return &report.Sweep{
		Sweeps: res.Sweeps, Nodes: res.Nodes, Peak: res.Peak, Persistent: res.Persistent,
		Regress: res.Regress, Values: res.Values,
	}
}

// beside puts the part's claim beside a system, whose states a sweep-line makes again.
func (j *job) beside(sys system.Claimed, line *search.Line) system.System {
	out := besideClaim(&j.part, sys, false)
	if p, ok := out.(*product.Product); ok && j.part.Claim != compile.AcceptanceClaim {
		m := vm.NewMachine(j.prog)
		line.Resume = func(s *vm.State) bool {
			accepting := m.Accepting(s)
			p.Resume(s, accepting, m.ClaimEnded(s))
			return accepting
		}
	}
	return out
}

// progressOf is the measure that the search goes by.
func (j *job) progressOf() func(s *vm.State, dst []int32) ([]int32, error) {
	v := source.ValuesOf(j.prog, ask.SweepFlag)
	if v == nil {
		return func(_ *vm.State, dst []int32) ([]int32, error) { return dst, nil }
	}
	return func(s *vm.State, dst []int32) ([]int32, error) {
		dst, err := v.Of(s, dst)
		if err != nil {
			err = fmt.Errorf("-sweep %s: %w, in a state that the model comes to", j.o.Sweep, err)
		}
		return dst, err
	}
}
