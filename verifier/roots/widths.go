//go:build !js

package roots

// Widths are the lengths of roots, in words. Code over roots is compiled for each of them, which takes most
// of the time of building gospin. So there are only those that save memory.
var Widths = []int{1, 2, 3, 4, 8, 16, 64}

// FewWidths are for code that does not store roots as whole words: there, the unused words of a root cost
// nothing.
var FewWidths = []int{1, 2, 3, 4, 16, 64}
