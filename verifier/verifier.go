package verifier

import (
	"context"
	"errors"
	"slices"
	"time"

	"gospin/promela/diag"
	"gospin/verifier/ask"
	"gospin/verifier/cover"
	"gospin/verifier/findings"
	graphs "gospin/verifier/graph/build"
	"gospin/verifier/graph/query"
	"gospin/verifier/limit"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/resume"
	"gospin/verifier/run"
	"gospin/verifier/source"
	"gospin/verifier/tune"
)

// Run verifies a model: every property that the options select. An error concerns the options, the model, or
// gospin itself; the Report has the results of the searches. When ctx is done, or the options' time limit is
// reached, the current search ends, and the results so far are reported. Only if there are none, the error is
// a limit.Reached.
func Run(ctx context.Context, o Options) (*report.Report, error) {
	o, err := o.Settle()
	if err != nil {
		return nil, err
	}
	ctx, stop := limit.Watch(ctx, limit.Budget{Time: o.Time})
	defer stop()
	r, err := runAll(ctx, o)
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = limit.Cause(ctx)
	}
	return r, err
}

// runAll runs with settled options.
func runAll(ctx context.Context, o Options) (*report.Report, error) {
	v, err := begin(ctx, o)
	if err != nil {
		return nil, err
	}
	defer v.free()
	if err := v.kept.Open(v.options, v.parts); err != nil {
		return nil, err
	}
	defer v.kept.Close()
	for i := range v.parts {
		if v.skips(ctx, i) {
			continue
		}
		turn, ended := v.turn(ctx, i)
		r, err := v.search(turn, i)
		ended()
		if err != nil && v.continues(i, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := v.add(r); err != nil {
			return nil, err
		}
	}
	r := report.Join(v.reports)
	r.All = v.all
	if err := v.cover(ctx, r); err != nil {
		return nil, err
	}
	findings.RemarkOverflow(ctx, v.options, v.model, r)
	r.Removed = findings.RemoveStale(v.options, r.Properties)
	return r, nil
}

// cover has statements counted where that is asked for, or where coverage is and no search knows it.
func (v *verification) cover(ctx context.Context, r *report.Report) (err error) {
	o := v.options
	if o.Counts || o.Coverage && r.Coverage == nil {
		aim := source.Aim{Strict: o.Strict}
		r.Coverage, err = cover.Count(ctx, v.model, aim, o.Memory, o.States)
	}
	return err
}

// verification is a run: the parts of the question, and the reports of completed searches.
type verification struct {
	options *Options
	model   *source.Model
	parts   []ask.Part
	jobs    []*run.Job // by the part; nil: it is planned when it is searched
	kept    *resume.Run
	reports []*report.Report
	all     []*report.Report // the same, each before the reports are joined
	free    func()
}

// begin reads the model, and returns an error if the options don't allow it to be searched.
func begin(ctx context.Context, o Options) (v *verification, err error) {
	// Searches account for their own memory. This limit is for reading and compiling before the first one.
	ctx, stop := limit.Watch(ctx, limit.Budget{Memory: o.Memory})
	defer stop()
	o, free, err := graphs.Place(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			free()
		}
	}()
	v = &verification{options: &o, free: free, kept: resume.New(&o)}
	if o, err = tune.PickSweep(ctx, o); err != nil {
		return nil, err
	}
	if v.model, err = o.Open(ctx); err != nil {
		return nil, err
	}
	if v.parts, err = o.Parts(v.model.Tree); err != nil {
		return nil, err
	}
	findings.NameTrails(&o, v.parts)
	if err := v.planClaims(ctx); err != nil {
		return nil, err
	}
	if o.Look != nil {
		v.model.Tree.Warnings, err = o.Look(v.model.Tree)
	}
	return v, err
}

// planClaims plans the searches beside claims before any search is made, where the options ask for an order
// that is not for all of them, and all where they are to be kept. Models that do not compile with a claim are
// reported later.
func (v *verification) planClaims(ctx context.Context) error {
	v.jobs = make([]*run.Job, len(v.parts))
	if !v.options.Sweeps() && !v.options.Explores() && v.kept == nil {
		return nil
	}
	for i := range v.parts {
		if v.parts[i].Claim == "" && v.kept == nil {
			continue
		}
		v.parts[i].Later = i > 0
		j, err := run.Prepare(ctx, v.options, v.model, &v.parts[i])
		var refused plan.Refusal
		if errors.As(err, &refused) {
			return err
		}
		v.jobs[i] = j
	}
	return nil
}

// turn returns the context of a part's search. Of the time that is left, a twentieth remains for each part
// that follows, but at most a quarter for all: what takes longer than there is time does not keep others from
// an answer that takes none. A search that is kept has all the time.
func (v *verification) turn(ctx context.Context, i int) (turn context.Context, ended func()) {
	end, limited := ctx.Deadline()
	later := time.Duration(len(v.parts) - 1 - i)
	if !limited || later == 0 || v.kept != nil {
		return ctx, func() {}
	}
	left := time.Until(end)
	return context.WithDeadlineCause(ctx, end.Add(-min(later*left/20, left/4)), limit.Time)
}

// skips reports whether a part needs no search, and adds the reason to the report.
func (v *verification) skips(ctx context.Context, i int) bool {
	p := &v.parts[i]
	if v.options.First && slices.ContainsFunc(v.reports, violated) {
		v.reports[0].LeaveOut(p.Kind, p.Title(), "no search was made: another property is violated (-first)")
		return true
	}
	why := limit.Cause(ctx)
	if why != "" && i > 0 {
		v.reports[0].CutOff(p.Kind, p.Title(), findings.Advice(why))
	}
	return why != "" && i > 0
}

func violated(r *report.Report) bool { return r.Verdict == report.Violated }

// search plans and makes the search of a part.
func (v *verification) search(ctx context.Context, i int) (*report.Report, error) {
	if r, err := v.kept.Part(i); r != nil || err != nil {
		return r, err
	}
	j, err := v.job(ctx, i)
	if err != nil {
		return nil, err
	}
	j.Keep = v.kept.Keep(i)
	j.Part.Named = slices.ContainsFunc(v.reports, func(r *report.Report) bool {
		return slices.ContainsFunc(r.Properties, func(p report.Property) bool { return p.Trail != "" })
	})
	r, err := j.Run(ctx)
	if err != nil {
		return nil, err
	}
	v.kept.Ended(i, r)
	return r, graphs.Check(ctx, v.options, r)
}

// job returns the planned search of a part.
func (v *verification) job(ctx context.Context, i int) (*run.Job, error) {
	if v.jobs[i] != nil {
		return v.jobs[i], nil
	}
	v.parts[i].Later = i > 0
	return run.Prepare(ctx, v.options, v.model, &v.parts[i])
}

// continues reports whether the run continues after a search that failed, and adds the reason to the report.
func (v *verification) continues(i int, err error) bool {
	p := &v.parts[i]
	var list diag.List
	var why limit.Reached
	switch {
	case i == 0:
		return false
	case p.Claim != "" && errors.As(err, &list):
		v.reports[0].LeaveOut(p.Kind, p.Name, list[0].Msg) // the rest of the model is valid
	case errors.As(err, &why):
		v.reports[0].CutOff(p.Kind, p.Title(), findings.Advice(why))
	default:
		return false
	}
	return true
}

// add adds the report of a search.
func (v *verification) add(r *report.Report) error {
	findings.Describe(r, v.model.Tree)
	r.Own = len(r.Properties)
	alone := *r
	v.reports, v.all = append(v.reports, r), append(v.all, &alone)
	if v.options.Ended != nil {
		return v.options.Ended(r)
	}
	return nil
}

// GraphBuilt is the result of building a graph.
type GraphBuilt = graphs.Built

// BuildGraph writes the graph of a model's states to Options.Graph. Errors of the model do not end it.
func BuildGraph(ctx context.Context, o Options) (*GraphBuilt, error) {
	m, err := query.Open(ctx, o.Source, o.Labels, o.Strict) // has better error messages
	if err != nil {
		return nil, err
	}
	o.Only, o.Errors = []string{ask.OnlySafety}, 0
	r, err := Run(ctx, o)
	if err != nil {
		return nil, err
	}
	return graphs.Of(o.Graph, m.Texts, r), nil
}
