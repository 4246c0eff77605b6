// Package store holds visited sets: what a search has stored of the states it met.
//
// Plain keeps whole keys (a vector without its hidden part) one behind the other in an arena, found through a
// table of 8-byte slots with a tag of the hash and the key's place. Collapse keeps the packed roots of
// package compression inline in an open-addressing table: no arena, one cache miss. Tree keeps pairs of
// numbers in two to four bytes each, and the tables of the pairs below them. MA keeps no keys: the set is a
// minimised automaton.
//
// Roots is what Collapse stands on. A store for a system whose vectors are roots already stands on it, too
// (package component): it can be asked for roots ahead of their visit.
//
// Collapse1997 keeps the codes of compression.Collapse1997: besides its limit, an index that is too narrow
// makes it Full, and its Err says which width is needed.
//
// Trained keeps roots of up to 64 bits in a set that does not store what a number's place says, longer ones
// as Collapse; it and Tree share numbers, a set that grows as its limit lets it. Bitstate is not exact: it is
// for training runs, and no verification uses it.
//
// All others are exact, and release the old table before (Plain) or while the new one fills. A
// limit in bytes makes them Full instead; states that are already in are still recognised.
//
// Visit is the only way in: it stores, paints, and tells whether the state is new, open (its colour has the
// bits that the search asks about) or closed. All but Bitstate can keep a colour of a few bits with every
// state: behind its key or root, in a byte or two, or in the bits of a set's number. MA has a key for every
// bit instead, which share what they have in common.
//
// Vocabulary: a hint is what a store remembers of a stored state to make the visit of its successors cheap.
//
// Known warts: the Refs of a Collapse or Trained store go stale when its table grows or its packing changes;
// a change of its packing holds both tables for a moment, beyond the limit if need be.
package store
