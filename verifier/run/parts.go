package run

import (
	"context"

	"gospin/verifier/ask"
	"gospin/verifier/confirm"
	"gospin/verifier/fair"
	"gospin/verifier/findings"
	"gospin/verifier/plan"
	"gospin/verifier/product"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
	"gospin/vm/compile"
)

// The parts of searches.

// build returns what is needed to make stores. taken is as in search.Task.
func (a *attempt) build(taken []byte) *way.Build {
	o := a.o.Ways()
	if !a.plan.Cached {
		o.Caching = way.Caching{}
	}
	var sample *store.Sample
	if a.o.Sample > 0 {
		sample = store.NewSample(a.Prog.Layout, a.o.Sample)
	}
	return &way.Build{
		Options: o, Memory: a.o.Memory, Seed: a.o.Seed, Prog: a.Prog, Around: a.less.Around, Taken: taken,
		Known: a.known.states, Sweeps: a.plan.Engine == plan.SweepCache,
		Learnt: a.known.learnt, From: a.known.from, Sample: sample,
	}
}

// findingsIn returns the findings of a search, which are added to its report.
func (t *task) findingsIn(r *report.Report) *findings.Findings {
	return &findings.Findings{
		Replayer: confirm.Replayer{
			Prog: t.Prog,
			Aim:  t.aim,
			Compile: func() (*vm.Program, error) {
				return t.model.Compile(context.WithoutCancel(t.whole), t.aim.Unmerged())
			},
			Claims: t.Part.Moves(),
			At:     t.Part.At,
		},
		Ctx:     t.whole,
		Options: t.o,
		Part:    t.Part,
		Report:  r,
		Beside:  func(sys system.Claimed) system.System { return t.beside(sys, false) },
	}
}

// limits returns the limits of a search that reports to r.
func (t *task) limits(r *report.Report) search.Limits {
	return search.Limits{
		Depth:    t.o.Depth,
		Memory:   t.o.Memory,
		Errors:   t.o.Errors,
		States:   t.o.States,
		NoAssert: !r.Assertions,
		NoEnd:    !r.EndStates,

		NoClaimAssert: t.o.NoAssert,
		Overflow:      t.Part.Kind == ask.OnlyOverflow,
	}
}

// limits returns the task's limits, reduced for a search that follows another.
func (a *attempt) limits(r *report.Report) search.Limits {
	out := a.task.limits(r)
	if a.within > 0 && (out.States == 0 || out.States > a.within) {
		out.States = a.within
	}
	return out
}

// beside combines a system with the part's claim.
func (t *task) beside(sys system.Claimed, fair bool) system.System {
	var out *product.Product
	switch t.Part.Claim {
	case "":
		return sys
	case compile.AcceptanceClaim:
		out = product.Bare(sys)
	default:
		if out = product.New(sys); t.Part.Kind == "ltl" {
			out = out.Ends()
		}
	}
	if fair {
		return out.Fair(t.demands())
	}
	return out
}

// demands returns the fairness that processes demand, by proctype; nil: none is demanded.
func (t *task) demands() []fair.Kind {
	var names []string
	for i := range t.Prog.Procs {
		names = append(names, t.Prog.Procs[i].Name)
	}
	return t.o.Fair.Kinds(names)
}

// decisions returns a function that finds continuations of runs that a claim has rejected, or nil without a
// moving claim.
func (t *task) decisions() (decided search.Decided, free func()) {
	if !t.Part.Moves() {
		return nil, func() {}
	}
	a := &findings.Aftermath{Ctx: t.whole, Prog: t.Prog, Memory: t.o.Memory / 4, Progress: t.report}
	return a.Decided, a.Free
}
