// Package search explores a system's states: depth first, with the accounting of SPIN's generated verifiers.
//
// Stored are the states that a store did not know, matched the arrivals at known ones (and those that the
// depth limit turns away, as pan has it). States inside an atomic sequence are transient: they are neither. A
// move leads one level deeper, a rendezvous two. A system may take several steps of such a sequence with one
// move: they are counted as if they had been made one by one, and listed so where a path is told.
//
// The rules say how a choice is made, a state expanded and a fault told, and what is counted. A track is the
// memory of a depth-first path. The searches are disciplines over these: DFS, and Nested for runs that are
// accepted. They know neither the systems nor the stores.
//
// The stack is flat: frames, choices, vectors and hints each lie in chunks without pointers. DFS keeps the
// choices and the vector of a frame only while more than one choice is left: the last is made in place.
// Choices that the system knows to lead to closed states are only counted, each in its turn: a state with no
// others gets no frame.
//
// Nested is a blue search, and from every accepting state that it leaves (vm.Seed) a red one that looks for a
// way back. Which of them has seen a state is the state's colour, that the store keeps: a state is stored
// once. Where cycles are accepting throughout or nowhere, as those of many formulas, there is no red search
// (Černá, Pelánek, "Relating hierarchy of temporal properties to model checking", 2003). Where there are
// copies of the system, for fairness, a state's colour has bits for each copy.
//
// Choices that are known to lead to states that are closed in the colour of the search are only counted
// (store.Foreseeing), but those of the states that red searches begin in.
//
// Where a system tells an ample set, DFS makes its choices, and a proviso judges whether they are enough; if
// not, it asks for the next set, or for all choices, and makes those again that it has made. The states that
// count as open for that are a bag of fingerprints of the search's own, so that no store keeps a colour for
// them. Frames with an ample set keep their vector. Nested searches judge no sets: theirs suffice as they
// are.
//
// A store may ask by which moves states are come to from the nearest stored one on the path (vias): those of
// the frames between, step by step, as the system tells them of a choice of several steps.
//
// Explore takes the states in any order, that of a frontier (Evangelista, Kristensen, "Search-order
// independent state caching", 2010): one choice of one open state in each round. What a choice leads to
// within an atomic sequence is followed up to the next state that is visited; such frames hang behind the
// open state until their choices are made, too. Vectors and choices of open states lie in pools, where pieces
// come and go in any order. Every stored state has a number, and with it that of its predecessor and of the
// choices that lead from there: so the path to any state can be told. With an ample set a state is content if
// it has led to a new state: of those, each found behind the one before, there is a last one. Breadth first,
// the first fault is as near as there is one, where a step from one stored state to another counts as one.
//
// Explore and Sweep look for no cycles. Beside a claim that is decided by where it comes to (vm.Terminal), a
// run that comes to an accepting state is told of (Decided), and whoever is told finds how it goes on.
//
// With a cache for a store (package store) Explore says which state was generated from which, and when one is
// closed; paths are found by making choices again along the tree. Chains of states with one choice leave the
// tree once they end. Where the order of two steps makes no difference, one of both ways to their end can be
// left out (Lean): no state is missed, for of all orders of independent steps the least is still made.
//
// Sweep takes states in the order of a progress measure, and forgets those that all open ones are beyond
// (package store, Sweep). It expands a state as a whole: its frame is the lowest of a path of which the
// others are inside an atomic sequence. Every edge is held to the measure; what is reached against it is
// kept, and searched in another sweep. So no trust in the measure is needed, but states that were forgotten
// and met again are nodes of their own: a node is a place in an unfolding of the state graph, with a number.
// How nodes were come to is noted from the first error on; to tell of that, the search is made again up to
// there.
//
// SweepCached is Explore in the order of a sweep-line, with a cache for a store: what is passed is forgotten
// whether the search needs it or not, and of the rest what it does not need. A sweep comes to an end: a state
// is generated again behind itself only if it was passed in between, and then the way back leads over an edge
// against the order, where sweeps stop. There are no more sweeps than persistent states.
//
// A store may take states for others (package store): the search then omits some, and what lies behind them.
// It tells of no fault that is not there, for its path is made of choices: a state that the store has for one
// on the path closes a cycle only if it is the same. Behind an omitted state of a reduced search lies more
// than elsewhere, since fewer ways lead there.
//
// Known warts: what is hidden in a model, and read, is for Sweep as on the first way to a state. Searches
// among copies look for the way back to the seed only, not to the path of the blue search. After an error,
// Nested counts some arrivals as errors that pan counts as matched, or the other way round. At the depth
// limit, rendezvous offers that nobody takes are not counted as matched, pan counts each. A claim that moves
// in atomic sequences while the system is blocked may go ever deeper, as with pan: only a limit ends it.
package search
