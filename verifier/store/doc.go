// Package store has visited sets, which store the states that a search has reached.
//
// Plain stores complete keys (a vector without its hidden part) in an arena, with a table of 8-byte slots
// that have a tag from the hash and the key's place. Collapse stores the packed roots of package compression
// inline in an open-addressing table, which needs no arena and causes one cache miss. Tree stores pairs of
// numbers in two to four bytes each, and tables of the pairs below them. MA stores no keys: the set is a
// minimised automaton.
//
// Collapse1997 stores the codes of compression.Collapse1997. An index that is too narrow makes it Full, like
// its limit, and its Err gives the width that is needed.
//
// Trained stores roots of up to 64 bits in a set that does not store the bits which a number's place
// determines, and longer ones like Collapse. It shares with Tree the type numbers, a set that grows within
// its limit.
//
// Package cache has stores that forget, and package relative stores that keep most states relative to others.
//
// All these are exact. They release the old table before (Plain) or while the new one is filled. At their
// limit in bytes they return Full, but still recognise stored states.
//
// Sweep stores complete keys by the values of a progress measure, and forgets them by values: each value has
// a table, in blocks that are reused. It has methods of its own; as a Store it has only one value. Values are
// packed into words, as narrow as possible so far. Recently found states are looked up without their value.
// It returns Full at its limit, or if a value has more than 16 GiB.
//
// Bitstate and HashCompact are not exact: they may mistake a new state for a known one, which is an omission.
// Of a hash of the key, they store a few bits in a large array, or a number of bits in a set. A different
// seed gives a different hash function. Bitstate is also used for training runs, and is never Full.
//
// Visit stores a state, adds to its colour, and reports whether the state is new, open (its colour has bits
// that the search has named) or closed. Every exact store can store a colour of a few bits with every state:
// after its key or root, in a byte or two, or in bits of a set's number. MA has a key for every bit instead,
// which share their common part, and Bitstate has bits of the array.
//
// # Omissions
//
// A new state is omitted with the probability p that its bits are all set, which is the fraction of bits that
// are set, to the power of the number of bits per state; or that its hash is stored, which is the fraction of
// hashes that are stored. Of the 1/(1-p) new states that are reached before the next one is stored, p/(1-p)
// are omitted. Stats has the sum of that over the states stored, in Bitstate over their colours. With m bits,
// k of them for a state, it tends to the sum of (1-e^(-ks/m))^k over all states, stored or not, where s is
// the number of states stored before; with a hash of b bits, to n²/2^(b+1). States that can only be reached
// through omitted states are not counted.
//
// # Open states
//
// A state on the search's path must be reported as open when it is visited again, otherwise a cycle could be
// lost that permanent colours would not lose. Bits that are set can't be cleared. Therefore Bitstate stores
// the hashes of open states, 64 bits of each together with the bit of the open colour, in a bag: a visit adds
// a hash, and the Close of that state removes it once; equal hashes of other states stay. In HashCompact, the
// colour bits after the hash suffice: when a state becomes open, the permanent bit of its colour is new for
// the hash, so no other state with the hash becomes open before it is closed, nor is closed by its Close.
//
// So every open state is reported as open. A state that is not open may be, if its hash is that of an open
// one; the caller must compare it with the states on the path, as the nested search does. Such a state has
// not been visited, but counts as visited if the permanent colour says so: an omission like any other.
//
// Vocabulary: a hint is what a store remembers about a stored state to make the visits of its successors
// cheaper.
//
// Known warts: the Refs of a Collapse or Trained store become invalid when its table grows or its packing
// changes. During a change of the packing, both tables exist for a moment, exceeding the limit if necessary.
// HashCompact with 64 bits and the colours of copies takes 32 MiB from the start, since a field of a set has
// at most 64 bits.
package store
