package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/batch"
	"gospin/verifier/limit"
	"gospin/verifier/plan"
	"gospin/verifier/search"
	"gospin/verifier/tune"
	"gospin/verifier/way"
)

const (
	// probeStates limits the states of a probe, and probeTime its time.
	probeStates = 50000
	probeTime   = 50 * time.Millisecond
	// probeCrowd limits the average number of rules that fit a state, for unmove to be tried. A search allows
	// more, since the number grows during the search.
	probeCrowd = 16
)

// pick selects one of several plans, by short searches of the model without the claim.
func (t *task) pick(from []plan.Candidate) (*plan.Plan, error) {
	name, why, err := t.judge(from)
	if err != nil {
		return nil, err
	}
	i := max(0, slices.IndexFunc(from, func(c plan.Candidate) bool { return c.Plan.Store.Name == name }))
	t.o, t.picked = from[i].Options, why
	t.ahead, t.begun, t.start = time.Since(t.begun), time.Now(), time.Now()
	return from[i].Plan, nil
}

// resumeCandidate returns the plan that was selected when the search began.
func (t *task) resumeCandidate(from []plan.Candidate, name string) (*plan.Plan, error) {
	i := slices.IndexFunc(from, func(c plan.Candidate) bool { return c.Plan.Store.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("-compress=%s, which was picked when the search began, is not tried any more", name)
	}
	t.o, t.picked = from[i].Options, "it was when the search began"
	return from[i].Plan, nil
}

// judge returns the name of the best way, and why. If there are few states, that is the first one.
func (t *task) judge(from []plan.Candidate) (name, why string, err error) {
	var all []tune.Cost
	reduces := false
	for i := range from {
		c := &from[i]
		name := c.Plan.Store.Name
		if t.whole.Err() != nil {
			return from[0].Plan.Store.Name, "the run has to end before all modes have been tried", nil
		}
		if c.Whole && reduces {
			continue
		}
		a, err := t.prober(c)
		if err != nil {
			return "", "", err
		}
		reduces = reduces || a.less.Rule != nil
		half, err := a.probe(2)
		if err != nil {
			return "", "", err
		}
		if half.Failed { // another search finds the path to the error
			continue
		}
		full := half
		if !half.Whole {
			if full, err = a.probe(1); err != nil {
				return "", "", err
			}
		}
		if full.Whole && full.States == 1 {
			return name, "there is only one state", nil
		}
		if full.Whole {
			return name, fmt.Sprintf("there are only %.0f states, which fit in any mode", full.States), nil
		}
		if !full.Failed {
			all = append(all, tune.CostOf(half, full))
		}
	}
	if len(all) == 0 {
		return way.Mask, "no short search was possible", nil
	}
	name, why = tune.Choose(all, float64(t.o.Memory))
	return name, why, nil
}

// prober returns an attempt for short searches by a plan.
func (t *task) prober(c *plan.Candidate) (*attempt, error) {
	bare := *t.Job
	bare.Prog, bare.Part.Claim, bare.Keep = bare.bare, "", nil
	own := newTask(t.whole, &bare)
	own.o, own.taken = c.Options, nil
	a := &attempt{task: own, ctx: t.whole, plan: c.Probe}
	return a, a.reduce()
}

// probe makes a search with a part of a probe's limits.
func (a *attempt) probe(part int) (out *tune.Measure, err error) {
	name := a.plan.Store.Name
	defer func() {
		if offheap.Exhausted(recover()) {
			out, err = &tune.Measure{Way: name, Failed: true}, nil
		}
	}()
	limits := search.Limits{
		Depth:    a.o.Depth,
		States:   uint64(probeStates / part),
		Memory:   a.o.Memory,
		NoAssert: a.o.NoAssert,
		NoEnd:    a.o.NoEnd,
	}
	start := time.Now()
	ctx, stop := context.WithTimeoutCause(a.ctx, probeTime/time.Duration(part), limit.Time)
	defer stop()
	out = &tune.Measure{Way: name}
	measure := a.probeSteps
	if a.plan.Engine == plan.Batches {
		measure = a.probeBatches
	}
	res, err := measure(ctx, limits, out)
	if err != nil || res == nil {
		return out, err
	}
	out.Time, out.States, out.Whole = time.Since(start), float64(res.Stored), !res.Stopped && !out.Failed
	out.Stack = float64(res.Stack)
	return out, nil
}

// probeBatches makes a short search in batches.
func (a *attempt) probeBatches(
	ctx context.Context, limits search.Limits, out *tune.Measure,
) (*search.Result, error) {
	task := a.batchTask(limits)
	task.Context, task.Progress, task.Stats, task.Restless, task.Workers = ctx, nil, false, 0, 1
	task.Crew = nil
	if task.Unmove != nil {
		task.Unmove.Crowd = probeCrowd
	}
	states, found, err := a.searchBatches(task)
	if errors.Is(err, batch.ErrWide) || errors.Is(err, batch.ErrDeep) {
		out.Failed = true
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out.Failed, out.Store = found.Failed || found.Left, float64(storedIn(states, found).Bytes)
	return &found.Result, nil
}

// probeSteps makes a short search step by step.
func (a *attempt) probeSteps(
	ctx context.Context, limits search.Limits, out *tune.Measure,
) (*search.Result, error) {
	st, err := a.plan.Store.Make(a.build(nil))
	if err != nil {
		return nil, err
	}
	defer st.Free()
	task := &search.Task{Context: ctx, Sys: st.Sys, Store: st.Store, Limits: limits}
	res, err := search.DFS(task, search.DFSOptions{Proviso: a.less.Proviso})
	out.Store = float64(st.Stats().Bytes)
	return res, err
}
