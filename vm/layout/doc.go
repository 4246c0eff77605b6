// Package layout defines the bytes of a state vector.
//
// A vector has components: the globals, and each existing process and channel. The shape of a vector
// determines which components exist; its number is in the vector. Shapes form a tree, since processes end in
// reverse order. The key of a vector is the part that is stored: everything except the hidden variables at
// its beginning. A cell is the place and representation (little-endian) of a scalar in a component; a field
// is a variable, for inspection.
//
// A Padded layout is as in C and includes constant bytes. Otherwise they are omitted, which is byte masking.
//
// Known warts: shapes are never forgotten, and there are at most 2^24 of them.
package layout
