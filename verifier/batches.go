package verifier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gospin/verifier/batch"
	"gospin/verifier/confirm"
	"gospin/verifier/findings"
	"gospin/verifier/limit"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/way"
	"gospin/vm"
	"gospin/vm/compile"
)

// batched makes the search in batches of roots, reduced by one worker only. Where that meets an error, the
// search is made again step by step, which knows the path: depth first, where it counts up to the error as
// pan does, or breadth first if that is the order.
func (j *job) batched() (*report.Report, error) {
	r := j.newReport(way.BatchEngine)
	task := &batch.Task{
		Context:  j.ctx,
		Progress: j.tell,

		Order: way.OrderNamed(j.plan.Order).Batch,
		Set:   j.plan.Store.Set,

		Restless: mostRepacks,
		Workers:  j.plan.Workers,
		Crew:     j.o.Crew,
		Limits:   j.limits(r),
		Stats:    j.o.Stats,
	}
	if j.plan.Late {
		task.Late = worthWorkers
	}
	if j.less.Rule != nil {
		task.Workers = 1
	}
	if j.plan.Store.Name == way.Unmove {
		j.unmove(task)
	}
	states, res, err := space.Search(j.prog, j.decided(), j.less.Rule, j.taken, task)
	if errors.Is(err, batch.ErrWide) || errors.Is(err, batch.ErrRestless) {
		return j.again(err.Error(), nil)
	}
	if err != nil {
		return nil, err
	}
	did := states.Stats() // it marks what is taken
	if r.Workers = res.Workers; j.o.Stats {
		r.Stats = newStats(&did, &res.Stats)
	}
	if res.Failed {
		return j.retrace(res, states, r.Stats)
	}
	if r.Time = j.times(); j.part.Claim != "" {
		res.Visited = res.Stored // as by a nested search that sees no accepting state
	}
	findings.Tally(r, &res.Result, storedIn(states, res))
	tallyUnmove(r, &res.Unmove)
	tellLeft(r, res)
	j.conclude(r, &res.Result, nil)
	return r, nil
}

// worthWorkers is how long a search lasts before it is worth while to have workers join.
const worthWorkers = time.Second

// decided are the effects of the control states of a claim that moves; nil: there is none.
func (j *job) decided() []vm.Effect {
	if j.part.Claim == compile.AcceptanceClaim {
		return nil
	}
	states, _ := j.prog.Terminal()
	return states
}

// mostRepacks is how often roots are packed anew in a row before a search is left to the machine.
const mostRepacks = 64

// storedIn is what the states of a search in batches take.
func storedIn(states *space.Space, res *batch.Result) store.Stats {
	values, memo := states.Parts()
	out := store.Stats{Stored: res.Stored}
	if res.Unmove.Every > 0 {
		out = unmoveParts(out, &res.Unmove)
	} else {
		out = out.With("slots", res.Table)
	}
	return out.With("component values", values).With("memo", memo).With("certificates", res.Forest)
}

// newStats takes together what a search in batches has done.
func newStats(s *space.Stats, b *batch.Stats) *report.Stats {
	out := &report.Stats{
		Words: b.Words, Batches: b.Batches, Growths: b.Growths, Repacks: b.Repacks,
		Values: s.Split, Learnt: s.Learnt,
		Finds: s.Finds, Misses: s.Misses, Forgot: s.Forgot, Fallbacks: s.Fallback, Ends: s.Ends,
	}
	if all := float64(s.Direct + s.Hashed + s.Apart); all > 0 {
		out.Direct, out.Hashed, out.Split = float64(s.Direct)/all, float64(s.Hashed)/all, float64(s.Apart)/all
	}
	phase := func(name string, took time.Duration) {
		each := float64(took.Nanoseconds()) / float64(max(b.Found, 1))
		out.Phases = append(out.Phases, report.Phase{Name: name, Each: each})
	}
	phase("expand", b.Expand)
	if b.Hash > 0 {
		phase("hash", b.Hash)
		phase("wait", b.Wait)
	}
	phase("add", b.Add)
	return out
}

// again makes the search step by step, after one in batches that could not go on, and why.
func (j *job) again(why string, stats *report.Stats) (*report.Report, error) {
	clear(j.taken)
	j.plan = j.plan.Again(j.o, j.facts, &j.part, why)
	// That the time is up does not lose an error that has been seen.
	if err := j.reduce(context.WithoutCancel(j.ctx)); err != nil {
		return nil, err
	}
	r, err := j.step()
	if err == nil {
		r.Stats = stats
	}
	return r, err
}

// retrace makes the search again that has met an error, within what is left of the limits. Where that does
// not come to the error soon, it is looked for breadth first, too. If neither finds it, the error met stands
// without a path.
func (j *job) retrace(met *batch.Result, states *space.Space, stats *report.Stats) (*report.Report, error) {
	f := j.fault(met)
	if f != nil && j.part.Quiet {
		r := j.newReport(way.BatchEngine)
		r.Errors, r.Verdict = 1, report.Violated
		return r, nil
	}
	inBatches, why := j.plan, "an error was met, to which depth-first order tells the path"
	if j.o.Explores() {
		why = "an error was met, to which the search step by step tells a shortest path"
	}
	if f == nil {
		why = "a state was met that batches can't go beyond"
	}
	also := f != nil && !f.Cycle && j.o.Shorten > 0
	if also && j.o.Errors == 1 {
		j.hurried = 10*time.Since(j.compiled) + retraceTime
	}
	r, err := j.again(why, stats)
	hurried := j.hurried > 0
	j.hurried = 0
	if err != nil || r.Errors > 0 || f == nil || f.Cycle && breaksOff(r) {
		return r, err
	}
	if also && !r.Complete {
		if found, err := j.broadly(inBatches, f, met, states, stats); found != nil || err != nil {
			return found, err
		}
		if hurried && j.ctx.Err() == nil {
			if r, err = j.again(why, stats); err != nil || r.Errors > 0 {
				return r, err
			}
		}
	}
	if r.Complete {
		return nil, fmt.Errorf("internal error: step by step, there is no %q", f.Msg)
	}
	j.findingsIn(r).Pathless(f)
	return r, nil
}

// retraceTime is what a search depth first may take at least to come to an error.
const retraceTime = 3 * time.Second

// broadly looks for the error breadth first; nil: in vain. The report is that of the search that met it.
func (j *job) broadly(
	as *plan.Plan, f *search.Fault, met *batch.Result, states *space.Space, stats *report.Stats,
) (*report.Report, error) {
	var caught *search.Fault
	wanted := func(other *search.Fault) bool {
		is := other.EndState == f.EndState && other.ClaimEnd == f.ClaimEnd &&
			(f.ClaimEnd || f.EndState || other.Msg == f.Msg && other.Kind == f.Kind)
		if is {
			caught = other
		}
		return is
	}
	limits := j.limits(&report.Report{Assertions: true, EndStates: f.EndState})
	ctx, stop := context.WithTimeoutCause(j.ctx, 2*retraceTime, limit.Time)
	defer stop()
	moves, found := confirm.Shortest(ctx, j.prog, wanted, limits)
	if !found {
		return nil, nil
	}
	caught.Moves = func() []vm.Move { return moves }
	stepwise := j.plan
	j.plan = as
	r := j.newReport(way.BatchEngine)
	j.plan = stepwise
	r.EngineReason = "an error was met, to which breadth-first order tells the path"
	r.Stats, r.Time = stats, j.times()
	res := met.Result
	if res.Errors, res.Stopped = 1, true; j.part.Claim != "" {
		res.Visited = res.Stored
	}
	findings.Tally(r, &res, storedIn(states, met))
	if err := j.findingsIn(r).Add(caught); err != nil {
		return nil, err
	}
	j.conclude(r, &res, nil)
	return r, nil
}

// breaksOff reports whether a search was given up at a run that does not go on for ever: where a claim
// accepts all infinite runs, it may have met no other.
func breaksOff(r *report.Report) bool {
	return slices.ContainsFunc(r.Incomplete, func(why string) bool {
		return why == search.EndlessAtomic || strings.HasPrefix(why, search.Aborted)
	})
}

// fault is the error that a search in batches has met; nil if it was given up for another reason.
func (j *job) fault(met *batch.Result) *search.Fault {
	limits := j.limits(j.newReport(way.BatchEngine))
	for _, f := range met.Faults {
		if !limits.Excuses(f.Kind) {
			return &search.Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans}
		}
	}
	switch {
	case met.Kind&vm.InvalidEnd != 0 && j.part.Claim == "":
		return &search.Fault{EndState: true, Msg: "invalid end state"}
	case met.Kind&vm.ClaimEnd != 0:
		return &search.Fault{ClaimEnd: true, Msg: "end state in claim reached"}
	case met.Kind&vm.Accepting != 0:
		return &search.Fault{Cycle: true, Msg: "acceptance cycle"}
	}
	return nil
}
