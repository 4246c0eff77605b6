//go:build !js

package unmove

import "gospin/verifier/roots"

// broad and deep have the runs of both orders, for roots.FewWidths.
var (
	broad = roots.ByWidth[func(*job, *rest)]{
		1: byLevels[[1]uint64], 2: byLevels[[2]uint64], 3: byLevels[[3]uint64], 4: byLevels[[4]uint64],
		16: byLevels[[16]uint64], 64: byLevels[[64]uint64],
	}
	deep = roots.ByWidth[func(*job, *rest)]{
		1: byPath[[1]uint64], 2: byPath[[2]uint64], 3: byPath[[3]uint64], 4: byPath[[4]uint64],
		16: byPath[[16]uint64], 64: byPath[[64]uint64],
	}
)
