package verifier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gospin/compression"
	"gospin/promela/diag"
	"gospin/verifier/confirm"
	"gospin/verifier/limit"
	"gospin/verifier/product"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
	"gospin/vm/compile"
)

// Run verifies a model: every property that the options leave in, each in a search of its own. An error is
// about the options, the model, or gospin itself; what the searches find is in the Report. When ctx is done,
// or the time is up that the options give, the search under way ends, and what has been seen is reported. It
// is an error, a limit.Reached, only if nothing has been seen.
func Run(ctx context.Context, o Options) (*report.Report, error) {
	o, err := o.settled()
	if err != nil {
		return nil, err
	}
	ctx, stop := limit.Watch(ctx, limit.Budget{Time: o.Time})
	defer stop()
	r, err := o.run(ctx)
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = limit.Cause(ctx)
	}
	return r, err
}

// run makes a run of settled options.
func (o Options) run(ctx context.Context) (*report.Report, error) {
	done, err := o.beginCTL(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := o.pickSweep(ctx); err != nil {
		return nil, err
	}
	model, err := o.Open(ctx)
	if err != nil {
		return nil, err
	}
	parts, err := o.parts(model.Tree)
	if err == nil {
		err = o.checkMonitors(ctx, model, parts)
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
	var reports, all []*report.Report
	how, _ := o.mode()
	for i := range parts {
		if err := o.unmovable(&how, &parts[i]); err != nil {
			return nil, err
		}
	}
	for i, p := range parts {
		if o.First && slices.ContainsFunc(reports, violated) {
			reports[0].LeaveOut(p.kind, p.title(), "no search was made: another property is violated (-first)")
			continue
		}
		if why := limit.Cause(ctx); why != "" && i > 0 {
			reports[0].CutOff(p.kind, p.title(), advice(why))
			continue
		}
		p.named = slices.ContainsFunc(reports, func(r *report.Report) bool {
			return slices.ContainsFunc(r.Properties, func(p report.Property) bool { return p.Trail != "" })
		})
		p.later = i > 0
		r, err := run(ctx, o, model, p)
		var list diag.List
		if p.claim != "" && p.later && errors.As(err, &list) {
			reports[0].LeaveOut(p.kind, p.name, list[0].Msg) // the rest of the model is fine
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
	r.Removed = o.removeStale(r.Properties)
	return r, nil
}

func violated(r *report.Report) bool { return r.Verdict == report.Violated }

// job is the search of one part.
type job struct {
	ctx             context.Context
	o               *Options
	model           *source.Model
	part            part
	how             way.Store
	aim             source.Aim
	prog            *vm.Program
	less            *reduction
	taken           []byte // as search.Task has it
	begun, compiled time.Time
	teller
	picked  string        // why auto took the mode
	machine string        // why a search that could do without the machine is made with it
	hurried time.Duration // after which a search step by step is given up that comes to no error; 0: never
	wrong   error         // of what orders states
	known   uint64        // states that there are, if they have been counted
}

// run makes the search of one part.
func run(ctx context.Context, o Options, model *source.Model, p part) (r *report.Report, err error) {
	j := &job{ctx: ctx, o: &o, model: model, part: p, begun: time.Now()}
	defer j.unlessSpent(&r, &err)
	if err := j.prepare(); err != nil {
		return nil, err
	}
	if o.sweeps() {
		return j.swept()
	}
	if err := o.notLean(j.prog); err != nil {
		return nil, err
	}
	ok := o.inBatches(&j.how)
	if ok {
		j.machine = o.unbatched(&p, j.less, j.prog)
	}
	if err := o.inOrder(j.less); err != nil {
		return nil, err
	}
	if !ok {
		if o.explores() && j.how.Name == way.Roots {
			j.asComponents("the order is kept step by step")
		}
		return j.step()
	}
	if j.machine != "" {
		if j.how.Name == way.Unmove {
			return nil, fmt.Errorf("-compress=%s is not for this model: %s; take -compress=tree", way.Unmove,
				j.machine)
		}
		if (p.claim != "" || o.explores()) && j.how.Name == way.Roots {
			j.asComponents(j.machine)
		}
		return j.step()
	}
	return j.batched(j.how.Set)
}

// asComponents has a search that is not in batches keep roots all the same, if it can: the engine is the
// same, and goes step by step there.
func (j *job) asComponents(why string) {
	if j.machine = why; space.TakesSystem(j.prog) {
		j.how = *way.Named(way.Collapse)
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
	if j.prog, err = j.model.Compile(j.ctx, j.aim); err != nil {
		return err
	}
	j.compiled = time.Now()
	j.taken = make([]byte, len(j.prog.Trans))
	if j.less, err = o.reduction(j.ctx, &j.part, j.model, j.prog); err != nil {
		return err
	}
	j.less.merging = j.aim.Merging()
	j.teller = teller{to: o.Progress, about: j.part.title(), start: j.compiled}
	return nil
}

// build has what stores are made of.
func (j *job) build(taken []byte) *way.Build {
	return &way.Build{
		Options: j.o.ways(), Memory: j.o.Memory, Seed: j.o.Seed, Prog: j.prog, Around: j.less.around,
		Taken: taken, Known: j.known, Sweeps: j.o.sweeps(),
		Learn: func() (*compression.Training, string, error) {
			p, from, err := profile(j.ctx, j.o, j.prog)
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
	if err := j.decide(j.stepByStep()); err != nil {
		return nil, err
	}
	if j.known, err = j.census(); err != nil {
		return nil, err
	}
	build := j.build(j.taken)
	st, err := j.how.Make(build)
	if err != nil {
		return nil, err
	}
	defer st.Free()
	order := way.DepthFirst
	if o.explores() {
		order = o.Order
	}
	r = j.newReport(st.Engine, order)
	r.GoesBy = st.By
	task := &search.Task{
		Context:  j.ctx,
		Sys:      p.beside(st.Sys, o.Fair),
		Store:    st.Store,
		OnFault:  j.findings(r).add,
		Taken:    j.taken,
		Copies:   o.Fair,
		Proviso:  j.less.proviso,
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
	tally(r, res, st.Stats())
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

func (j *job) findings(r *report.Report) *findings {
	claim := j.part.claim
	return &findings{
		Replayer: confirm.Replayer{
			Prog: j.prog,
			Aim:  j.aim,
			Compile: func() (*vm.Program, error) {
				return j.model.Compile(context.WithoutCancel(j.ctx), j.aim.Unmerged())
			},
			Claims: claim != "" && claim != compile.AcceptanceClaim,
			At:     j.part.at,
		},
		ctx:    j.ctx,
		o:      j.o,
		part:   j.part,
		report: r,
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
	}
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
