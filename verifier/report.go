package verifier

import (
	"strings"
	"time"

	"gospin/verifier/ask"
	"gospin/verifier/findings"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/way"
	"gospin/vm/compile"
)

// newReport is the report of a search that is about to begin.
func (j *job) newReport(engine string) *report.Report {
	o, p, in := j.o, &j.part, way.OrderNamed(j.plan.Order)
	r := &report.Report{
		Model:      o.Model,
		Options:    o.Map(),
		Compress:   j.plan.Stored(),
		Engine:     engine,
		Order:      j.plan.Order,
		DepthMeant: in.Means,
		OrderSaid:  in.Says,
		Picked:     j.picked,
		Assertions: !o.NoAssert && !p.NoAssert && p.Claim == "",
		EndStates:  !o.NoEnd && !p.NoEnd && p.Claim == "",
		Fair:       o.Fair,
		Omitted:    newOmitted(o),
	}
	if p.Trace != nil {
		r.Trace = ask.TraceKind(p.Trace)
	}
	if !p.Later {
		for _, w := range j.model.Tree.Warnings {
			r.Warnings = append(r.Warnings, w.String())
		}
	}
	if p.Claim != "" {
		r.Claim, r.ClaimAsserts = p.Name, p.Asserts && !o.NoAssert
	}
	r.EngineReason = j.plan.Why
	j.tellReduction(r)
	if o.Lean && r.Reductions == "none" {
		r.Reductions = "edge-lean"
	} else if o.Lean {
		r.Reductions += ", edge-lean"
	}
	return r
}

// tellReduction adds to the report what the search leaves out.
func (j *job) tellReduction(r *report.Report) {
	r.Reductions, r.Reduced = j.less.Name, j.plan.Reduction.Name != way.Unreduced
	if merging := strings.Join(j.aim.Merging(), ", "); merging != "" && r.Reduced {
		r.Reductions += ", " + merging
	} else if merging != "" {
		r.Reductions = merging
	}
	if why := j.plan.Reduction.Off; why != "" {
		r.Reductions += " (" + why + ")"
	}
	r.Warnings = append(r.Warnings, j.less.Warnings...)
}

// times are those of a search that has just ended.
func (j *job) times() report.Times {
	return report.Times{Compile: j.compiled.Sub(j.begun).Seconds(), Search: time.Since(j.compiled).Seconds()}
}

// conclude adds to the report what follows from a search's end. Full is why the store took no more.
func (j *job) conclude(r *report.Report, res *search.Result, full error) {
	end := &findings.Ending{
		Part: &j.part, Prog: j.prog, Taken: j.taken, Errors: j.o.Errors,
		Invalid: j.less.Invalid(), Full: full,
	}
	end.Conclude(r, res)
}

// decisions find how runs go on that a claim has decided against; nil: there is no claim that moves.
func (j *job) decisions() (decided search.Decided, free func()) {
	if j.part.Claim == "" || j.part.Claim == compile.AcceptanceClaim {
		return nil, func() {}
	}
	a := &findings.Aftermath{Ctx: j.ctx, Prog: j.prog, Memory: j.o.Memory / 4, Progress: j.tell}
	return a.Decided, a.Free
}
