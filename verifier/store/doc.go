// Package store holds visited sets: what a search has stored of the states it met.
//
// Plain keeps whole keys (a vector without its hidden part) one after the other in an arena, found through a
// table of 8-byte slots with a tag of the hash and the key's place. Collapse keeps the packed roots of
// package compression inline in an open-addressing table: no arena, one cache miss. Tree keeps pairs of
// numbers in two to four bytes each, and the tables of the pairs below them. MA keeps no keys: the set is a
// minimised automaton.
//
// Roots is what Collapse stands on. A store for a system whose vectors are roots already stands on it, too
// (package space): it can be asked for roots ahead of their visit.
//
// Collapse1997 keeps the codes of compression.Collapse1997: besides its limit, an index that is too narrow
// makes it Full, and its Err says which width is needed.
//
// Trained keeps roots of up to 64 bits in a set that does not store what a number's place says, longer ones
// as Collapse; it and Tree share numbers, a set that grows as its limit lets it.
//
// Delta and Diff tell most states by others: records have numbers, which other records and the slots of a
// table name; the table has the bits of their hashes that it needs to grow without a look at them. Both are
// below.
//
// All these are exact, and release the old table before (Plain) or while the new one fills. A
// limit in bytes makes them Full instead; states that are already in are still recognised.
//
// Sweep keeps whole keys by the values of a progress measure, and forgets them by values: a table of its own
// for each, in blocks that are used again. It is asked by its own methods; as a Store it has one value only.
// Values are packed into words as narrow as they have been so far. States that were met lately are recalled
// without their value. Its Full is for the limit, or where one value has more than 16 GiB.
//
// Bitstate and HashCompact are not: they may take a new state for a known one, an omission. They keep, of a
// hash of the key, a few bits in a large array or this many bits of it in a set; other seeds are other hash
// functions. Bitstate is for training runs, too, and never Full.
//
// Visit is the only way in: it stores, paints, and reports whether the state is new, open (its colour has the
// bits that the search asks about) or closed. Every store can keep a colour of a few bits with every
// state: after its key or root, in a byte or two, or in the bits of a set's number. MA has a key for every
// bit instead, which share what they have in common, and Bitstate bits of the array.
//
// # Omissions
//
// A state that is new is omitted with the probability p that its bits are all set: the part of all bits that
// is set, to the power of the bits that a state has; or that its hash is kept: the part of all hashes that
// is. Of the 1/(1-p) new states that are met before the next one is stored, p/(1-p) are omitted. Stats has
// the sum of that over the states stored, in Bitstate over their colours. With m bits, k of them for a state,
// it is the sum of (1-e^(-ks/m))^k over all states that are there, stored or not, where s is how many
// are stored before; with a hash of b bits, to n²/2^(b+1). What lies after omitted states, and is met
// nowhere else, is not in it.
//
// # Deltas and differences
//
// Delta (S. Evangelista, J.-F. Pradat-Peyre, "Memory efficient state space storage in explicit software model
// checking", 2005): a record is a whole state, or a predecessor's number and that of a rule. A rule is what
// some moves have changed once, byte by byte, with the values before and after: the instance of a transition
// that can be fired backward. A state is compared with a record by undoing rules up to a whole state, and
// refuted where the values after don't fit; or forward, by making the moves again. Rules are few, since a
// byte has few values, and records take four to six bytes. Where they are not few, new ones are given up for
// whole states. A chain has at most k-1 deltas: the hint of a record is the length of its chain when it was
// visited, and chains only get shorter. A shorter way to a known state takes the place of the one it has; no
// chain leads in circles then, since the record that the way comes from has a shorter chain than this one.
// Whatever the moves may depend on, a rule says what they did; and moves that are to be made again are made
// once, to see, before a record says so.
//
// Diff (A. Mukherjee, Z. Tari, P. Bertok, "Memory efficient state-space analysis in software model-checking",
// 2010): a record is a whole state, or what differs from the state before: runs of bytes, variables, or
// numbers of components. Going back from a record to a whole one, the first value that is met of a byte is
// the one it has; it is compared at once. Where a list of records with one place in the table becomes long, a
// table with another hash function takes its place (section 4). The listings of the paper overwrite records
// with what they expand to, and lose states where places in the secondary tables collide: here records stay
// as they are, and tables of both kinds find all that have a hash.
//
// A slot has bits of a record's hash besides what its place says, so that hardly a record is compared with a
// state in vain: what comparisons refute early, they have refuted before. With HashBits they look at fewer of
// these bits, as the papers do, whose lists have none. All are kept all the same, for the table to grow.
// Components of differences may be those of other splits, whose bytes lie in several places of a key.
//
// Neither may forget a state. The order in which states are visited, and where they come from, is the
// search's business: a hint is all they ask for, and without one a state is whole.
//
// # Open states
//
// A state on a path of the search must be found open when it is met again, or a cycle is lost that the
// colours for good do not lose. Bits that are set cannot be taken away again. So Bitstate keeps the hashes of
// open states, 64 bits of each with the bit of the colour that it is open in, in a bag: what a visit puts in,
// the Close of that state takes out, once, and what others have put in stays. In HashCompact the bits of the
// colour after the hash serve: where a state becomes open, the bit of its colour for good is new with the
// hash, so that no other state with the hash becomes open before it is closed, nor is closed by its Close.
//
// So every open state is told to be open. One that is not may be told so, if it has the hash of one that is;
// who asks must compare it with the states on the path, as the nested search does. Such a state has not been
// seen, and counts as seen if the colour for good says so: an omission as any other.
//
// # States that are forgotten
//
// A Cache forgets states when there is no room for a new one. So that the search ends all the
// same, it keeps the termination-detection tree: the open states, and all from which those were generated
// (Evangelista, Kristensen, "Search-order independent state caching", 2010). Without it, a search breadth
// first might go round for ever. A cycle of generations is not possible: when a state is generated, all
// those that it was generated from, directly or not, are in the tree, so it is none of them. The predecessor
// takes 4 bytes of a record, the references one, which sticks at 255: such a state stays for ever. Which
// states may go is found out when the first one has to; from then on a heap of numbers has them in their
// order, 4 bytes for each, and the place of the predecessor, dead then, says where in the order a state is.
// Values of components are not forgotten.
//
// Vocabulary: a hint is what a store remembers of a stored state to make the visit of its successors cheap.
//
// A chain is what leads from a whole state to a record: this many deltas, or differences. A record of a cache
// holds what is kept of a state; its candidates are the states that have left the tree.
//
// Known warts: Delta has room for 2^32 records, Diff for 4 GiB of them; Delta's comparison by making moves
// starts from hidden variables as they are in the first state. A cache counts how often a state is met while
// it is in the tree only, so that the heap stays in order; how many different states there were is an
// estimate once some are forgotten. The Refs of a Collapse or Trained store go stale when its table grows or
// its packing changes; a change of its packing holds both tables for a moment, beyond the limit if necessary.
// HashCompact with 64 bits and the colours of copies takes 32 MiB from the start, since a field of a set has
// 64 bits at most.
package store
