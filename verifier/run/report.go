package run

import (
	"fmt"
	"strings"

	"gospin/verifier/ask"
	"gospin/verifier/findings"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/way"
)

// newReport returns the report of a search that is about to begin.
func (a *attempt) newReport(engine string) *report.Report {
	o, p, in := a.o, &a.Part, way.OrderNamed(a.plan.Order)
	r := &report.Report{
		Model:      o.Model,
		Options:    o.Map(),
		Compress:   a.plan.Stored(),
		Engine:     engine,
		Order:      a.plan.Order,
		DepthMeant: in.Means,
		OrderSaid:  in.Says,
		Picked:     a.picked,
		Assertions: !o.NoAssert && !p.NoAssert && p.Claim == "",
		EndStates:  !o.NoEnd && !p.NoEnd && p.Claim == "",
		Fair:       string(o.Fair),
		Omitted:    newOmitted(o),
	}
	if p.Trace != nil {
		r.Trace = ask.TraceKind(p.Trace)
	}
	if !p.Later {
		for _, w := range a.model.Tree.Warnings {
			r.Warnings = append(r.Warnings, w.String())
		}
	}
	if p.Claim != "" {
		r.Claim, r.ClaimAsserts = p.Name, p.Asserts && !o.NoAssert
	}
	r.EngineReason = a.plan.Why
	a.reportReduction(r)
	if a.plan.Lean && r.Reductions == "none" {
		r.Reductions = "edge-lean"
	} else if a.plan.Lean {
		r.Reductions += ", edge-lean"
	}
	return r
}

// reportReduction adds the reductions to the report.
func (a *attempt) reportReduction(r *report.Report) {
	r.Reductions, r.Reduced = a.less.Name, a.plan.Reduction.Name != way.Unreduced
	if merging := strings.Join(a.aim.Merging(), ", "); merging != "" && r.Reduced {
		r.Reductions += ", " + merging
	} else if merging != "" {
		r.Reductions = merging
	}
	if why := a.plan.Reduction.Off; why != "" {
		r.Reductions += " (" + why + ")"
	}
	r.Warnings = append(r.Warnings, a.less.Warnings...)
	switch g := a.group(); {
	case g != nil:
		r.Symmetry = g.String()
		if a.same.tried > 0 {
			r.Symmetry += fmt.Sprintf("; tried on %d states", a.same.tried)
		}
	case a.plan.Uneven != "":
		r.Symmetry = "not used: " + a.plan.Uneven
	case a.o.Unasked:
	case a.plan.Symmetric && len(a.same.against) > 0:
		r.Symmetry = "none: " + a.same.against[0].String()
	case a.plan.Symmetric:
		r.Symmetry = "none: no processes are alike"
	}
}

// newOmitted returns the figures of approximate runs, or nil if the search is exact.
func newOmitted(o *ask.Options) *report.Omitted {
	if o.Kind() == "" {
		return nil
	}
	return &report.Omitted{Width: o.Width, Hashes: o.Hashes, Hash: o.Hash}
}

// tally adds the counts of a completed search to the report.
func (a *attempt) tally(r *report.Report, res *search.Result, stored store.Stats) {
	r.Time = a.times()
	findings.Tally(r, res, stored)
}

// conclude adds the conclusions from a search's end to the report. Full is the reason why the store is full,
// if it is.
func (a *attempt) conclude(r *report.Report, res *search.Result, full error) *outcome {
	end := &findings.Ending{
		Part: &a.Part, Prog: a.Prog, Taken: a.taken, Errors: a.o.Errors,
		Invalid: a.less.Invalid(), Full: full,
	}
	end.Conclude(r, res)
	return &outcome{report: r}
}
