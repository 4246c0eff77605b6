package verifier

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"gospin/verifier/batch"
	"gospin/verifier/por"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// unbatched says why a search can't be made in batches of roots; "" if it can.
func (o *Options) unbatched(p *part, less *reduction, prog *vm.Program) string {
	switch {
	case p.claim != "":
		return "claims are searched depth first"
	case o.Depth > 0:
		return "a depth limit asks for depth-first order"
	case less.rule != nil && !less.sparing:
		return "SPIN's reduction asks for depth-first order"
	}
	return space.Takes(prog)
}

// batched makes the search in batches of roots, which are kept in a way, reduced by one worker only. Where
// that meets an error, the search is made again depth first: it counts up to the error as pan does, and knows
// the path.
func (j *job) batched(kind roots.Kind) (*Report, error) {
	r := j.newReport(batchEngine, j.o.Order)
	task := &batch.Task{
		Order: orders[j.o.Order],
		Set:   kind,

		Restless: mostRepacks,
		Workers:  j.o.Workers,
		Limits:   j.limits(r),
		Stats:    j.o.Stats,
	}
	if j.less.rule != nil {
		task.Workers = 1
	}
	if j.how.kind == unmoveMode {
		j.unmove(task)
	}
	task.Progress = j.lookAfter(&task.Limits)
	states, res, err := searchBatches(j.prog, j.less.rule, j.taken, task)
	if errors.Is(err, batch.ErrWide) || errors.Is(err, batch.ErrRestless) {
		j.machine = err.Error()
		return j.anew(nil)
	}
	if err != nil {
		return nil, err
	}
	did := states.Stats() // it marks what is taken
	if r.Workers = task.Workers; j.o.Stats {
		r.Stats = newStats(&did, &res.Stats)
	}
	if res.Failed {
		return j.retrace(res, r.Stats)
	}
	r.Time = j.times()
	r.count(&res.Result, storedIn(states, res))
	r.unmoved(&res.Unmove)
	j.conclude(r, &res.Result, nil)
	return r, nil
}

// mostRepacks is how often roots are packed anew in a row before a search is left to the machine.
const mostRepacks = 64

// searchBatches searches the states of a program as roots, of coarser components where they are too wide,
// with as many processors as there are workers, and reduced by a rule unless it is nil. The transitions taken
// are marked.
func searchBatches(
	prog *vm.Program, rule por.Rule, taken []byte, t *batch.Task,
) (*space.Space, *batch.Result, error) {
	if before := runtime.GOMAXPROCS(0); before < t.Workers {
		runtime.GOMAXPROCS(t.Workers)
		defer runtime.GOMAXPROCS(before)
	}
	machine := func() space.Noted { return system.Of(vm.NewMachine(prog)) }
	for grain := 0; ; grain++ {
		states := space.New(machine, grain, taken)
		states.Reduce(rule)
		t.Space, t.Reduced = states, rule != nil
		res, err := batch.Search(t)
		if grain == space.Coarsest || !errors.Is(err, batch.ErrWide) {
			return states, res, err
		}
	}
}

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

// anew makes the search step by step, after one in batches.
func (j *job) anew(stats *Stats) (*Report, error) {
	clear(j.taken)
	if j.how.kind == unmoveMode {
		j.how.kind = "tree"
	}
	if j.less.rule != nil { // a rule remembers what it has met
		j.less = j.o.reduction(&j.part, j.model, j.prog)
		j.less.merging = j.aim.merging()
	}
	r, err := j.step()
	if err == nil {
		r.Stats = stats
	}
	return r, err
}

// retrace makes the search again that has met an error, within what is left of the limits. If that does not
// come to an error, the one met stands without a path.
func (j *job) retrace(met *batch.Result, stats *Stats) (*Report, error) {
	f := j.fault(met)
	j.machine = "an error was met, to which depth-first order tells the path"
	if f == nil {
		j.machine = "a state was met that batches can't go beyond"
	}
	r, err := j.anew(stats)
	if err != nil {
		return nil, err
	}
	if r.Errors > 0 || f == nil {
		return r, nil
	}
	if r.Complete {
		return nil, fmt.Errorf("internal error: depth first, there is no %q", f.Msg)
	}
	j.findings(r).pathless(f)
	return r, nil
}

// fault is the error that a search in batches has met; nil if it was given up for another reason.
func (j *job) fault(met *batch.Result) *search.Fault {
	for _, f := range met.Faults {
		if f.Kind != vm.AssertionViolated || !j.o.NoAssert {
			return &search.Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans}
		}
	}
	if met.Kind&vm.InvalidEnd != 0 {
		return &search.Fault{EndState: true, Msg: "invalid end state"}
	}
	return nil
}

// pathless takes a fault in to which no path is known.
func (f *findings) pathless(ft *search.Fault) {
	r := f.report
	p := f.property(ft)
	p.Message += ": no path to it was found within the limits"
	if r.Reason != "" {
		p.Message += " (" + r.Reason + ")"
	}
	r.Messages = append(r.Messages, fmt.Sprintf("pan:1: %s", p.Message))
	r.Properties = slices.DeleteFunc(r.Properties, func(q Property) bool { return q.Kind == p.Kind })
	r.Properties = append(r.Properties, p)
	r.Errors, r.found = 1, 1
	r.Verdict, r.Reason = Violated, ""
	r.Exit = r.Verdict.ExitCode()
}
