//go:build !js

package roots

// Widths are those of Root, in words. Code over roots is compiled for each of them, which takes most of the
// time that building gospin takes: so there are no more than save memory.
var Widths = []int{1, 2, 3, 4, 8, 16, 64}

// FewWidths are enough where states are not kept as whole words: there, what a root has too much costs
// nothing.
var FewWidths = []int{1, 2, 3, 4, 16, 64}
