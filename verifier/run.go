package verifier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gospin/promela/diag"
	"gospin/verifier/host"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/compile"
)

// Run verifies a model: every property that the options leave in, each in a search of its own. An error is
// about the options, the model, or gospin itself; what the searches find is in the Report. When ctx is done,
// the search under way ends, and what has been seen is reported.
func Run(ctx context.Context, o Options) (*Report, error) {
	o, err := o.settled()
	if err != nil {
		return nil, err
	}
	done, err := o.beginCTL()
	if err != nil {
		return nil, err
	}
	defer done()
	if err := o.pickSweep(ctx); err != nil {
		return nil, err
	}
	model, err := o.Open()
	if err != nil {
		return nil, err
	}
	parts, err := o.parts(model.Tree)
	if err == nil {
		err = o.checkMonitors(model, parts)
	}
	if err != nil {
		return nil, err
	}
	o.nameTrails(parts)
	if o.Look != nil {
		if model.Tree.Warnings, err = o.Look(model.Tree); err != nil {
			return nil, err
		}
	}
	var reports, all []*Report
	how, _ := o.mode()
	for i := range parts {
		if err := o.unmovable(how, &parts[i]); err != nil {
			return nil, err
		}
	}
	for i, p := range parts {
		if o.First && slices.ContainsFunc(reports, func(r *Report) bool { return r.Verdict == Violated }) {
			reports[0].unchecked(p.kind, p.title(), "no search was made: another property is violated (-first)")
			continue
		}
		p.named = slices.ContainsFunc(reports, func(r *Report) bool {
			return slices.ContainsFunc(r.Properties, func(p Property) bool { return p.Trail != "" })
		})
		p.later = i > 0
		r, err := run(ctx, o, model, p)
		var list diag.List
		if p.claim != "" && p.later && errors.As(err, &list) {
			reports[0].unchecked(p.kind, p.name, list[0].Msg) // the rest of the model is fine
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := o.checkCTL(ctx, r); err != nil {
			return nil, err
		}
		if err := o.remarkVacuous(ctx, model, p, r); err != nil {
			return nil, err
		}
		r.own = len(r.Properties)
		alone := *r
		reports, all = append(reports, r), append(all, &alone)
		if o.Ended != nil {
			if err := o.Ended(r); err != nil {
				return nil, err
			}
		}
	}
	r := join(reports)
	r.all = all
	r.Removed = o.removeStale(r.Properties)
	return r, nil
}

// job is the search of one part.
type job struct {
	ctx             context.Context
	o               *Options
	model           *source.Model
	part            part
	how             mode
	aim             source.Aim
	prog            *vm.Program
	less            *reduction
	taken           []byte // as search.Task has it
	start, compiled time.Time
	watch           *watch
	picked          string    // why auto took the mode
	machine         string    // why a search that could do without the machine is made with it
	hurried         time.Time // when a search depth first that comes to no error is given up; zero: never
	wrong           error     // of what orders states
	known           uint64    // states that there are, if they have been counted
}

// run makes the search of one part.
func run(ctx context.Context, o Options, model *source.Model, p part) (*Report, error) {
	j := &job{ctx: ctx, o: &o, model: model, part: p, start: time.Now()}
	if err := j.prepare(); err != nil {
		return nil, err
	}
	if o.sweeps() {
		return j.swept()
	}
	if err := o.notLean(j.prog); err != nil {
		return nil, err
	}
	kind, ok := o.keptAs(j.how)
	if ok {
		j.machine = o.unbatched(&p, j.less, j.prog)
	}
	if err := o.inOrder(j.less); err != nil {
		return nil, err
	}
	if !ok {
		if o.explores() && j.how.kind == rootsMode {
			j.asComponents("the order is kept step by step")
		}
		return j.step()
	}
	if j.machine != "" {
		if j.how.kind == unmoveMode {
			return nil, fmt.Errorf("-compress=%s is not for this model: %s; take -compress=tree", unmoveMode,
				j.machine)
		}
		if (p.claim != "" || o.explores()) && j.how.kind == rootsMode {
			j.asComponents(j.machine)
		}
		return j.step()
	}
	return j.batched(kind)
}

// asComponents has a search that is not in batches keep roots all the same, if it can: the engine is the
// same, and goes step by step there.
func (j *job) asComponents(why string) {
	if j.machine = why; space.TakesSystem(j.prog) {
		j.how.kind = "collapse"
	}
}

// prepare settles the mode, and compiles the model.
func (j *job) prepare() (err error) {
	o := j.o
	if o.Compress == "auto" {
		if o.Compress, j.picked, err = pick(j.ctx, o, j.model, &j.part); err != nil {
			return err
		}
	}
	if j.how, err = o.mode(); err != nil {
		return err
	}
	j.aim = o.aim(j.how, j.part.claim, j.part.trace == nil)
	if j.prog, err = j.model.Compile(j.aim); err != nil {
		return err
	}
	j.compiled = time.Now()
	j.taken = make([]byte, len(j.prog.Trans))
	j.less = o.reduction(&j.part, j.model, j.prog)
	j.less.merging = j.aim.Merging()
	j.watch = &watch{
		ctx: j.ctx, tell: o.Progress, about: j.part.title(), start: j.compiled,
		enough: host.Memory() / 10 * 9,
	}
	return nil
}

// step makes the search step by step: depth first, over a system and a store of states.
func (j *job) step() (*Report, error) {
	o, p := j.o, j.part
	var err error
	if j.known, err = j.census(); err != nil {
		return nil, err
	}
	making := &making{j.ctx, o, j.how, j.prog, j.less, j.taken, 0, j.known}
	st, err := making.make()
	if err != nil {
		return nil, err
	}
	defer st.Free()
	r := j.newReport(st.engine, depthFirst)
	if o.explores() {
		r.Order = o.Order
	}
	r.GoesBy = st.by
	task := &search.Task{
		Sys:     p.beside(st.sys, o.Fair),
		Store:   st.Store,
		OnFault: j.findings(r).add,
		Taken:   j.taken,
		Copies:  o.Fair,
		Proviso: j.less.proviso,
		Limits:  j.limits(r),
	}
	task.Progress = j.lookAfter(&task.Limits)
	res, err := j.search(task, st)
	if err != nil {
		return nil, err
	}
	r.Time = j.times()
	r.count(res, st.Stats())
	r.cache(st, res, j.known)
	st.tell(r, o)
	full := st.Err()
	if !res.Stopped && o.Runs > 1 {
		st.Free()
		if err := r.again(making, j, task, res); err != nil {
			return nil, err
		}
	}
	j.conclude(r, res, full)
	return r, nil
}

// newReport is the report of a search that is about to begin.
func (j *job) newReport(engine, order string) *Report {
	o, p := j.o, &j.part
	r := &Report{
		Model:      o.Model,
		Options:    o.asMap(),
		Compress:   o.Compress,
		Engine:     engine,
		Order:      order,
		Picked:     j.picked,
		Assertions: !o.NoAssert && !p.noAssert && p.claim == "",
		EndStates:  !o.NoEnd && !p.noEnd && p.claim == "",
		Fair:       o.Fair,
		Omitted:    newOmitted(o),
	}
	if p.trace != nil {
		r.trace = traceKind(p.trace)
	}
	if !p.later {
		for _, w := range j.model.Tree.Warnings {
			r.Warnings = append(r.Warnings, w.String())
		}
	}
	if p.claim != "" {
		r.Claim = p.name
	}
	if j.machine != "" {
		switch r.EngineReason = j.machine; {
		case j.how.kind == rootsMode:
			r.Compress = keysMode
		case o.Compress == rootsMode || o.Compress == unmoveMode:
			r.Compress = j.how.kind
		}
	}
	j.less.tell(r)
	if o.Lean && r.Reductions == "none" {
		r.Reductions = "edge-lean"
	} else if o.Lean {
		r.Reductions += ", edge-lean"
	}
	return r
}

func (j *job) findings(r *Report) *findings {
	return &findings{
		ctx:     j.ctx,
		until:   j.compiled.Add(j.o.Time),
		o:       j.o,
		part:    j.part,
		prog:    j.prog,
		report:  r,
		aim:     j.aim,
		compile: func() (*vm.Program, error) { return j.model.Compile(j.aim.Unmerged()) },
	}
}

// limits are those of a search that reports to r.
func (j *job) limits(r *Report) search.Limits {
	l := search.Limits{
		Depth:    j.o.Depth,
		Memory:   j.o.Memory,
		Errors:   j.o.Errors,
		States:   j.o.States,
		NoAssert: !r.Assertions,
		NoEnd:    !r.EndStates,
	}
	if j.o.Time > 0 {
		l.Deadline = j.compiled.Add(j.o.Time)
	}
	if h := j.hurried; !h.IsZero() && (l.Deadline.IsZero() || h.Before(l.Deadline)) {
		l.Deadline = h
	}
	return l
}

// lookAfter tells how far a search with these limits is, and ends it when it has to.
func (j *job) lookAfter(l *search.Limits) func(*search.Result) {
	return func(res *search.Result) {
		if j.watch.look(res) {
			l.Deadline = j.compiled // the search looks at it again soon
		}
	}
}

// times are those of a search that has just ended.
func (j *job) times() Times {
	return Times{Compile: j.compiled.Sub(j.start).Seconds(), Search: time.Since(j.compiled).Seconds()}
}

// conclude adds to the report what follows from a search's end. Full is why the store took no more.
func (j *job) conclude(r *Report, res *search.Result, full error) {
	if !res.Stopped && j.part.claim == "" {
		r.unreached(j.prog.Unreached(j.taken))
	}
	r.invalid = j.less.invalid()
	reasons := r.reasons(res, j.watch.stopped, full)
	r.cut = strings.Join(reasons, "; ")
	r.conclude(j.part, append(reasons, r.invalid...))
	r.remarkMissed(j.prog)
	j.remarkClaim(r)
}

// beside puts the part's claim beside a system.
func (p *part) beside(sys system.Claimed, fair bool) system.System {
	var out *product.Product
	switch p.claim {
	case "":
		return sys
	case compile.AcceptanceClaim:
		out = product.Bare(sys)
	default:
		if out = product.New(sys); p.kind == "ltl" {
			out = out.Ends()
		}
	}
	if fair {
		return out.Fair()
	}
	return out
}

// search searches for what the part is about.
func (p *part) search(t *search.Task) (*search.Result, error) {
	if p.claim == "" {
		return search.DFS(t)
	}
	return search.Nested(t)
}

// states is what a search has counted.
func states(res *search.Result) States {
	s := States{
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

func (r *Report) count(res *search.Result, stats store.Stats) {
	r.States = states(res)
	r.Errors, r.found = res.Errors, res.Errors
	r.Complete = !res.Stopped && len(res.Incomplete) == 0
	r.Memory = Memory{
		StateVector: res.MaxVector,
		Store:       stats.Bytes,
		Parts:       stats.Parts,
		Stack:       res.Stack,
		PeakRSS:     host.PeakRSS(),
	}
	if r.Omitted != nil {
		r.Omitted.add(RunFigures{r.States, res.Errors, stats.Omissions, r.Time.Search})
	}
	if res.Stored > 0 {
		r.Memory.BytesPerState = float64(stats.Bytes) / float64(res.Stored)
	}
	if slices.Contains(res.Incomplete, search.DepthLimit) {
		r.Messages = append(r.Messages, "error: max search depth too small")
	}
}

// reasons are those of an incomplete search, with the flag that helps; stopped is ours, if we ended it, and
// full why the store took no more, if it was not for want of memory.
func (r *Report) reasons(res *search.Result, stopped string, full error) []string {
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
			why += ": give more with -mem" + r.sparing()
		case why == search.TimeLimit && stopped != "":
			why = stopped
		case why == search.TimeLimit:
			why += ": give more with -time"
		case why == search.StateLimit:
			why += ": give more with -states"
		}
		out = append(out, why)
	}
	return out
}

// sparing says how a search that was out of memory may do with less.
func (r *Report) sparing() string {
	switch {
	case r.Memory.Stack > r.Memory.Store:
		return fmt.Sprintf(
			"; the path of the search takes %s of it, and -m bounds its depth",
			Size(r.Memory.Stack),
		)
	case r.Compress == bitstateMode:
		return ", or use less with a smaller -w"
	case r.Compress == hashMode:
		return ", or use less with fewer bits of a hash (-hc=32), or with -bitstate"
	case r.Compress == "tree" || r.Compress == "ma" || r.Compress == unmoveMode:
		return ", or search approximately with -bitstate or -hc"
	case r.Compress == "collapse" || r.Compress == "trained" || r.Compress == rootsMode:
		return ", or use less with -compress=tree or -compress=ma"
	}
	return ", or use less with -compress=collapse, or least with -compress=tree or -compress=ma"
}

// conclude draws the verdict.
func (r *Report) conclude(p part, reasons []string) {
	if m := &r.Memory; m.Store > 0 {
		m.TotalPerState = m.BytesPerState * float64(m.Store+m.Stack) / float64(m.Store)
	}
	r.addHeld("end-state", endStates, r.EndStates)
	r.addHeld("assertion", "assertions", r.Assertions)
	if p.trace != nil {
		r.addHeld(r.trace, p.trace.Name, true)
	}
	r.addHeld(p.kind, p.name, p.claim != "")
	if r.Omitted != nil {
		reasons = append(reasons, r.Omitted.verdict())
	}
	switch {
	case r.Errors > 0:
		r.Verdict = Violated
	case len(reasons) > 0:
		r.Verdict, r.Reason = Inconclusive, strings.Join(reasons, "; ")
	default:
		r.Verdict = Holds
	}
	r.Exit = r.Verdict.ExitCode()
}

// addHeld adds a property in front that was looked for and not found violated.
func (r *Report) addHeld(kind, name string, wanted bool) {
	if !wanted || slices.ContainsFunc(r.Properties, func(p Property) bool { return p.Kind == kind }) {
		return
	}
	p := Property{Name: name, Kind: kind, Verdict: Holds}
	switch {
	case !r.Complete:
		p.Verdict, p.Message = Inconclusive, "the search was not completed"
	case len(r.invalid) > 0:
		p.Verdict, p.Message = Inconclusive, "the search may have left out too much"
	case r.Omitted != nil:
		p.Verdict, p.Message = Inconclusive, r.Omitted.verdict()
	}
	r.Properties = slices.Insert(r.Properties, 0, p)
}

// unchecked names a property that nothing looks at, and why.
func (r *Report) unchecked(kind, name, why string) {
	r.Unchecked = append(r.Unchecked, name)
	r.Properties = append(r.Properties, Property{Name: name, Kind: kind, Verdict: Inconclusive, Message: why})
	if r.Verdict != Violated {
		r.Verdict = Inconclusive
		if r.Reason != "" {
			r.Reason += "; "
		}
		r.Reason += "not checked: " + name + "; -noclaim leaves claims out on purpose"
		r.Exit = r.Verdict.ExitCode()
	}
}
