package batch

import "gospin/verifier/roots"

// runs are those with roots as they are, by roots.Widths; fewRuns all others, by roots.FewWidths.
var (
	runs = roots.ByWidth[func(*whole, *rest)]{
		4: run[[4]uint64], 64: run[[64]uint64],
	}
	fewRuns = roots.ByWidth[func(*whole, *rest)]{
		4: fewRun[[4]uint64], 64: fewRun[[64]uint64],
	}
)
