package run

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/ask"
	"gospin/verifier/limit"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/symmetry"
	"gospin/verifier/way"
	"gospin/vm"
)

// Job is the search of one part: the model, compiled with the part's claim, and the plan.
type Job struct {
	Options *ask.Options
	Part    ask.Part
	Plan    *plan.Plan
	Prog    *vm.Program
	Keep    *Keep // nil: the search is not kept

	model    *source.Model
	aim      source.Aim
	bare     *vm.Program   // the model without the claim, for short searches
	text     string        // preprocessed, for a certificate
	compiled time.Duration // time for compiling
}

// Prepare compiles a model for a part, and plans the search. An error concerns the model, or is a
// plan.Refusal.
func Prepare(ctx context.Context, o *ask.Options, m *source.Model, p *ask.Part) (*Job, error) {
	begun := time.Now()
	if p.Kind == ask.OnlyOverflow {
		o = o.Unreduced()
	}
	store, err := o.Way()
	if err != nil {
		return nil, err
	}
	j := &Job{Options: o, Part: *p, model: m}
	ctx, stop := j.watched(ctx)
	defer stop()
	j.aim = o.Aim(store, p.Claim, p.Trace == nil)
	j.aim.Overflow = p.Kind == ask.OnlyOverflow
	if j.Prog, err = m.Compile(ctx, j.aim); err != nil {
		return nil, err
	}
	if err := m.Fits(j.Prog, o.Memory); err != nil {
		return nil, err
	}
	if o.Certificate != "" {
		if j.text, err = certifiable(ctx, m); err != nil {
			return nil, err
		}
	}
	facts := plan.FactsOf(j.Prog, m.Tree, p)
	if j.bare = j.Prog; store.Picks && p.Claim != "" {
		if j.bare, err = m.Compile(ctx, o.Aim(store, "", false)); err != nil {
			return nil, err
		}
		facts.Bare = plan.FactsOf(j.bare, m.Tree, &ask.Part{})
	}
	if j.Plan, err = plan.Make(o, facts, p); err != nil {
		return nil, err
	}
	j.compiled = time.Since(begun)
	return j, nil
}

// watched limits the memory before a search, which accounts for its own. After an earlier search, the process
// may not have released its memory yet.
func (j *Job) watched(ctx context.Context) (bounded context.Context, stop func()) {
	if j.Part.Later {
		return ctx, func() {}
	}
	return limit.Watch(ctx, limit.Budget{Memory: j.Options.Memory})
}

// Run executes the plan, including what precedes and follows the search.
func (j *Job) Run(ctx context.Context) (r *report.Report, err error) {
	t := newTask(ctx, j)
	p := j.Plan
	if from := j.from(); from != nil && len(p.Before.Try) > 0 {
		if p, err = t.resumeCandidate(p.Before.Try, from.Store); err != nil {
			return nil, err
		}
	} else if len(p.Before.Try) > 0 {
		if p, err = t.pick(p.Before.Try); err != nil {
			return nil, err
		}
	}
	if r, err = t.follow(p); err != nil {
		return nil, err
	}
	if j.Options.Certificate != "" && r.Certificate == nil {
		r.Certificate = &report.Certificate{File: j.Options.Certificate, Why: onlyWhatHolds}
	}
	if j.Keep != nil && r != nil {
		r.Checkpoint = j.Keep.Said
	}
	return r, j.doubt(ctx, r)
}

// task is the execution of a job, with the common data of its searches.
type task struct {
	*Job
	whole  context.Context
	o      *ask.Options  // with the selected way of storing states
	picked string        // why it was selected
	ahead  time.Duration // time for selecting it
	taken  []byte        // as search.Task has it
	same   found
	begun  time.Time
	// of the first search: when it pauses to look for symmetry, and how often it has
	pauseAt []uint64
	pauses  int
	pausing sync.Mutex
	teller
}

func newTask(ctx context.Context, j *Job) *task {
	now := time.Now()
	return &task{
		Job: j, whole: ctx, o: j.Options, taken: make([]byte, len(j.Prog.Trans)), begun: now,
		teller: teller{to: j.Options.Progress, about: j.Part.Title(), start: now, limit: j.Options.Memory},
	}
}

// times returns the times of a search that has just ended.
func (t *task) times() report.Times {
	return report.Times{Compile: (t.compiled + t.ahead).Seconds(), Search: time.Since(t.begun).Seconds()}
}

// attempt is one search of a task by one plan.
type attempt struct {
	*task
	ctx   context.Context
	plan  *plan.Plan
	less  *way.Reduced
	after *outcome // of the search that it follows; may be nil
	known known
	wrong error // of the expression that orders states

	within uint64 // limit of states; 0 for none
}

// outcome is the result of an attempt.
type outcome struct {
	report *report.Report // nil if there is none
	stop   plan.Stop      // 0 if the report is final
	fault  *search.Fault  // the error found; nil if none is certain
	// for a search in batches
	result *search.Result
	stored store.Stats
}

// found is the symmetry of the program, once it has been searched for.
type found struct {
	looked  bool            // for all that can be found
	group   *symmetry.Group // nil if there is none
	against []symmetry.Against
	tried   int // states on which it was tried, where that was requested
}

// group returns the symmetry by which the search identifies states, or nil.
func (a *attempt) group() *symmetry.Group {
	if !a.plan.Symmetric {
		return nil
	}
	a.same.look(a.Prog, math.MaxInt)
	return a.same.group
}

// look searches for the symmetry of a program in at most this number of steps, and at most as many as are
// worth their time for a large search.
func (f *found) look(prog *vm.Program, steps int) {
	if !f.looked {
		f.group, f.against, f.looked = symmetry.FindWithin(prog, min(steps, symmetry.AllSteps))
		f.looked = f.looked || steps >= symmetry.AllSteps
		if f.group != nil && !f.looked { // the search begins again anyway, so it is worth it to find all
			f.group, f.against, _ = symmetry.FindWithin(prog, symmetry.AllSteps)
			f.looked = true
		}
	}
}

// triedStates is the number of states on which symmetry is tried, if that was requested.
const triedStates = 10_000

// try tries the symmetry, if that was requested.
func (a *attempt) try() error {
	if a.o.Symmetry != ask.TriedSymmetry || a.same.tried > 0 || a.group() == nil {
		return nil
	}
	tried, wrong := a.same.group.Try(a.ctx, a.Prog, triedStates)
	if wrong != "" {
		return fmt.Errorf("internal error: symmetry: %s", wrong)
	}
	a.same.tried = tried
	return nil
}

// engines make searches.
var engines = map[plan.Engine]func(*attempt) (*outcome, error){
	plan.Batches:    (*attempt).batches,
	plan.Stepwise:   (*attempt).steps,
	plan.SweepLine:  (*attempt).sweep,
	plan.SweepCache: (*attempt).sweepCached,
	plan.Nearest:    (*attempt).nearest,
	plan.Split:      (*attempt).split,
	plan.Fairly:     (*attempt).fairly,
}

// attempt makes a search by a plan. If memory runs out outside of the search, before it begins or in what
// follows, attempt returns a report of that. A search that runs out of memory itself reports its counts.
func (t *task) attempt(
	ctx context.Context, p *plan.Plan, after *outcome, within uint64,
) (out *outcome, err error) {
	none := way.ReductionNamed(way.Unreduced)
	a := &attempt{task: t, ctx: ctx, plan: p, after: after, within: within}
	if a.less, err = none.Make(ctx, t.Prog, false); err != nil {
		return nil, err
	}
	defer func() {
		if offheap.Exhausted(recover()) {
			out, err = a.spent(), nil
		}
	}()
	clear(t.taken)
	if err := a.reduce(); err != nil {
		return nil, err
	}
	if a.known, err = a.findOut(); err != nil {
		return nil, err
	}
	if err := a.try(); err != nil {
		return nil, err
	}
	return engines[p.Engine](a)
}

// reduce makes the planned reduction. If there is no more time for it, an error found before is not lost.
func (a *attempt) reduce() (err error) {
	ctx, stop := a.watched(a.ctx)
	defer stop()
	if a.after != nil || a.plan.Plain != nil { // nor what was counted
		ctx = context.WithoutCancel(ctx)
	}
	how := &a.plan.Reduction
	a.less, err = how.Make(ctx, a.Prog, how.Static)
	return err
}

// spent returns the outcome of a search that had too little memory to count anything.
func (a *attempt) spent() *outcome {
	r := a.newReport(way.MachineEngine)
	res := &search.Result{Stopped: true, Incomplete: []string{search.NoMemory}}
	a.tally(r, res, store.Stats{})
	return a.conclude(r, res, nil)
}
