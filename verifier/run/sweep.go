package run

import (
	"errors"
	"fmt"

	"gospin/verifier/ask"
	"gospin/verifier/atomic"
	"gospin/verifier/graph/build"
	"gospin/verifier/product"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
)

// sweep makes the search by a sweep-line.
func (a *attempt) sweep() (*outcome, error) {
	r := a.newReport(way.MachineEngine)
	r.Reductions = "none (a sweep-line asks for a proviso of its own)"
	if len(a.o.CTL) > 0 {
		r.Reductions = "none (formulas of CTL are about every step)"
	}
	states := store.NewSweep(a.Prog.Layout, a.o.Memory)
	defer states.Free()
	line := &search.Line{Value: a.progressOf(), States: states, Anew: func() search.SweptStates {
		return store.NewSweep(a.Prog.Layout, 0)
	}}
	task := &search.Task{
		Sys:     a.resuming(atomic.New(system.Of(vm.NewMachine(a.Prog)), a.taken), line),
		OnFault: a.findingsIn(r).Add,
		Taken:   a.taken,
		Limits:  a.limits(r),

		Context:  a.ctx,
		Progress: a.report,
	}
	finish := func(*report.Report) error { return nil }
	if a.plan.Graph {
		var err error
		if line.Graph, finish, err = build.Create(a.o, a.Prog); err != nil {
			return nil, err
		}
		task.Sys = system.Of(vm.NewMachine(a.Prog)) // edges have each step
	}
	decided, free := a.decisions()
	defer free()
	line.Decided = decided
	res, err := search.Sweep(task, line)
	if err != nil {
		return nil, errors.Join(err, finish(nil))
	}
	a.tally(r, res.Result, states.Stats())
	r.Sweep = sweepReport(res)
	if res.Peak > 0 { // the peak, not all states: most are forgotten
		r.Memory.BytesPerState = float64(r.Memory.Store) / float64(res.Peak)
	}
	out := a.conclude(r, res.Result, nil)
	return out, finish(r)
}

func sweepReport(res *search.Swept) *report.Sweep {
	return &report.Sweep{
		Sweeps: res.Sweeps, Nodes: res.Nodes, Peak: res.Peak, Persistent: res.Persistent,
		Regress: res.Regress, Values: res.Values,
	}
}

// resuming combines a system with the part's claim, for a sweep-line that restores states.
func (a *attempt) resuming(sys system.Claimed, line *search.Line) system.System {
	out := a.beside(sys, false)
	if p, ok := out.(*product.Product); ok && a.Part.Moves() {
		m := vm.NewMachine(a.Prog)
		line.Resume = func(s *vm.State) bool {
			accepting := m.Accepting(s)
			p.Resume(s, accepting, m.ClaimEnded(s))
			return accepting
		}
	}
	return out
}

// progressOf returns the progress measure of the search.
func (a *attempt) progressOf() func(s *vm.State, dst []int32) ([]int32, error) {
	v := source.ValuesOf(a.Prog, ask.SweepFlag)
	if v == nil {
		return func(_ *vm.State, dst []int32) ([]int32, error) { return dst, nil }
	}
	return func(s *vm.State, dst []int32) ([]int32, error) {
		dst, err := v.Of(s, dst)
		if err != nil {
			err = fmt.Errorf("-sweep %s: %w, in a state that the model comes to", a.o.Sweep, err)
		}
		return dst, err
	}
}
