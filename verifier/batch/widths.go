//go:build !js

package batch

import "gospin/verifier/roots"

// runs are the runs in sets of whole roots, by roots.Widths. fewRuns are all others, by roots.FewWidths.
var (
	runs = roots.ByWidth[func(*job, *rest)]{
		1: run[[1]uint64], 2: run[[2]uint64], 3: run[[3]uint64], 4: run[[4]uint64],
		8: run[[8]uint64], 16: run[[16]uint64], 64: run[[64]uint64],
	}
	fewRuns = roots.ByWidth[func(*job, *rest)]{
		1: fewRun[[1]uint64], 2: fewRun[[2]uint64], 3: fewRun[[3]uint64], 4: fewRun[[4]uint64],
		16: fewRun[[16]uint64], 64: fewRun[[64]uint64],
	}
)
