//go:build !js

package roots

// Widths are the lengths of roots, in words. Code over roots is compiled for each of them, which takes most
// of the time of building gospin. So there are only those that save memory.
var Widths = []int{1, 2, 3, 4, 8, 16, 64}

// FewWidths are for code that does not store roots as whole words: there, the unused words of a root cost
// nothing.
var FewWidths = []int{1, 2, 3, 4, 16, 64}

func init() {
	makers = map[int]any{
		1: makerOf[[1]uint64](), 2: makerOf[[2]uint64](), 3: makerOf[[3]uint64](), 4: makerOf[[4]uint64](),
		16: makerOf[[16]uint64](), 64: makerOf[[64]uint64](),
	}
}
