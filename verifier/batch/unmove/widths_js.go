package unmove

import "gospin/verifier/roots"

// broad and deep are the runs of both orders, for roots.FewWidths.
var (
	broad = roots.ByWidth[func(*whole, *rest)]{
		4: byLevels[[4]uint64], 64: byLevels[[64]uint64],
	}
	deep = roots.ByWidth[func(*whole, *rest)]{
		4: byPath[[4]uint64], 64: byPath[[64]uint64],
	}
)
