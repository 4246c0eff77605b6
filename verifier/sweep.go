package verifier

import (
	"errors"
	"fmt"
	"slices"

	"gospin/verifier/atomic"
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

const (
	sweepFlag = "-sweep"
	autoSweep = "auto"
)

// sweeps tells whether searches go by a sweep-line. A graph alone asks for one, too: where no measure is
// given, nothing is ever forgotten.
func (o *Options) sweeps() bool { return o.Sweep != "" || o.Graph != "" || len(o.CTL) > 0 }

// sweepAsked is the flag that asks for a sweep-line.
func (o *Options) sweepAsked() string {
	switch {
	case o.Sweep != "":
		return sweepFlag
	case len(o.CTL) > 0:
		return ctlFlag
	}
	return "-graph"
}

// settleSweep refuses what does not go with a sweep-line, and has states kept as it needs them. It comes
// before all that fills in options.
func (o *Options) settleSweep() error {
	if !o.sweeps() {
		return nil
	}
	flag := o.sweepAsked()
	not := func(other, why string) error {
		return fmt.Errorf("%s and %s exclude each other: %s", flag, other, why)
	}
	switch {
	case o.Bitstate:
		return not("-bitstate", "bits cannot be taken back; the sweep-line alone keeps few states, and whole ones")
	case o.Hash != 0:
		return not("-hc", "states are made again from what is kept, which a hash cannot; leave -hc out")
	case o.Compress != "" && !slices.Contains([]string{way.Roots, way.Mask}, o.Compress):
		return not("-compress="+o.Compress, growing(o.Compress)+"; the sweep-line keeps masked vectors: leave "+
			"-compress out")
	case o.storedOtherwise() != "":
		return not(o.storedOtherwise(), "the sweep-line keeps masked vectors; leave it out")
	case len(o.CTL) > 0 && len(o.Only) > 0:
		return fmt.Errorf("-ctl and -only=%s exclude each other: a formula of CTL has a search of its own; leave one "+
			"of them out", o.Only[0])
	case o.Cache != "" && len(o.CTL) > 0:
		return fmt.Errorf("-ctl and -cache exclude each other: states that are met again would be nodes again; " +
			"leave -cache out")
	case o.Cache != "" && o.Graph != "":
		return fmt.Errorf("-graph and -cache exclude each other: states that are met again would be nodes again; " +
			"leave -cache out")
	case o.Chains:
		return not("-chains", "the state that a chain hangs by may be passed; leave -chains out")
	case o.Lean:
		return not("-lean", "which step came before is forgotten with a state; leave -lean out")
	case o.Fair:
		return not("-f", "it is about cycles, whose states are forgotten; search fair runs without "+flag)
	case o.Acceptance:
		return not("-a", "states of cycles are forgotten; look for acceptance cycles without "+flag)
	case o.NonProgress:
		return not("-l", "states of cycles are forgotten; look for non-progress cycles without "+flag)
	case o.Depth != 0:
		return not("-m", "states are not searched along a path, which a depth could limit; -time and -mem do")
	case o.Order != "" && o.Order != way.AnyOrder:
		return not("-order="+o.Order, "the sweep-line is an order; leave -order out")
	case o.Workers > 1:
		return not("-workers", "one searches alone; leave -workers out")
	}
	o.Order, o.Compress, o.Workers = way.AnyOrder, way.Mask, 1
	o.Reduction = Reduction{POR: "off"}
	if o.Sweep != "" && o.Sweep != autoSweep {
		o.Measures = append(slices.Clip(o.Measures), source.Measure{Name: sweepFlag, Text: o.Sweep})
	}
	return nil
}

// growing says why a sweep-line can't do with a way to store states.
func growing(name string) string {
	if how, err := way.Parse(name); err == nil {
		return how.Grows
	}
	return "there is no such way to store states"
}

// storedOtherwise is a flag about how states are stored that means nothing here.
func (o *Options) storedOtherwise() string {
	s := o.Storage
	s.Compress = ""
	return s.Flag()
}

// swept makes the search by a sweep-line.
func (j *job) swept() (*report.Report, error) {
	d := decision{Engine: way.MachineEngine, Store: "sweep", Order: way.SweepLine, Workers: 1}
	if err := j.decide(d); err != nil {
		return nil, err
	}
	if j.o.Cache != "" {
		return j.sweptCached()
	}
	r := j.newReport(way.MachineEngine, way.SweepLine)
	r.Reductions = "none (a sweep-line asks for a proviso of its own)"
	if len(j.o.CTL) > 0 {
		r.Reductions = "none (formulas of CTL are about every step)"
	}
	states := store.NewSweep(j.prog.Layout, j.o.Memory)
	defer states.Free()
	line := &search.Line{Value: j.progressOf(), States: states}
	task := &search.Task{
		Sys:     j.beside(atomic.New(system.Of(vm.NewMachine(j.prog)), j.taken), line),
		OnFault: j.findings(r).add,
		Taken:   j.taken,
		Limits:  j.limits(r),

		Context:  j.ctx,
		Progress: j.tell,
	}
	finish := func(*report.Report) error { return nil }
	if j.o.Graph != "" {
		var err error
		if task.Graph, finish, err = j.graph(); err != nil {
			return nil, err
		}
		task.Sys = system.Of(vm.NewMachine(j.prog)) // edges tell each step
	}
	decided, free := j.decisions()
	defer free()
	task.Decided = decided
	res, err := search.Sweep(task, line)
	if err != nil {
		return nil, errors.Join(err, finish(nil))
	}
	r.Time = j.times()
	tally(r, res.Result, states.Stats())
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
	out := j.part.beside(sys, false)
	if p, ok := out.(*product.Product); ok && j.part.claim != compile.AcceptanceClaim {
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
	v := source.ValuesOf(j.prog, sweepFlag)
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
