package run

import (
	"errors"
	"fmt"
	"os"
	"time"

	"gospin/verifier/batch"
	"gospin/verifier/findings"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/way"
	"gospin/vm"
)

// batches searches in batches of roots; with a reduction, by one worker.
func (a *attempt) batches() (*outcome, error) {
	counts := a.plan.Counts && a.group() == nil // symmetry omits errors that are alike
	if counts && a.o.AllTrail {
		if out := a.traced(); out != nil {
			return out, nil
		}
		counts = false
	}
	r := a.newReport(way.BatchEngine)
	task := a.batchTask(a.limits(r))
	task.Counts = counts
	if err := a.keeps(task); err != nil {
		return nil, err
	}
	cert, err := a.certify(task)
	if err != nil {
		return nil, err
	}
	states, res, err := a.searchBatches(task)
	a.closeDisk(task, r)
	switch {
	case cert != nil && (errors.Is(err, batch.ErrWide) || errors.Is(err, batch.ErrRestless)):
		return nil, plan.Refusal("-certificate is not for this model: " + err.Error())
	case errors.Is(err, batch.ErrWide):
		return &outcome{stop: plan.TooWide}, nil
	case errors.Is(err, batch.ErrDeep):
		return &outcome{stop: plan.TooDeep}, nil
	case errors.Is(err, batch.ErrRestless):
		return &outcome{stop: plan.Restless}, nil
	case err != nil:
		return nil, err
	}
	stored := a.account(r, states, res)
	if a.Part.Claim != "" {
		res.Visited = res.Stored // like a nested search that finds no accepting state
	}
	if res.Failed && a.plan.Counts && a.o.Errors != 1 && states.Exchanges() && a.o.Checkpoint == "" {
		return a.evenly("all errors are wanted, also those that are alike").batches()
	}
	if res.Failed {
		stop, fault := stopReason(res, a.limits(r), a.Part.Claim != "")
		if a.traces(stop) {
			found := *res
			found.Errors, found.Met = 1, []batch.Met{sort(fault)}
			if ok, err := a.paths(r, &found); err != nil {
				return nil, err
			} else if ok {
				a.tally(r, &found.Result, stored)
				tallyUnmove(r, &res.Unmove)
				reportLeft(r, res)
				return a.conclude(r, &found.Result, nil), nil
			}
		}
		return &outcome{report: r, stop: stop, fault: fault, result: &res.Result, stored: stored}, nil
	}
	if res.Cycle {
		stop, err := a.closes(r, states, res)
		if stop != 0 || err != nil {
			out := &outcome{report: r, stop: stop, fault: cycleFault(), result: &res.Result, stored: stored}
			return out, err
		}
	}
	if counts && res.Errors > 0 {
		if ok, err := a.paths(r, res); err != nil {
			return nil, err
		} else if !ok {
			return &outcome{
				report: r, stop: plan.Fault, fault: firstOf(res), result: &res.Result, stored: stored,
			}, nil
		}
	}
	a.tally(r, &res.Result, stored)
	r.Truncations = findings.Truncations(a.Prog, states.Cuts())
	tallyUnmove(r, &res.Unmove)
	reportLeft(r, res)
	out := a.conclude(r, &res.Result, nil)
	cert.end(r)
	return out, nil
}

// evenly is the same attempt without symmetry.
func (a *attempt) evenly(why string) *attempt {
	out, p := *a, *a.plan
	p.Symmetric, p.Uneven = false, why
	out.plan = &p
	clear(a.taken)
	return &out
}

// traces reports whether the path to the error that has ended a search is searched for in batches. If paths
// are not shortened, or the order is depth first, the path is the depth-first one.
func (a *attempt) traces(stop plan.Stop) bool {
	return stop == plan.Fault && !a.Part.Quiet && a.o.Errors == 1 && (a.o.Shorten > 0 || a.o.Shortest) &&
		a.plan.Order != way.DepthFirst && a.group() == nil
}

// account adds the figures of a search, and returns the memory of its states.
func (a *attempt) account(r *report.Report, states *space.Space, res *batch.Result) store.Stats {
	did := states.Stats() // it marks the transitions taken
	switch g := a.group(); {
	case g == nil:
	case !states.Exchanges():
		r.Symmetry = ""
		if !a.o.Unasked {
			r.Symmetry = "not used: states have too many components"
		}
	default:
		g.Take(a.taken)
		if of, each := states.GaveUp(); of > 0 {
			r.Symmetry += fmt.Sprintf("; not used after %d states, of which one stands for %.2g", of, each)
		}
	}
	if r.Workers = res.Workers; a.o.Stats {
		r.Stats = newStats(&did, &res.Stats)
	}
	return storedIn(states, res)
}

// batchTask returns the parameters of the planned search.
func (a *attempt) batchTask(limits search.Limits) *batch.Task {
	task := &batch.Task{
		Context:  a.ctx,
		Progress: a.report,

		Order: way.OrderNamed(a.plan.Order).Batch,
		Set:   a.plan.Store.Set,

		Cycles: a.plan.Cycles,

		PauseAt: a.pauseAt,
		Pause:   a.pause,

		Restless: maxRepacks,
		Workers:  a.plan.Workers,
		Crew:     a.o.Crew,
		Limits:   limits,
		Stats:    a.o.Stats,
	}
	if a.plan.Cycles {
		task.Fair = a.demands()
	}
	if a.plan.Late {
		task.Late = worthWorkers
	}
	if a.less.Rule != nil {
		task.Workers = 1
	}
	if a.plan.Store.Name == way.Unmove {
		a.unmove(task)
	}
	if a.o.OpenMemory > 0 {
		folder := a.o.Checkpoint
		if folder == "" {
			folder = os.TempDir()
		}
		task.Disk = roots.NewDisk(folder, a.o.OpenMemory/int64(max(1, task.Workers)))
	}
	return task
}

// closeDisk gives up the file of open states, and says if not all went there that should have.
func (a *attempt) closeDisk(task *batch.Task, r *report.Report) {
	if task.Disk == nil {
		return
	}
	_ = task.Disk.Close()
	if err := task.Disk.Full(); err != nil {
		r.Warnings = append(r.Warnings, "open states stayed in memory, against -open-mem: "+err.Error())
	}
}

// searchBatches makes a search in batches.
func (a *attempt) searchBatches(task *batch.Task) (*space.Space, *batch.Result, error) {
	var decided []vm.Effect // by control state of a claim that moves
	if a.Part.Moves() {
		if decided, _ = a.Prog.Terminal(); a.plan.Cycles {
			decided, _ = a.Prog.ClaimEnds()
		}
	}
	return space.Search(a.Prog, decided, a.less.Rule, a.group(), a.taken, task)
}

// worthWorkers is the duration after which further workers join a search.
const worthWorkers = time.Second

// maxRepacks is the number of consecutive changes of roots' layout after which a search is left to the
// machine.
const maxRepacks = 64

// storedIn returns the memory of the states of a search in batches.
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

// newStats returns the statistics of a search in batches.
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

// met returns why a search in batches was stopped, and the error that it found.
func stopReason(res *batch.Result, limits search.Limits, claim bool) (plan.Stop, *search.Fault) {
	for _, f := range res.Faults {
		if !limits.Excuses(f.Kind) {
			return plan.Fault, &search.Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans}
		}
	}
	switch {
	case res.Kind&vm.InvalidEnd != 0 && !claim:
		return plan.Fault, &search.Fault{EndState: true, Msg: "invalid end state"}
	case res.Kind&vm.ClaimEnd != 0:
		return plan.Fault, claimEnds()
	case res.Kind&vm.Accepting != 0:
		return plan.Cycle, cycleFault()
	}
	return plan.Stuck, nil
}
