package verifier

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gospin/verifier/ask"
	"gospin/verifier/findings"
	"gospin/verifier/host"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/way"
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

// states is what a search has counted.
func states(res *search.Result) report.States {
	s := report.States{
		Stored:      res.Stored,
		Matched:     res.Matched,
		Transitions: res.Transitions(),
		AtomicSteps: res.AtomicSteps,
		Depth:       res.Depth,
		Visited:     res.Visited,
	}
	if res.Visited > 0 {
		s.Transitions = res.Visited + res.Matched
	}
	return s
}

// tally adds to the report what a search has counted, and what its store takes.
func tally(r *report.Report, res *search.Result, stats store.Stats) {
	r.States = states(res)
	r.Errors, r.Found = res.Errors, res.Errors
	r.Complete, r.Incomplete = !res.Stopped && len(res.Incomplete) == 0, res.Incomplete
	r.Memory = report.Memory{
		StateVector: res.MaxVector,
		Store:       stats.Bytes,
		Parts:       stats.Parts,
		Stack:       res.Stack,
		PeakRSS:     host.PeakRSS(),
	}
	if r.Omitted != nil {
		r.Omitted.Add(report.RunFigures{
			States: r.States, Errors: res.Errors, Expected: stats.Omissions, Seconds: r.Time.Search,
		})
	}
	if res.Stored > 0 {
		r.Memory.BytesPerState = float64(stats.Bytes) / float64(res.Stored)
	}
	if slices.Contains(res.Incomplete, search.DepthLimit) {
		r.Messages = append(r.Messages, "error: max search depth too small")
	}
}

// conclude adds to the report what follows from a search's end. Full is why the store took no more.
func (j *job) conclude(r *report.Report, res *search.Result, full error) {
	switch {
	case res.Stopped:
	case j.part.Claim == "":
		r.Unreach(j.prog.Unreached(j.taken))
	default:
		r.Unreach(j.prog.UnreachedByClaim(j.taken))
	}
	r.Invalid = j.less.Invalid()
	why := reasons(r, res, full)
	r.Cut = strings.Join(why, "; ")
	j.draw(r, append(why, r.Invalid...))
	remarkMissed(r, j.prog)
	j.remarkClaim(r)
}

// advice is why a run ended before its time, with the flag that helps.
func advice(why limit.Reached) string {
	switch why {
	case limit.Time:
		return string(why) + ": give more with -time"
	case limit.Memory:
		return string(why) + ": give more with -mem"
	}
	return string(why)
}

// reasons are those of an incomplete search, with the flag that helps; full is why the store took no more, if
// it was not for want of memory.
func reasons(r *report.Report, res *search.Result, full error) []string {
	var out []string
	for _, why := range res.Incomplete {
		switch {
		case why == search.DepthLimit:
			why += ": without -m there is none"
		case errors.Is(full, store.ErrCache) && why == search.MemoryLimit:
			why = full.Error() + ": give more with -cache or -mem, or try -chains or another -order"
		case why == search.VisitLimit:
			why += ": give more with -maxvisits or -cache"
		case why == search.MemoryLimit && full != nil:
			why = full.Error()
		case why == search.MemoryLimit:
			why = advice(limit.Memory) + sparing(r)
		case why == search.NoMemory:
			why += ": allow more (ulimit -v, a control group)" + sparing(r)
		case why == search.TimeLimit:
			why = advice(limit.Time)
		case why == search.StateLimit:
			why += ": give more with -states"
		}
		out = append(out, why)
	}
	return out
}

// sparing says how a search that was out of memory may do with less.
func sparing(r *report.Report) string {
	switch {
	case r.Memory.Stack > r.Memory.Store && r.Compress != way.Unmove: // which searches breadth first
		return fmt.Sprintf(
			"; the path of the search takes %s of it, and -m bounds its depth",
			report.Size(r.Memory.Stack),
		)
	}
	return way.Less(r.Compress)
}

// draw draws the verdict.
func (j *job) draw(r *report.Report, reasons []string) {
	p := &j.part
	if m := &r.Memory; m.Store > 0 {
		m.TotalPerState = m.BytesPerState * float64(m.Store+m.Stack) / float64(m.Store)
	}
	r.AddHeld("end-state", findings.EndStates, r.EndStates)
	r.AddHeld("assertion", "assertions", r.Assertions)
	if p.Trace != nil {
		r.AddHeld(r.Trace, p.Trace.Name, true)
	}
	r.AddHeld(p.Kind, p.Name, p.Claim != "")
	if r.Omitted != nil {
		reasons = append(reasons, r.Omitted.Verdict())
	}
	switch {
	case r.Errors > 0:
		if r.Verdict = report.Violated; r.Cut != "" && r.Errors != j.o.Errors {
			r.Reason = "not all errors are counted: " + r.Cut
		}
	case len(reasons) > 0:
		r.Verdict, r.Reason = report.Inconclusive, strings.Join(reasons, "; ")
	default:
		r.Verdict = report.Holds
	}
	r.Exit = r.Verdict.ExitCode()
}
