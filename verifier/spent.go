package verifier

import (
	"gospin/compression/offheap"
	"gospin/verifier/findings"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/way"
)

// unlessSpent, deferred, turns a panic for want of memory outside of a search into its report: the search did
// not begin, or what follows it could not be done. A search that runs out of memory itself reports what it
// has counted.
func (j *job) unlessSpent(r **report.Report, err *error) {
	if offheap.Exhausted(recover()) {
		*r, *err = j.spent(), nil
	}
}

// spent is the report of a search that has counted nothing for want of memory.
func (j *job) spent() *report.Report {
	none := way.ReductionNamed(way.Unreduced)
	if j.plan == nil {
		store, _ := j.o.Way()
		j.plan = &plan.Plan{Engine: plan.Stepwise, Store: store, Order: j.o.Order}
		j.plan.Reduction.Reduction = *none
	}
	if j.less == nil {
		j.less, _ = none.Make(j.ctx, j.prog, false)
	}
	r := j.newReport(way.MachineEngine)
	res := &search.Result{Stopped: true, Incomplete: []string{search.NoMemory}}
	r.Time = j.times()
	findings.Tally(r, res, store.Stats{})
	j.conclude(r, res, nil)
	return r
}
