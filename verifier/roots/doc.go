// Package roots has sets of roots, and queues of open ones. A root is a state as a few words, which consist
// of the numbers of its components.
//
// A root is an array of fixed length: code over roots is compiled for every width, and a root is a value. The
// first word of a root is never 0, and its top bit is 0, so sets may use that bit.
//
// There are several kinds of sets. Plain is the fastest: a hash table whose slots are the roots themselves,
// with open addressing and linear probing. Finding a known state costs one cache miss, since there is no key
// elsewhere. Add and Touch prefetch the places of many roots before they read the first, so that the misses
// overlap. Slots are in the order of the hashes, so a larger table is filled from the smaller one in one pass
// over both, and the part that was read is released. A table is at most four fifths full. Large tables grow
// by a smaller factor, since free slots cost more than moving.
//
// The other kinds need less memory, and have one worker. Compact gathers the bits in which roots differ into
// a number. If that is too long, it is cut into numbered parts: as few as possible (NewQuotient), or as many
// as save memory (NewTree). Of a number, it stores only what its place does not determine (package quotient).
// Automaton is a minimised automaton of the roots' bytes. Packed has slots of as many bytes as roots use; it
// can be read from one slot on, releasing what was read, for levels of a breadth-first search.
//
// Several workers can add to a Plain at the same time (Laarman, van de Pol and Weber, "Boosting multi-core
// reachability performance with shared hash tables", 2010): a worker claims a slot by compare-and-swap of its
// first word, whose top bit means that the other words are not written yet. A worker that meets such a slot,
// and might be looking for that root, waits. Roots are never removed. Room is reserved before roots are
// added, so that the table never exceeds its load. Only Grow needs all workers to pause; they may help.
//
// Open has the roots that are still to be expanded: a stack in chunks, each root with a note, such as its
// depth. Breadth-first searches take the oldest roots from its other end, and so does a worker without work,
// which takes half of all.
//
// Tables are outside the Go heap (package offheap): the garbage collector does not scan them, and their
// memory is released at once.
//
// Known warts: every slot of a Plain is as wide as a root, even if roots differ in few bits. While it grows,
// parts of both tables exist. Only Plain measures the time of additions (Timed).
package roots
