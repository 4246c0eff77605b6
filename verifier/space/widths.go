//go:build !js

package space

import "gospin/verifier/roots"

// canonical has, for roots.Widths, functions that make a root canonical. They return false if a number does
// not fit.
var canonical = roots.ByWidth[func(*Space) func([]uint64) bool]{
	1: makeCanonical[[1]uint64], 2: makeCanonical[[2]uint64], 3: makeCanonical[[3]uint64],
	4: makeCanonical[[4]uint64], 8: makeCanonical[[8]uint64], 16: makeCanonical[[16]uint64],
	64: makeCanonical[[64]uint64],
}

// engines has the functions that make engines, by the width of roots.
var engines = roots.ByWidth[func(*Space) any]{
	1: anEngine[[1]uint64], 2: anEngine[[2]uint64], 3: anEngine[[3]uint64], 4: anEngine[[4]uint64],
	8: anEngine[[8]uint64], 16: anEngine[[16]uint64], 64: anEngine[[64]uint64],
}
