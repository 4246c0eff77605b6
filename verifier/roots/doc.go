// Package roots holds sets of roots: states as a few words, made of the numbers of their components.
//
// A root is an array of fixed length, so that code over roots is compiled once for every width and a root is
// a value. The first word of a root is never 0, and its top bit is clear: a set may use that bit.
//
// A set has one of several kinds. Plain is the fast one: a hash table whose slots are the roots themselves,
// with open addressing and linear probing. A state that is known costs one wait for memory: there is no key
// elsewhere. Add and Touch ask for the places of many roots before the first is looked at, so that these
// waits overlap. Slots are in the order of the hashes: a larger table is filled from the smaller one front to
// back, both in one go, and what has been read is given back. A table is up to four fifths full, and grows by
// less the larger it is, for free slots cost more than moving.
//
// The others are for little memory, and for one worker. Compact gathers the bits in which roots differ into a
// number, cut into numbered parts where they are too many, and keeps of it what its place does not say
// (package quotient): cut as little as need be (NewQuotient), or as much as saves memory (NewTree). Automaton
// is a minimized automaton of the roots' bytes. Packed has slots of as many bytes as roots use; it can be
// read from one slot on, and gives back what has been read: it is for levels of a breadth-first search.
//
// Several workers add to a Plain at a time (Laarman, van de Pol and Weber, "Boosting multi-core reachability
// performance with shared hash tables", 2010): a slot is claimed by compare-and-swap of its first word, whose
// top bit says that the other words are still being written. Who meets such a slot, and could be looking for
// that root, waits. Roots are never taken out. Room is reserved before roots are added, so that the table is
// never fuller than it may be; only Grow needs all workers to stand still, and they may help with it.
//
// Open is what is still to be expanded: a stack in chunks, each root with a note, such as how deep it is.
// From its other end the oldest are taken, breadth first, or half of all, for a worker that has nothing to
// do.
//
// Memory lies outside of the Go heap (package offheap): the garbage collector neither looks at it nor waits
// for a collection to give it back.
//
// Known warts: Plain takes the width of a root for each slot, even where few of its bits differ. While it
// grows, both tables are there in part. Only Plain tells where the time of adding goes (Timed).
package roots
