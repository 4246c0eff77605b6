// Package layout says what the bytes of a state vector mean.
//
// A vector has components: the globals, and each process and each channel there is. Which there are is its
// shape, whose number stands in the vector; shapes form a tree, since processes die in reverse order. The key
// of a vector is what is stored of it: all but the hidden variables in front. A cell is a scalar's place in a
// component and the way it is written there, little-endian; a field is a variable, for inspection.
//
// Padded is a layout as in C, with bytes that are constant, else they are left out: that is byte masking.
//
// Known warts: shapes are never forgotten, and there are 2^24 of them at most.
package layout
