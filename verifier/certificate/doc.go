// Package certificate writes certificates: files with all states that a search has found, which make its
// answer checkable by package check.
//
// States arrive in any order. They are collected in chunks, sorted, and written to temporary files beside
// the certificate. At the end, the chunks are merged, and each state is written as its difference from the
// previous one. The manual describes the format, byte by byte (`gospin help certificates`). Package check
// follows that page, and shares no code with this package.
//
// Vocabulary: a state here is canonical: the vector of a machine without the hidden part, and with the
// number of its proctype before each process instead of one number for all.
package certificate
