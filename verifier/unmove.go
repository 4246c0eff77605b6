package verifier

import (
	"fmt"
	"os"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// unmoveMode keeps states by the moves that lead to them.
const unmoveMode = "unmove"

// unmove has a search in batches keep states so.
func (o *Options) unmove(t *batch.Task) {
	t.Unmove = &batch.Unmove{Whole: roots.Quotients}
	if s := os.Getenv("K"); s != "" {
		fmt.Sscan(s, &t.Unmove.Every, &t.Unmove.Code, &t.Unmove.Whole, &t.Unmove.Span)
	}
}

func (r *Report) unmoved(s *batch.UnmoveStats) {
	if s.Every == 0 {
		return
	}
	n := float64(r.States.Stored)
	fmt.Fprintf(os.Stderr, "unmove %+v\n", *s)
	fmt.Fprintf(os.Stderr, "reads/look %.2f bytes: lines %.2f whole %.2f (%.2f each) rules %.2f cache %.2f sum %.2f\n", float64(s.Reads)/float64(s.Looks),
		float64(s.Lines)/n, float64(s.WholeBytes)/n, float64(s.WholeBytes)/float64(s.Whole), float64(s.RuleBytes)/n, float64(s.CacheBytes)/n,
		float64(s.Lines+s.WholeBytes+s.RuleBytes+s.CacheBytes)/n)
}
