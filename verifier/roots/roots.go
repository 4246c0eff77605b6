package roots

// Root is a state as the numbers of its components.
type Root interface {
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [8]uint64 | [16]uint64 | [64]uint64
}

// ByWidth is code over roots, compiled for each of Widths or FewWidths.
type ByWidth[F any] map[int]F

// Set is a set of roots. Several workers may add to it at a time.
type Set[R Root] interface {
	// Add adds rs[from:], and appends the places in rs of those that were not there: of equal ones in rs, the
	// first. It asks for all places in memory before it looks at the first. A result below len(rs) says that
	// there is no room for more until Grow: so far it has come, and from there it is to go on.
	Add(rs []R, from int, fresh []uint32) (_ []uint32, to int)
	// Touch has the places brought near where roots are or may be added.
	Touch(rs []R)
	// Grow makes room. No worker may add or touch meanwhile. The set may take this many bytes then; 0: as
	// many as it likes. The result false says that this is too little.
	Grow(limit int64) bool
	Len() uint64
	Bytes() int64
	// Each calls f with every root.
	Each(f func(r *R))
	// Drain is Each and Free: memory is given back as it is read.
	Drain(f func(r *R))
	Free()
}
