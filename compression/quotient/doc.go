// Package quotient stores sets of numbers in little more space than the bits that a number's place does not
// determine.
//
// A number of b bits is permuted, and the bits that all numbers of its home bucket have in common are not
// stored (Cleary, "Compact hash tables using bidirectional linear probing", 1984). Buckets are cache lines of
// equal fields without a header. A field has the rest of the number, and the distance from the home bucket.
// Fields are complemented, so that an empty one is zero and a new table needs no initialisation. Several
// fields of a bucket are searched at a time.
//
// Known warts: numbers can't be removed. A set has to be rebuilt when its numbers need more bits.
package quotient
