package run

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gospin/verifier/confirm"
	"gospin/verifier/limit"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/symmetry"
	"gospin/verifier/way"
	"gospin/vm"
)

// Limits of a search that follows another and has to be quick: multiples of the first one's figures, plus
// constants.
const (
	nearTimes, nearStates   = 20, 20_000
	hurryTimes, retraceTime = 10, 3 * time.Second
)

// follow makes the search of a plan. If it was stopped by an error, the following searches are made until one
// finds the error. If none does, the error is reported without a path.
func (t *task) follow(p *plan.Plan) (*report.Report, error) {
	if brief := p.Before.Brief; brief != nil && t.from() == nil {
		if out, err := t.attempt(t.whole, brief, nil, briefStates); err != nil || !t.isCut(out.report) {
			return out.reported(), err
		}
	}
	first, p, err := t.first(p)
	if err != nil || first.stop == 0 {
		return first.reported(), err
	}
	last := first.report
	for i := range p.Else {
		next := &p.Else[i]
		if next.On&first.stop == 0 || next.InTime && t.whole.Err() != nil {
			continue
		}
		out, err := t.after(first, next)
		if err != nil || out.explains(first) {
			return out.reported(), err
		}
		if out.report != nil {
			last = out.report
		}
		if last.Complete {
			return nil, fmt.Errorf("internal error: step by step, there is no %q", first.fault.Msg)
		}
	}
	t.findingsIn(last).Pathless(first.fault)
	return last, nil
}

// briefStates is the number of states that a brief search stores, in a fraction of a second.
const briefStates = 100_000

// pauses has the numbers of states that a search stores before symmetry is worth looking for, with the number
// of steps to spend on it: more steps find little more, and only in large models.
var pauses = []struct {
	states uint64
	steps  int
}{{100, 1000}, {1000, 7000}, {200_000, symmetry.AllSteps}}

// first makes the first search of a plan, and returns the plan of what follows. Looking for symmetry takes
// longer than a small search, so the search pauses for it, and begins again if there is some.
func (t *task) first(p *plan.Plan) (*outcome, *plan.Plan, error) {
	if p.Plain == nil || t.from() != nil {
		out, err := t.attempt(t.whole, p, nil, 0)
		return out, p, err
	}
	plain := *p.Plain
	plain.Counts = plain.Counts && !t.o.AllTrail // else paths are looked for at once
	for _, at := range pauses {
		t.pauseAt = append(t.pauseAt, at.states)
	}
	out, err := t.attempt(t.whole, &plain, nil, 0)
	t.pauseAt = nil
	if err == nil && t.same.group != nil {
		out, err = t.attempt(t.whole, p, nil, 0)
		return out, p, err
	}
	if err == nil && out.stop == plan.Fault && p.Plain.Counts && !plain.Counts {
		out, err = t.attempt(t.whole, p.Plain, nil, 0)
	}
	return out, p.Plain, err
}

// pause looks for symmetry while a search pauses. It returns false if there is some, unless errors have been
// counted: then all of them are wanted, also those that are alike.
func (t *task) pause(errors int64) (goesOn bool) {
	t.pausing.Lock()
	defer t.pausing.Unlock()
	if n := t.pauses; errors == 0 && !t.same.looked && t.same.group == nil {
		t.pauses++
		t.same.look(t.Prog, pauses[n].steps)
	}
	return t.same.group == nil
}

// isCut reports whether a brief search reached its limit of states without a result.
func (t *task) isCut(r *report.Report) bool {
	return r.Errors == 0 && slices.Contains(r.Incomplete, search.StateLimit) &&
		(t.o.States == 0 || t.o.States > briefStates)
}

// after makes a search that follows another.
func (t *task) after(first *outcome, next *plan.Next) (*outcome, error) {
	ctx, within := t.whole, uint64(0)
	switch next.Reach {
	case plan.Near:
		within = nearTimes*first.result.Stored + nearStates
	case plan.Hurried:
		hurried, stop := context.WithTimeoutCause(ctx, hurryTimes*time.Since(t.begun)+retraceTime, limit.Time)
		defer stop()
		ctx = hurried
	}
	out, err := t.attempt(ctx, next.Plan, first, within)
	if err == nil && out.report != nil && first.report != nil {
		out.report.Stats = first.report.Stats
	}
	return out, err
}

// reported returns the report of a search, or nil.
func (o *outcome) reported() *report.Report {
	if o == nil {
		return nil
	}
	return o.report
}

// explains reports whether the report of a following search is final, after the first one was stopped.
func (o *outcome) explains(first *outcome) bool {
	switch {
	case first.fault == nil:
		return true
	case o.report == nil:
		return false
	}
	return o.report.Errors > 0 || first.fault.Cycle && breaksOff(o.report)
}

// breaksOff reports whether a search was stopped at a run that is not infinite: if a claim accepts all
// infinite runs, there may be no other.
func breaksOff(r *report.Report) bool {
	return slices.ContainsFunc(r.Incomplete, func(why string) bool {
		return why == search.EndlessAtomic || strings.HasPrefix(why, search.Aborted)
	})
}

// nearest searches breadth first for the error that a search in batches has found. The counts are that
// search's.
func (a *attempt) nearest() (*outcome, error) {
	f := a.after.fault
	var caught *search.Fault
	wanted := func(other *search.Fault) bool {
		is := other.EndState == f.EndState && other.ClaimEnd == f.ClaimEnd &&
			(f.ClaimEnd || f.EndState || (other.Msg == f.Msg || a.plan.Symmetric) && other.Kind == f.Kind)
		if is {
			caught = other
		}
		return is
	}
	limits := a.limits(&report.Report{Assertions: true, EndStates: f.EndState})
	around := func(s store.Store) store.Store { return s }
	if g := a.group(); g != nil {
		around = func(s store.Store) store.Store { return space.NewOrbits(a.Prog, g, s) }
	}
	moves, found := confirm.ShortestIn(a.ctx, a.Prog, around, wanted, limits)
	if !found {
		return &outcome{}, nil
	}
	caught.Moves = func() []vm.Move { return moves }
	r := a.newReport(way.BatchEngine)
	res := *a.after.result
	res.Errors, res.Stopped = 1, true
	a.tally(r, &res, a.after.stored)
	if err := a.findingsIn(r).Add(caught); err != nil {
		return nil, err
	}
	return a.conclude(r, &res, nil), nil
}
