// Package quotient holds sets of numbers in little more than the bits in which they differ from what their
// place says already.
//
// A number of b bits is permuted; what a permuted number shares with all others of its home bucket is not
// stored (Cleary, "Compact hash tables using bidirectional linear probing", 1984). Buckets are cache lines of
// equal fields, without a header; a field holds the rest of the number and how many buckets from home it is.
// Fields lie complemented, so that an empty one is zero and a new table needs no filling. A bucket is
// searched several fields at a time.
//
// Known warts: nothing can be removed; a set has to be rebuilt when its numbers need more bits.
package quotient
