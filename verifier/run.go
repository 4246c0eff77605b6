package verifier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gospin/promela/diag"
	"gospin/verifier/product"
	"gospin/verifier/search"
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
	model, err := o.Open()
	if err != nil {
		return nil, err
	}
	parts, err := o.parts(model.tree)
	if err != nil {
		return nil, err
	}
	var reports []*Report
	for i, p := range parts {
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
		reports = append(reports, r)
	}
	return join(reports), nil
}

// run makes the search of one part.
func run(ctx context.Context, o Options, model *Model, p part) (*Report, error) {
	start := time.Now()
	picked := ""
	if o.Compress == "auto" {
		name, why, err := pick(&o, model)
		if err != nil {
			return nil, err
		}
		o.Compress, picked = name, why
	}
	how, err := o.mode()
	if err != nil {
		return nil, err
	}
	aim := o.aim(how, p.claim, p.later)
	prog, err := model.Compile(aim)
	if err != nil {
		return nil, err
	}
	compiled := time.Now()
	taken := make([]byte, len(prog.Trans))
	less := o.reduction(&p, model, prog)
	making := &making{ctx, &o, how, prog, less, taken, 0}
	st, err := making.make()
	if err != nil {
		return nil, err
	}
	defer st.Free()
	r := newReport(&o, p, model, st)
	less.merging = aim.merging()
	less.tell(r)
	r.Picked = picked
	found := &findings{
		o:       &o,
		part:    p,
		prog:    prog,
		report:  r,
		aim:     aim,
		compile: func() (*vm.Program, error) { return model.Compile(aim.unmerged()) },
	}
	task := &search.Task{
		Sys:     p.beside(st.sys, o.Fair),
		Store:   st.Store,
		OnFault: found.add,
		Taken:   taken,
		Copies:  o.Fair,
		Proviso: less.proviso,
		Limits: search.Limits{
			Depth:    o.Depth,
			Memory:   o.Memory,
			Errors:   o.Errors,
			NoAssert: !r.Assertions,
			NoEnd:    !r.EndStates,
		},
	}
	if o.Time > 0 {
		task.Limits.Deadline = compiled.Add(o.Time)
	}
	w := &watch{ctx: ctx, tell: o.Progress, start: compiled, enough: machineMemory() / 10 * 9}
	task.Progress = func(res *search.Result) {
		if w.look(res) {
			task.Limits.Deadline = compiled // the search looks at it again soon
		}
	}
	res, err := p.search(task)
	if err != nil {
		return nil, err
	}
	r.Time = Times{Compile: compiled.Sub(start).Seconds(), Search: time.Since(compiled).Seconds()}
	r.count(res, st.Stats())
	st.tell(r, &o)
	full := st.Err()
	if !res.Stopped && o.Runs > 1 {
		st.Free()
		if err := r.again(making, p, task, res); err != nil {
			return nil, err
		}
	}
	if !res.Stopped && p.claim == "" {
		r.unreached(prog.Unreached(task.Taken))
	}
	r.invalid = less.invalid()
	r.conclude(p, append(r.reasons(res, w.stopped, full), r.invalid...))
	return r, nil
}

// newReport is the report of a search that is about to begin.
func newReport(o *Options, p part, model *Model, st *made) *Report {
	r := &Report{
		Model:      o.Model,
		Options:    o.asMap(),
		Compress:   o.Compress,
		Engine:     st.engine,
		GoesBy:     st.by,
		Assertions: !o.NoAssert,
		EndStates:  !o.NoEnd,
		Fair:       o.Fair,
		Omitted:    newOmitted(o),
	}
	if p.trace != nil {
		r.trace = traceKind(p.trace)
	}
	if !p.later {
		for _, w := range model.tree.Warnings {
			r.Warnings = append(r.Warnings, w.String())
		}
	}
	if p.claim != "" {
		r.Claim, r.EndStates = p.name, false
		r.Assertions = !p.later && r.Assertions // else they have been looked for
	}
	return r
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
		out = product.New(sys)
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
		PeakRSS:     peakRSS(),
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
		case why == search.MemoryLimit && full != nil:
			why = full.Error()
		case why == search.MemoryLimit:
			why += ": give more with -mem" + r.sparing()
		case why == search.TimeLimit && stopped != "":
			why = stopped
		case why == search.TimeLimit:
			why += ": give more with -time"
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
	case r.Compress == "tree" || r.Compress == "ma":
		return ", or search approximately with -bitstate or -hc"
	case r.Compress == "collapse" || r.Compress == "trained":
		return ", or use less with -compress=tree or -compress=ma"
	}
	return ", or use less with -compress=collapse, or least with -compress=tree or -compress=ma"
}

// conclude draws the verdict.
func (r *Report) conclude(p part, reasons []string) {
	r.addHeld("end-state", "invalid end states", r.EndStates)
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
