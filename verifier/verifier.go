package verifier

import (
	"context"
	"errors"
	"slices"

	"gospin/promela/diag"
	"gospin/verifier/ask"
	"gospin/verifier/findings"
	graphs "gospin/verifier/graph/build"
	"gospin/verifier/graph/query"
	"gospin/verifier/limit"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/run"
	"gospin/verifier/source"
	"gospin/verifier/tune"
)

// Run verifies a model: every property that the options leave in, each in a search of its own. An error is
// about the options, the model, or gospin itself; what the searches find is in the Report. When ctx is done,
// or the time is up that the options give, the search under way ends, and what has been seen is reported. It
// is an error, a limit.Reached, only if nothing has been seen.
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

// runAll makes a run of settled options.
func runAll(ctx context.Context, o Options) (*report.Report, error) {
	v, err := begin(ctx, o)
	if err != nil {
		return nil, err
	}
	defer v.free()
	for i := range v.parts {
		if v.skips(ctx, i) {
			continue
		}
		r, err := v.search(ctx, i)
		if err != nil && v.goesOn(i, err) {
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
	findings.RemarkOverflow(ctx, v.options, v.model, r)
	r.Removed = findings.RemoveStale(v.options, r.Properties)
	return r, nil
}

// verification is a run: the parts of the question, and the reports of those that have been searched.
type verification struct {
	options *Options
	model   *source.Model
	parts   []ask.Part
	jobs    []*run.Job // by the part; nil: it is planned when it is searched
	reports []*report.Report
	all     []*report.Report // the same, each as it was before the reports are joined
	free    func()
}

// begin reads the model, and refuses what can't be searched as the options ask.
func begin(ctx context.Context, o Options) (v *verification, err error) {
	// Searches account for their own memory. The watch is for what is read and compiled before the first.
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
	v = &verification{options: &o, free: free}
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
// that is not for all of them. Models that do not compile with a claim are reported later.
func (v *verification) planClaims(ctx context.Context) error {
	v.jobs = make([]*run.Job, len(v.parts))
	if !v.options.Sweeps() && !v.options.Explores() {
		return nil
	}
	for i := range v.parts {
		if v.parts[i].Claim == "" {
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

// skips reports whether no search is made of a part, and reports why.
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

// search plans the search of a part, and makes it.
func (v *verification) search(ctx context.Context, i int) (*report.Report, error) {
	j, err := v.job(ctx, i)
	if err != nil {
		return nil, err
	}
	j.Part.Named = slices.ContainsFunc(v.reports, func(r *report.Report) bool {
		return slices.ContainsFunc(r.Properties, func(p report.Property) bool { return p.Trail != "" })
	})
	r, err := j.Run(ctx)
	if err != nil {
		return nil, err
	}
	return r, graphs.Check(ctx, v.options, r)
}

// job is the planned search of a part.
func (v *verification) job(ctx context.Context, i int) (*run.Job, error) {
	if v.jobs[i] != nil {
		return v.jobs[i], nil
	}
	v.parts[i].Later = i > 0
	return run.Prepare(ctx, v.options, v.model, &v.parts[i])
}

// goesOn reports whether the run goes on after a search of a part that could not be made, and reports why it
// could not.
func (v *verification) goesOn(i int, err error) bool {
	p := &v.parts[i]
	var list diag.List
	var why limit.Reached
	switch {
	case i == 0:
		return false
	case p.Claim != "" && errors.As(err, &list):
		v.reports[0].LeaveOut(p.Kind, p.Name, list[0].Msg) // the rest of the model is fine
	case errors.As(err, &why):
		v.reports[0].CutOff(p.Kind, p.Title(), findings.Advice(why))
	default:
		return false
	}
	return true
}

// add takes in the report of a search.
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

// GraphBuilt is what came of building a graph.
type GraphBuilt = graphs.Built

// BuildGraph writes the graph of a model's states to Options.Graph. Errors of the model do not end it.
func BuildGraph(ctx context.Context, o Options) (*GraphBuilt, error) {
	m, err := query.Open(ctx, o.Source, o.Labels, o.Strict) // reports better what is wrong
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
