package verifier

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/ask"
	"gospin/verifier/batch"
	"gospin/verifier/limit"
	"gospin/verifier/plan"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/way"
)

const (
	// probeStates is how many states a probe of -compress=auto stores, and probeTime how long it may take.
	probeStates = 50000
	probeTime   = 50 * time.Millisecond
	// probeCrowd is how many rules may fit a state on the average for unmove to be tried: less than what a
	// search stands, for it gets more as it goes on.
	probeCrowd = 16
	// manyStates is what the memory at hand should hold. Where it does not, less memory is worth more than
	// less time.
	manyStates = 20e6
)

// candidates are the ways to pick from. Where all states are few, it is the first.
var candidates = way.Tried()

// probe is what a short search in a mode has measured.
type probe struct {
	mode   string
	states float64
	time   time.Duration
	store  float64 // bytes
	stack  float64
	whole  bool // there were no more states
	failed bool // it came to an error, and so to its end, or is not for this model
}

// rate is in states per second, of the states since an earlier probe of the same mode: what is made and
// learnt at first is not what a search takes its time for.
func (p *probe) rate(earlier *probe) float64 {
	states, took := p.states-earlier.states, p.time-earlier.time
	if states < p.states/4 || took < p.time/4 {
		states, took = p.states, p.time
	}
	return states / max(took.Seconds(), 1e-6)
}

// each is how many bytes a state takes. Of the stack only that counts by which it has grown since an earlier
// probe of the same mode: where it grows at first only, it is not what the memory is needed for.
func (p *probe) each(earlier *probe) float64 {
	stack, by := p.stack-earlier.stack, p.states-earlier.states
	if by < p.states/4 {
		stack, by = p.stack, max(p.states, 1)
	}
	store, of := p.store, max(p.states, 1)
	if p.mode == way.Unmove && p.states >= 2*by && by > 0 {
		// rules are met at first, and its tables grow by little at a time
		store, of = store-earlier.store, by
	}
	return store/of + stack/by
}

// unmoves says whether states can be kept by moves: where sets of choices suffice, there are more states
// without them.
func (j *job) unmoves(p *ask.Part) bool {
	o := j.o
	return p.Claim == "" && j.less.Rule == nil &&
		(o.Order == "" || o.Order == way.AnyOrder || o.Order == way.BreadthFirst)
}

// measured is a mode that could be taken.
type measured struct {
	mode       string
	rate, each float64 // states per second, bytes per state
}

// pick finds the mode of -compress=auto by short searches, and says why.
func pick(ctx context.Context, o *Options, model *source.Model, p *ask.Part) (name, why string, err error) {
	none := &ask.Part{}
	j := &job{ctx: ctx, o: o, model: model}
	j.aim = o.Aim(way.Store{}, "", false)
	if j.prog, err = model.Compile(ctx, j.aim); err != nil {
		return "", "", err
	}
	j.facts = plan.FactsOf(j.prog, model.Tree, none)
	if j.plan, err = plan.Make(o, j.facts, none); err != nil {
		return "", "", err
	}
	if err := j.reduce(ctx); err != nil {
		return "", "", err
	}
	batches := plan.Unbatched(o, j.facts, p, j.plan) == ""
	var all []measured
	for _, mode := range candidates {
		if ctx.Err() != nil {
			return candidates[0], "the run has to end before all modes have been tried", nil
		}
		if mode == way.Roots && !batches || mode == way.Unmove && (!batches || !j.unmoves(p)) {
			continue
		}
		half, err := j.probe(mode, 2)
		if err != nil {
			return "", "", err
		}
		if half.failed { // the path to the error is another search's
			continue
		}
		full := half
		if !half.whole {
			if full, err = j.probe(mode, 1); err != nil {
				return "", "", err
			}
		}
		if full.whole {
			return mode, fmt.Sprintf("there are only %.0f states, which fit in any mode", full.states), nil
		}
		if !full.failed {
			all = append(all, measured{mode, full.rate(half), full.each(half)})
		}
	}
	if len(all) == 0 {
		return way.Mask, "no short search was possible", nil
	}
	if name, why = choose(all, float64(o.Memory)); name == way.Unmove {
		o.Order = way.BreadthFirst
	}
	return name, why, nil
}

// choose takes the fastest mode that the memory suffices for, or the one that it lasts longest with.
func choose(all []measured, memory float64) (name, why string) {
	var said []string
	best := -1
	fits := func(i int) bool { return memory/all[i].each >= manyStates }
	for i, m := range all {
		said = append(
			said,
			fmt.Sprintf("%s %.2f million states per second, %.0f bytes each", m.mode, m.rate/1e6, m.each),
		)
		switch {
		case best < 0:
			best = i
		case fits(i) && fits(best) && m.rate > all[best].rate,
			fits(i) && !fits(best),
			!fits(i) && !fits(best) && m.each < all[best].each:
			best = i
		}
	}
	reason := "the fastest with which the memory at hand holds %.0f million states"
	if !fits(best) {
		reason = "the smallest: with none does the memory at hand hold %.0f million states"
	}
	return all[best].mode, fmt.Sprintf("%s; "+reason, strings.Join(said, "; "), manyStates/1e6)
}

// probe searches in a mode for a part of what a probe may take.
func (j *job) probe(name string, part int) (out *probe, err error) {
	defer func() {
		if offheap.Exhausted(recover()) {
			out, err = &probe{failed: true}, nil
		}
	}()
	out = &probe{mode: name}
	limits := search.Limits{
		Depth:    j.o.Depth,
		States:   uint64(probeStates / part),
		Memory:   j.o.Memory,
		NoAssert: j.o.NoAssert,
		NoEnd:    j.o.NoEnd,
	}
	start := time.Now()
	ctx, stop := context.WithTimeoutCause(j.ctx, probeTime/time.Duration(part), limit.Time)
	defer stop()
	var res *search.Result
	if name == way.Roots || name == way.Unmove {
		task := &batch.Task{Context: ctx, Order: way.OrderNamed(j.o.Order).Batch, Limits: limits}
		if name == way.Unmove {
			task.Order = batch.BreadthFirst
			j.unmove(task)
			task.Unmove.Strict, task.Unmove.Crowd = true, probeCrowd
		}
		states, found, err := space.Search(j.prog, j.decided(), j.less.Rule, nil, task)
		if errors.Is(err, batch.ErrWide) {
			return &probe{failed: true}, nil
		}
		if err != nil {
			return nil, err
		}
		res, out.failed = &found.Result, found.Failed || found.Left
		out.store = float64(storedIn(states, found).Bytes)
	} else {
		how, err := way.Parse(name)
		if err != nil {
			return nil, err
		}
		st, err := how.Make(j.build(nil))
		if err != nil {
			return nil, err
		}
		defer st.Free()
		task := &search.Task{
			Context: ctx, Sys: st.Sys, Store: st.Store, Limits: limits,
		}
		if res, err = search.DFS(task, search.DFSOptions{Proviso: j.less.Proviso}); err != nil {
			return nil, err
		}
		out.store = float64(st.Stats().Bytes)
	}
	out.time, out.states, out.whole = time.Since(start), float64(res.Stored), !res.Stopped && !out.failed
	out.stack = float64(res.Stack)
	return out, nil
}
