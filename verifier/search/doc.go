// Package search explores the states of a system one at a time, and counts as SPIN's generated verifiers
// do.
//
// Stored are the states that were new to the store. Matched are the arrivals at known states, and at those
// that the depth limit turns away, as pan counts them. States inside an atomic sequence are transient:
// they count as neither. A move leads one level deeper, a rendezvous two. A system may take several steps
// of a sequence with one move. They are counted, and listed in paths, as if they had been made one by one.
//
// Every search gets a Task, which has what all searches need, and options of its own: DFSOptions,
// NestedOptions, ExploreOptions, Line, CachedLine. Searches know systems and stores by their contracts
// only. What a store can do besides is a small interface: Cache and SweptCache for stores that forget,
// SweptStates for sweep-lines.
//
// The rules (rules.go) make choices, expand states, report faults, and count. A track is the memory of a
// depth-first path. The searches use both.
//
// # Depth first
//
// The stack is flat: frames, choices, vectors and hints each lie in chunks without pointers. DFS keeps the
// choices and the vector of a frame only while more than one choice is left; the last one is made in
// place. If the system knows that a choice leads to a closed state, the choice is only counted, in its
// turn. A state that has only such choices gets no frame.
//
// If a system offers an ample set, DFS makes the choices of the set, and a proviso judges if they are
// enough. If not, DFS asks for the next set, or for all choices, and makes those again that it has made.
// The states that count as open for the proviso are a bag of fingerprints, so that no store has to keep a
// colour for them. Frames with an ample set keep their vector.
//
// # Nested
//
// Nested is a blue search that starts a red one at every accepting state that it leaves (vm.Seed). The red
// search looks for a way back. The colour of a stored state has a bit for each search that has seen it, so
// a state is stored once. There is no red search where cycles are accepting throughout or nowhere, as with
// many formulas (Černá, Pelánek, "Relating hierarchy of temporal properties to model checking", 2003).
// Where there are copies of the system, for fairness, a colour has bits for each copy. Nested judges
// no ample sets: its rule has to be static.
//
// A store may ask which moves lead to a state from the nearest stored one on the path (via, vias). These
// are the moves of the frames between, step by step.
//
// # Strongly fair cycles
//
// Fair keeps the whole graph, with who moves on each edge and who is able to in each state, and looks for
// a strongly connected component with a fair cycle. Components in which a process is able to move that never
// does are looked at again without the states in which it is.
//
// # Any order
//
// Explore takes states in the order of a frontier (Evangelista, Kristensen, "Search-order independent
// state caching", 2010). In each round, one open state makes one choice. Inside an atomic sequence, the
// search follows the choice up to the next state that is visited. The frames of the sequence belong to the
// open state until their choices are made, too. Vectors and choices of open states lie in pools, since
// they come and go in any order. Every stored state has a number, and notes its predecessor and the
// choices that lead from there. So the path to any state can be found.
//
// An ample set is enough in Explore if it has led to a new state: along states that were found so, each
// from the one before, there is a last one, and it makes all its choices. Breadth first, the first fault
// is the nearest one, if a way from a stored state to the next counts as one step.
//
// Explore and Sweep look for no cycles. But a claim may be decided by the state that it reaches
// (vm.Terminal). Then the search reports each run that reaches an accepting state (Decided), and its
// caller finds how the run goes on.
//
// With a cache as the store, Explore reports which state was generated from which, and when a state is
// closed. It finds paths by making choices again along the tree. Chains of states with one choice leave
// the tree when they end. If two steps are independent, one of the two orders can be left out (Lean). No
// state is missed by that, for the least of all orders is still made.
//
// # Sweep-lines
//
// Sweep takes states in the order of a progress measure, and forgets the states that all open ones have
// passed. It expands a state as a whole: its frame is the lowest of a path, and the other frames are
// inside an atomic sequence. Every edge is compared with the measure. A state that is reached against the
// order is kept, and searched in another sweep. So the measure need not be right. But a state that was
// forgotten and is met again is a node of its own: nodes are places in an unfolding of the state graph,
// and have numbers. From the first error on, Sweep notes how it reached each node; it finds the path to
// the first error by making the search again up to there.
//
// SweepCached is Explore in the order of a sweep-line, with a cache. It forgets what has been passed,
// needed or not, and of the rest what it does not need. A sweep ends: a state is generated again below
// itself only if it was passed in between, and then the way back leads over an edge against the order,
// where sweeps stop. There are no more sweeps than persistent states.
//
// # Approximate stores
//
// Such a store may take a new state for another one. Then the search omits the state, and what it leads
// to. It reports no fault that does not exist, for a path is made of choices, and a cycle is closed only
// by the same state. In a reduced search, an omitted state leads to more states than elsewhere, since
// fewer other ways lead there.
//
// The package has more than 25 files since all orders share the rules of one search: limits, faults, paths,
// and which states are looked at again.
//
// Known warts: if a hidden variable is read, Sweep takes the value that it has on the first way to a
// state. With copies, searches look for the way back to the seed only, and not to the path of the blue
// search. After an error, Nested counts some arrivals as errors that pan counts as matched, or the other
// way round. At the depth limit, pan counts each rendezvous offer that nobody takes as matched, and this
// package counts none. A claim that moves in atomic sequences while the system is blocked may go deeper
// for ever, as with pan; only a limit ends it.
package search
