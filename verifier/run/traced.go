package run

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gospin/verifier/batch"
	"gospin/verifier/confirm"
	"gospin/verifier/findings"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/space"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
)

// The paths to errors that batches have found are searched for in batches, too: breadth first, among the
// states of the model compiled again, so that they are the shortest ones, and the same for any number of
// workers.

// Limits of a search for paths: multiples of the first search's figures, plus constants.
const (
	tracedTimes, tracedStates = 20, 1_000_000

	tracedLate = 500 * time.Millisecond // after the time of the run
)

// tracing searches for paths to errors.
type tracing struct {
	prog   *vm.Program
	beside system.System // with the claim, if there is one
	found  []*search.Fault
	nth    []int // the number of each among all errors
	n      int   // errors met
	wrong  error
}

// faultsOf returns the errors of a state, as a search with these limits reports them.
func faultsOf(l *search.Limits, met *batch.Lead) (out []*search.Fault) {
	if met.Kind&vm.ClaimEnd != 0 {
		return []*search.Fault{claimEnds()}
	}
	for i := range met.Faults {
		if f := &met.Faults[i]; !l.Excuses(f.Kind) {
			out = append(out, &search.Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans})
		}
	}
	if met.Kind&vm.InvalidEnd != 0 && !l.NoEnd {
		out = append(out, &search.Fault{EndState: true, Msg: "invalid end state"})
	}
	return out
}

// claimEnds returns the fault of a claim that has reached its end.
func claimEnds() *search.Fault {
	return &search.Fault{ClaimEnd: true, Msg: "end state in claim reached"}
}

// sort identifies an error, independent of its path.
func sort(f *search.Fault) batch.Met {
	if f.EndState {
		return batch.Met{End: true}
	}
	return batch.Met{Kind: f.Kind, Msg: f.Msg}
}

// lift gives a fault the moves that lead to it, the nth of its sort in the last state of a path.
func (t *tracing) lift(f *search.Fault, path [][]byte, nth int) bool {
	var moves []vm.Move
	var err error
	if t.beside != nil {
		moves, err = confirm.LiftBeside(t.beside, path, f)
	} else {
		moves, err = confirm.Lift(t.prog, path, f, nth)
	}
	if err != nil {
		t.wrong = err
		return false
	}
	f.Moves = func() []vm.Move { return moves }
	return true
}

// has reports whether an error of a sort was found.
func (t *tracing) has(m batch.Met) bool {
	return slices.ContainsFunc(t.found, func(f *search.Fault) bool { return sort(f) == m })
}

// paths finds shortest paths to errors that a search has counted: one to each kind of them, or to the first
// one in breadth-first order, if the search ended there. It adds them to the findings. It returns false if
// not all were found; then none was added.
func (a *attempt) paths(r *report.Report, of *batch.Result) (bool, error) {
	in := a.findingsIn(r)
	prog, err := in.Anew()
	if err != nil || space.Takes(prog) != "" {
		return false, err
	}
	limits := a.limits(r)
	limits.States = tracedTimes*of.Stored + tracedStates
	ctx, cut := a.ctx, len(of.Incomplete) > 0
	if ctx.Err() != nil {
		late, stop := context.WithTimeout(context.WithoutCancel(ctx), tracedLate)
		defer stop()
		ctx = late
	}
	wanted := of.Errors
	if limits.Errors == 0 {
		wanted = 0
	}
	var decided []vm.Effect
	var beside system.System
	if a.Part.Moves() {
		decided, _ = prog.Terminal()
		beside = a.beside(system.Of(vm.NewMachine(prog)), false)
	}
	var t *tracing
	left := map[batch.Met]bool{}
	task := &batch.Task{Context: ctx, Limits: limits, Restless: maxRepacks}
	_, _, err = space.Trace(prog, decided, nil, nil, task, func() func(*space.Traced) bool {
		t = &tracing{prog: prog, beside: beside}
		for _, m := range of.Met {
			left[m] = true
		}
		return func(e *space.Traced) bool {
			for _, f := range faultsOf(&limits, e.Lead) {
				t.n++
				if m := sort(f); left[m] || wanted > 0 && !t.has(m) {
					if !t.lift(f, e.Path(), 0) {
						return false
					}
					t.found, t.nth = append(t.found, f), append(t.nth, t.n)
					delete(left, m)
				}
				if wanted > 0 && t.n == wanted || wanted == 0 && len(left) == 0 {
					return false
				}
			}
			return true
		}
	})
	all := wanted > 0 && t.n == wanted || wanted == 0 && len(left) == 0
	if err != nil || t.wrong != nil || !all && (!cut || len(t.found) == 0) {
		return false, nil // the search step by step decides
	}
	in.Nearest = true
	for i, f := range t.found {
		if err := in.AddNth(f, t.nth[i]); err != nil {
			return false, err
		}
	}
	return true, nil
}

// firstOf returns one of the errors that a search has counted, without a path.
func firstOf(res *batch.Result) *search.Fault {
	if len(res.Faults) == 0 {
		return &search.Fault{EndState: true, Msg: "invalid end state"}
	}
	f := slices.MinFunc(res.Faults, func(x, y vm.Fault) int { return cmp.Compare(x.Msg, y.Msg) })
	return &search.Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans}
}

// traced makes the search if every error needs a trail. It returns nil if that fails.
func (a *attempt) traced() *outcome {
	var (
		r     *report.Report
		in    *findings.Findings
		wrong error
	)
	limits := a.limits(a.newReport(way.BatchEngine))
	task := a.batchTask(limits)
	states, res, err := space.Trace(a.Prog, nil, a.less.Rule, a.taken, task, func() func(*space.Traced) bool {
		r = a.newReport(way.BatchEngine)
		in = a.findingsIn(r)
		t := &tracing{prog: a.Prog}
		return func(e *space.Traced) bool {
			path := e.Path()
			had := map[batch.Met]int{}
			for _, f := range faultsOf(&limits, e.Lead) {
				nth := had[sort(f)]
				if had[sort(f)]++; !t.lift(f, path, nth) {
					wrong = t.wrong
					return false
				}
				if wrong = in.Add(f); wrong != nil {
					return false
				}
			}
			return true
		}
	})
	if err != nil || wrong != nil || res.Failed {
		return nil // the search is then made in another way, and ends in the same way
	}
	stored := a.account(r, states, res)
	a.tally(r, &res.Result, stored)
	r.Truncations = findings.Truncations(a.Prog, states.Cuts())
	return a.conclude(r, &res.Result, nil)
}
