package unmove

import "gospin/verifier/roots"

// broad and deep have the runs of both orders, for roots.FewWidths.
var (
	broad = roots.ByWidth[func(*job, *rest)]{
		4: byLevels[[4]uint64], 64: byLevels[[64]uint64],
	}
	deep = roots.ByWidth[func(*job, *rest)]{
		4: byPath[[4]uint64], 64: byPath[[64]uint64],
	}
)
