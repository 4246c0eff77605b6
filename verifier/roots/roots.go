package roots

// Root is a state, given by the numbers of its components.
type Root interface {
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [8]uint64 | [16]uint64 | [64]uint64
}

// ByWidth has code over roots, compiled for each width in Widths or FewWidths.
type ByWidth[F any] map[int]F

// Set is a set of roots. Several workers may add to it at a time.
type Set[R Root] interface {
	// Add adds rs[from:], and appends to fresh the index in rs of each root that was not in the set; of equal
	// roots in rs, the first counts. It prefetches the places of many roots before it reads the first. If to
	// is less than len(rs), the set is full: call Grow, then Add again with from = to.
	Add(rs []R, from int, fresh []uint32) (_ []uint32, to int)
	// Touch prefetches the places of roots.
	Touch(rs []R)
	// Grow makes room for more roots. No worker may call Add or Touch meanwhile. limit is how many bytes the
	// set may take from then on; 0 means no limit. Grow returns false if the limit is too small.
	Grow(limit int64) bool
	Len() uint64
	Bytes() int64
	// Each calls f with every root.
	Each(f func(r *R))
	// Drain calls f with every root, and frees the set; memory is released while it is read.
	Drain(f func(r *R))
	Free()
}
