// Package batch searches states as roots, many at a time. It expands a batch of states, and then looks up all
// roots found from them. It prefetches their places in the table before it reads the first, so that the cache
// misses overlap. In a search of one state after the other, these misses are most of the time.
//
// A search has a Space, whose packing determines what roots mean, and an Engine for each worker, which finds
// the successors of a root. No vectors and no paths are kept. Therefore a search only counts its errors, by
// kind (Task.Counts), or returns the root at which the first one ended it. Paths come from a breadth-first
// search that keeps the predecessor of every state (Task.OnError, tracer): one path to each error.
//
// In any order, each worker takes a batch of the youngest of its open roots. Breadth first, it takes the
// oldest. Depth first, it takes one state at a time, in pan's order (diver). All orders count the same states
// and transitions, since every state is expanded once. Only the depth of a depth-first search is pan's: all
// successors of a state are pushed onto the stack, and each is looked up when its turn comes. Its place is
// prefetched when it is pushed, and again before its turn if that was long ago.
//
// Common has what these searches share with those of package unmove: the task, the counts, the limits and
// errors. Unmove stores states by the moves that led to them.
//
// # Workers
//
// A search in any order can have several workers. They share the set, to which they add roots by
// compare-and-swap. Each has its own engine and its own stack of open roots. A worker without work waits;
// another one notices it, and puts the older half of its stack into a pool, since older states tend to lead
// to more. If the set must grow, or the space must be packed again, all workers pause, and the last one to
// pause does it. The search is over when all are idle.
//
// One worker is quicker than several in a short search. So all but the first may join late: at their time,
// the first one pauses, the others get engines, and take their first roots as idle workers do. This package
// does not decide how many processors run: it calls Task.Crew when workers join.
//
// The first error ends the search for all. Limits are checked from time to time, so a search may exceed them
// by some batches. A single worker keeps a limit of states exactly.
//
// # Packing
//
// If an engine finds that a number does not fit, the run ends. It leaves a rest: the set and the open roots.
// The space is packed again, and the next run converts each root of the rest, perhaps to a wider one. The
// code of a run is generic over the width, so a run cannot continue with another width. The memory of the old
// set is released while it is read.
//
// # Reduced searches
//
// If an engine offers sufficient sets of choices (Reduced), the forest decides which of them are accepted, in
// any order: every state must have a way to a state that makes all its choices (reduced_forest.go has the
// reason). When the space is packed again, moving converts the forest.
//
// # Accepting cycles
//
// With Task.Cycles, the set is kept after all states have been found, and states that can't lie on an
// accepting cycle are removed (liveness.go): states without predecessors, and those that no accepting one
// leads to, or no edge that is fair to a process (liveness_fair.go). All workers take part, by ranges of the
// slots (liveness_pass.go). Each state is usually expanded three times. The remaining states have a cycle
// (liveness_lasso.go), which one worker looks for, with four more bytes for each slot. With strong fairness,
// they may have one, and that worker decides (liveness_strong.go). Side tables take a byte and a quarter.
//
// # Figures
//
// Batches of 24 states suffice for some hundred misses to overlap, and their successors still fit into the
// first-level cache. If the set is larger than that cache, places are prefetched while the batch is being
// expanded (Touch).
//
// # Time of compiling
//
// All of this is compiled for each width of roots. So what has roots embeds nothing that has many methods:
// for each promoted method, each type of each width would get four functions more, which took half of the
// time.
//
// Known warts: reduced searches, searches in an order, and sets for little memory have one worker. If times
// are asked for (Stats), the clock is read at each batch, and depth first at each state, which costs some
// percent.
package batch
