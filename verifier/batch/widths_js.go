package batch

import "gospin/verifier/roots"

// runs are the runs in sets of whole roots, by roots.Widths. fewRuns are all others, by roots.FewWidths.
var (
	runs = roots.ByWidth[func(*job, *rest)]{
		4: run[[4]uint64], 64: run[[64]uint64],
	}
	fewRuns = roots.ByWidth[func(*job, *rest)]{
		4: fewRun[[4]uint64], 64: fewRun[[64]uint64],
	}
)
