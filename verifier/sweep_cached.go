package verifier

import (
	"errors"

	"gospin/verifier/confirm"
	"gospin/verifier/findings"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/way"
	"gospin/vm"
)

// noPath is how reports say why the search was made again.
const noPath = "an error was met, to which the sweep-line without a cache tells the path"

// sweptCached makes the search by a sweep-line that keeps few of the states that it has not passed. Where it
// meets an error, the search is made again without a cache.
func (j *job) sweptCached() (*report.Report, error) {
	var err error
	if j.known, err = j.census(); err != nil {
		return nil, err
	}
	st, err := j.plan.Store.Make(j.build(j.taken))
	if err != nil {
		return nil, err
	}
	defer st.Free()
	r := j.newReport(way.MachineEngine)
	r.Reductions = "none (a sweep-line asks for a proviso of its own)"
	task := &search.Task{
		Sys:    besideClaim(&j.part, st.Sys, false),
		Store:  st.Store,
		Taken:  j.taken,
		Limits: j.limits(r),

		Context:  j.ctx,
		Progress: j.tell,
	}
	line := &search.CachedLine{
		Value: j.progressOf(), Caching: search.Caching{MaxVisits: j.o.MaxVisits, Known: j.known},
	}
	var met *search.Fault
	task.OnFault = func(f *search.Fault) error {
		met = f
		return confirm.ErrFound
	}
	if j.part.Claim != "" {
		line.Decided = func(func() []vm.Move) (*search.Fault, []string, error) {
			return &search.Fault{Cycle: true, Msg: "acceptance cycle"}, nil, nil
		}
	}
	res, err := search.SweepCached(task, line)
	if met != nil && errors.Is(err, confirm.ErrFound) {
		return j.sweptAgain(met)
	}
	if err != nil {
		return nil, err
	}
	r.Time = j.times()
	findings.Tally(r, res.Result, st.Stats())
	r.Sweep = sweepReport(res)
	full := st.Err()
	tallyCache(r, st, res.Result, j.known)
	j.conclude(r, res.Result, full)
	return r, nil
}

// sweptAgain makes the search without a cache, to tell the path to an error. If there is not the memory for
// it, the error stands without one.
func (j *job) sweptAgain(met *search.Fault) (*report.Report, error) {
	clear(j.taken)
	j.o.Cache = ""
	r, err := j.swept()
	if err != nil {
		return nil, err
	}
	r.EngineReason = noPath
	if r.Errors == 0 && !r.Complete && !met.Cycle {
		j.findingsIn(r).Pathless(met)
	}
	return r, nil
}
