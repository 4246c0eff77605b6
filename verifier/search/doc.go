// Package search explores a system's states: depth first, with the accounting of SPIN's generated verifiers.
//
// Stored are the states that a store did not know, matched the arrivals at known ones (and those that the depth
// limit turns away, as pan has it). States inside an atomic sequence are transient: they are neither. A move leads
// one level deeper, a rendezvous two. A system may take several steps of such a sequence with one move: they are counted
// as if they had been made one by one, and listed so where a path is told.
//
// The stack is flat: frames, moves, vectors and hints each lie in chunks without pointers. A frame keeps its
// moves and its vector only while more than one of its moves is left: the last is made in place. Moves that the system
// knows to lead to stored states are only counted, each in its turn: a state with no others gets no frame.
//
// What all searches share, their course, is the counting, the limits, and how faults are told.
//
// NDFS searches beside a claim: a blue search, and from every accepting state that it leaves a red one that looks for a
// way back. Which of them has seen a state is the state's colour, that the store keeps: a state is stored once. Where
// cycles of the claim are accepting throughout or nowhere, as those of many formulas, there is no red search (Černá,
// Pelánek, "Relating hierarchy of temporal properties to model checking", 2003).
//
// For runs that are weakly fair, the nested searches go through copies of the system (fair.go), and a state's colour has
// bits for each copy.
//
// Known warts: searches for fair runs look for the way back to the seed only, not to the path of the blue search. A
// process that can only receive in a rendezvous does not count as able to move, as in SPIN. After an error, NDFS counts
// some arrivals as errors that pan counts as matched, or the other way round. At the depth limit, rendezvous offers that
// nobody takes are not counted as matched, pan counts each. A claim that moves in atomic sequences while the system is
// blocked may go ever deeper, as with pan: only a limit ends it.
package search
