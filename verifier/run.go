package verifier

import (
	"context"
	"errors"
	"slices"
	"time"

	"gospin/compression"
	"gospin/promela/diag"
	"gospin/verifier/ask"
	"gospin/verifier/confirm"
	"gospin/verifier/findings"
	graphs "gospin/verifier/graph/build"
	"gospin/verifier/graph/query"
	"gospin/verifier/limit"
	"gospin/verifier/plan"
	"gospin/verifier/product"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/system"
	"gospin/verifier/tune"
	"gospin/verifier/way"
	"gospin/vm"
	"gospin/vm/compile"
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
	// Searches account for their own memory. The watch is for what is read and compiled before the first.
	before, stop := limit.Watch(ctx, limit.Budget{Memory: o.Memory})
	defer stop()
	o, done, err := graphs.Place(before, o)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := tune.PickSweep(before, &o); err != nil {
		return nil, err
	}
	model, err := o.Open(before)
	if err != nil {
		return nil, err
	}
	parts, err := o.Parts(model.Tree)
	if err == nil {
		err = foresee(before, &o, model, parts)
	}
	if err != nil {
		return nil, err
	}
	stop()
	findings.NameTrails(&o, parts)
	if o.Look != nil {
		if model.Tree.Warnings, err = o.Look(model.Tree); err != nil {
			return nil, err
		}
	}
	var reports, all []*report.Report
	for i, p := range parts {
		if o.First && slices.ContainsFunc(reports, violated) {
			reports[0].LeaveOut(p.Kind, p.Title(), "no search was made: another property is violated (-first)")
			continue
		}
		if why := limit.Cause(ctx); why != "" && i > 0 {
			reports[0].CutOff(p.Kind, p.Title(), findings.Advice(why))
			continue
		}
		p.Named = slices.ContainsFunc(reports, func(r *report.Report) bool {
			return slices.ContainsFunc(r.Properties, func(p report.Property) bool { return p.Trail != "" })
		})
		p.Later = i > 0
		r, err := run(ctx, o, model, p)
		var list diag.List
		if p.Claim != "" && p.Later && errors.As(err, &list) {
			reports[0].LeaveOut(p.Kind, p.Name, list[0].Msg) // the rest of the model is fine
			continue
		}
		var why limit.Reached
		if p.Later && errors.As(err, &why) {
			reports[0].CutOff(p.Kind, p.Title(), findings.Advice(why))
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := graphs.Check(ctx, &o, r); err != nil {
			return nil, err
		}
		if err := doubt(ctx, &o, model, p, r); err != nil {
			return nil, err
		}
		findings.Describe(r, model.Tree)
		r.Own = len(r.Properties)
		alone := *r
		reports, all = append(reports, r), append(all, &alone)
		if o.Ended != nil {
			if err := o.Ended(r); err != nil {
				return nil, err
			}
		}
	}
	r := report.Join(reports)
	r.All = all
	findings.RemarkOverflow(ctx, &o, model, r)
	r.Removed = findings.RemoveStale(&o, r.Properties)
	return r, nil
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

func violated(r *report.Report) bool { return r.Verdict == report.Violated }

// job is the search of one part.
type job struct {
	ctx             context.Context
	o               *Options
	model           *source.Model
	part            ask.Part
	facts           *plan.Facts
	plan            *plan.Plan
	aim             source.Aim
	prog            *vm.Program
	less            *way.Reduced
	taken           []byte // as search.Task has it
	begun, compiled time.Time
	teller
	picked  string        // why auto took the mode
	hurried time.Duration // after which a search step by step is given up that comes to no error; 0: never
	wrong   error         // of what orders states
	known   uint64        // states that there are, if they have been counted
}

// run makes the search of one part.
func run(ctx context.Context, o Options, model *source.Model, p ask.Part) (r *report.Report, err error) {
	if p.Kind == ask.OnlyOverflow {
		o = *o.Unreduced()
	}
	j := &job{ctx: ctx, o: &o, model: model, part: p, begun: time.Now()}
	defer j.unlessSpent(&r, &err)
	if err := j.prepare(); err != nil {
		return nil, err
	}
	if decided != nil {
		if err := decided(j); err != nil {
			return nil, err
		}
	}
	switch j.plan.Engine {
	case plan.SweepLine:
		return j.swept()
	case plan.Batches:
		return j.batched()
	}
	return j.step()
}

// decided is for tests: it is called before a search begins, and its error ends the run.
var decided func(*job) error

// prepare compiles the model, and plans the search.
func (j *job) prepare() (err error) {
	o := j.o
	if o.Compress == way.Auto {
		if o.Compress, j.picked, err = pick(j.ctx, o, j.model, &j.part); err != nil {
			return err
		}
	}
	ctx, stop := limit.Watch(j.ctx, limit.Budget{Memory: j.memoryBefore()})
	defer stop()
	if j.aim, j.prog, err = compiled(ctx, o, j.model, &j.part); err != nil {
		return err
	}
	j.compiled = time.Now()
	j.facts = plan.FactsOf(j.prog, j.model.Tree, &j.part)
	if j.plan, err = plan.Make(o, j.facts, &j.part); err != nil {
		return err
	}
	j.taken = make([]byte, len(j.prog.Trans))
	j.teller = teller{to: o.Progress, about: j.part.Title(), start: j.compiled}
	return j.reduce(ctx)
}

// memoryBefore bounds what compiling takes. After an earlier search, the process may not have given back yet
// what that has used.
func (j *job) memoryBefore() int64 {
	if j.part.Later {
		return 0
	}
	return j.o.Memory
}

// reduce makes the reduction that is planned. A rule remembers what it has met, so each search has its own.
func (j *job) reduce(ctx context.Context) (err error) {
	how := &j.plan.Reduction
	j.less, err = how.Make(ctx, j.prog, how.Static)
	return err
}

// compiled compiles a model for a part.
func compiled(
	ctx context.Context, o *Options, m *source.Model, p *ask.Part,
) (source.Aim, *vm.Program, error) {
	how, err := o.Way()
	if err != nil {
		return source.Aim{}, nil, err
	}
	aim := o.Aim(how, p.Claim, p.Trace == nil)
	aim.Overflow = p.Kind == ask.OnlyOverflow
	prog, err := m.Compile(ctx, aim)
	return aim, prog, err
}

// foresee refuses claims that can't be searched as the options ask, before any search is made: those that are
// not decided by where they arrive, in an order other than depth first. Models that do not compile with a
// claim are reported later.
func foresee(ctx context.Context, o *Options, m *source.Model, parts []ask.Part) error {
	if !o.Sweeps() && !o.Explores() {
		return nil
	}
	for i := range parts {
		p := &parts[i]
		if p.Claim == "" {
			continue
		}
		_, prog, err := compiled(ctx, o, m, p)
		if err != nil {
			continue
		}
		if _, err := plan.Make(o, plan.FactsOf(prog, m.Tree, p), p); err != nil {
			return err
		}
	}
	return nil
}

// build has what stores are made of.
func (j *job) build(taken []byte) *way.Build {
	return &way.Build{
		Options: j.o.Ways(), Memory: j.o.Memory, Seed: j.o.Seed, Prog: j.prog, Around: j.less.Around,
		Taken: taken, Known: j.known, Sweeps: j.o.Sweeps(),
		Learn: func() (*compression.Training, string, error) {
			p, from, err := tune.Profile(j.ctx, j.o, j.prog)
			if err != nil {
				return nil, "", err
			}
			return &p.Training, from, nil
		},
	}
}

// step makes the search step by step: depth first, over a system and a store of states.
func (j *job) step() (r *report.Report, err error) {
	o, p := j.o, j.part
	defer j.unlessSpent(&r, &err)
	if j.known, err = j.census(); err != nil {
		return nil, err
	}
	build := j.build(j.taken)
	st, err := j.plan.Store.Make(build)
	if err != nil {
		return nil, err
	}
	defer st.Free()
	r = j.newReport(st.Engine)
	r.GoesBy = st.By
	task := &search.Task{
		Context:  j.ctx,
		Sys:      besideClaim(&p, st.Sys, o.Fair),
		Store:    st.Store,
		OnFault:  j.findingsIn(r).Add,
		Taken:    j.taken,
		Limits:   j.limits(r),
		Progress: j.tell,
	}
	if j.hurried > 0 {
		ctx, stop := context.WithTimeoutCause(j.ctx, j.hurried, limit.Time)
		defer stop()
		task.Context = ctx
	}
	res, err := j.search(task, st)
	if err != nil {
		return nil, err
	}
	r.Time = j.times()
	findings.Tally(r, res, st.Stats())
	tallyCache(r, st, res, j.known)
	st.Report(r, o.Split)
	full := st.Err()
	if !res.Stopped && o.Runs > 1 {
		st.Free()
		if err := again(r, build, j, task, res); err != nil {
			return nil, err
		}
	}
	j.conclude(r, res, full)
	return r, nil
}

// findingsIn are the findings of a search, as they are added to its report.
func (j *job) findingsIn(r *report.Report) *findings.Findings {
	claim := j.part.Claim
	return &findings.Findings{
		Replayer: confirm.Replayer{
			Prog: j.prog,
			Aim:  j.aim,
			Compile: func() (*vm.Program, error) {
				return j.model.Compile(context.WithoutCancel(j.ctx), j.aim.Unmerged())
			},
			Claims: claim != "" && claim != compile.AcceptanceClaim,
			At:     j.part.At,
		},
		Ctx:     j.ctx,
		Options: j.o,
		Part:    j.part,
		Report:  r,
		Beside:  func(sys system.Claimed) system.System { return besideClaim(&j.part, sys, false) },
	}
}

// limits are those of a search that reports to r.
func (j *job) limits(r *report.Report) search.Limits {
	return search.Limits{
		Depth:    j.o.Depth,
		Memory:   j.o.Memory,
		Errors:   j.o.Errors,
		States:   j.o.States,
		NoAssert: !r.Assertions,
		NoEnd:    !r.EndStates,

		NoClaimAssert: j.o.NoAssert,
		Overflow:      j.part.Kind == ask.OnlyOverflow,
	}
}

// besideClaim puts a part's claim beside a system.
func besideClaim(p *ask.Part, sys system.Claimed, fair bool) system.System {
	var out *product.Product
	switch p.Claim {
	case "":
		return sys
	case compile.AcceptanceClaim:
		out = product.Bare(sys)
	default:
		if out = product.New(sys); p.Kind == "ltl" {
			out = out.Ends()
		}
	}
	if fair {
		return out.Fair()
	}
	return out
}

// searchDeep searches for what the part is about, depth first.
func (j *job) searchDeep(t *search.Task) (*search.Result, error) {
	if j.part.Claim == "" {
		return search.DFS(t, search.DFSOptions{Proviso: j.less.Proviso})
	}
	return search.Nested(t, search.NestedOptions{Copies: j.o.Fair})
}
