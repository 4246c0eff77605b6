package verifier

import (
	"slices"
	"time"

	"gospin/verifier/findings"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/way"
)

// newOmitted is what the options say of runs to come; nil if they are exact.
func newOmitted(o *Options) *report.Omitted {
	if o.Kind() == "" {
		return nil
	}
	return &report.Omitted{Width: o.Width, Hashes: o.Hashes, Hash: o.Hash}
}

// again makes the searches after the first, with other hash functions, until one is stopped. What the first
// one has left unseen, or who stops them, is taken into its result.
func again(r *report.Report, b *way.Build, j *job, task *search.Task, first *search.Result) error {
	for n := 1; n < b.Runs && !first.Stopped; n++ {
		b.Run = uint64(n)
		st, err := j.plan.Store.Make(b)
		if err != nil {
			return err
		}
		task.Sys, task.Store = besideClaim(&j.part, st.Sys, j.o.Fair), st.Store
		start := time.Now()
		res, err := j.search(task, st)
		expected := st.Stats().Omissions
		st.Free()
		if err != nil {
			return err
		}
		r.Omitted.Add(report.RunFigures{
			States: findings.Figures(res), Errors: res.Errors, Expected: expected,
			Seconds: time.Since(start).Seconds(),
		})
		r.Errors = max(r.Errors, res.Errors)
		r.Found = r.Errors
		first.Stopped = res.Stopped
		for _, why := range res.Incomplete {
			if !slices.Contains(first.Incomplete, why) {
				first.Incomplete = append(first.Incomplete, why)
			}
		}
		r.Complete = !first.Stopped && len(first.Incomplete) == 0
	}
	return nil
}
