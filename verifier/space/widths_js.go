package space

import "gospin/verifier/roots"

// canonical has, for roots.Widths, functions that make a root canonical. They return false if a number does
// not fit.
var canonical = roots.ByWidth[func(*Space) func([]uint64) bool]{
	4: makeCanonical[[4]uint64], 64: makeCanonical[[64]uint64],
}

// engines has the functions that make engines, by the width of roots.
var engines = roots.ByWidth[func(*Space) any]{
	4: anEngine[[4]uint64], 64: anEngine[[64]uint64],
}
