// Package certificate writes what makes an answer checkable: all states that a search has found, in a file
// that package check reads.
//
// States come in any order. They are gathered in chunks, sorted, and written beside the file a chunk at a
// time; in the end the chunks are merged, and each state is written as its difference from the one before.
// What a file holds is written down in the manual (`gospin help certificates`), byte by byte: check follows
// that page, and shares no code with this package.
//
// Vocabulary: a state here is canonical, that is: the vector of a machine without what is not stored, each
// process with the number of its proctype in front instead of one number for all.
package certificate
