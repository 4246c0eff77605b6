// Package batch searches states as roots, many at a time. It expands a batch of states, and then looks up
// all roots found from them. The places of these roots in the table are asked for together, before the
// first is looked at. So the waits for memory overlap. In a search that takes one state after the other,
// these waits are most of the time.
//
// A search has a Space, whose packing says what roots mean, and an Engine for each worker, which finds the
// successors of a root. No vectors and no paths are kept. So of errors a search knows how many there are, of
// what sorts (Task.Counts), or the root where it has ended at the first. Paths come from a search that keeps
// every state with the one that it was found from (Task.OnError, tracer), breadth first: one to each error.
//
// A search in any order lets each worker take the youngest of its open roots, a batch at a time. Breadth
// first, it takes the oldest. Depth first, it takes one state at a time, in pan's order (diver). All
// orders count the same states and transitions, since every state is expanded once. Only depth first, the
// depth is pan's: all successors of a state go on the stack, and each is looked up when its turn comes.
// Its place is asked for when it goes on the stack, and again before its turn if that was long ago.
//
// Common is what these searches share with those of package unmove: the task, the counts, the limits and
// errors. Unmove keeps states by the moves that led to them.
//
// # Workers
//
// A search in any order can have several workers. They share the set, to which they add roots by
// compare-and-swap. Each has its own engine and its own stack of open roots. A worker without work waits.
// Another one sees that, and puts the older half of its stack into a pool, since older states tend to lead
// to more. If the set must grow, or the space must be packed again, all workers pause, and the last one to
// stop does it. The search is over when all are idle.
//
// One worker is quicker than several in a search that ends soon. So all but the first may come late: at
// the time for it, the first one pauses, the others get engines, and take their first roots as idle
// workers do. This package does not decide how many processors run: it calls Task.Crew when workers join.
//
// The first error ends the search for all. Limits are looked at now and then, so a search may go some
// batches beyond them. A single worker keeps a limit of states exactly.
//
// # Packing
//
// When an engine finds that a number does not fit, the run ends. It leaves a rest: the set and the open
// roots. The space is packed again, and the next run takes the rest and converts each root, perhaps to a
// wider one. The code of a run is generic over the width, so a run cannot go on with another width. The
// memory of the old set is given back while it is read.
//
// # Reduced searches
//
// If an engine offers sets of choices that suffice (Reduced), the forest judges which are accepted, in
// whatever order: every state must have a way to a state that makes all its choices (reduced_forest.go has
// the reason). When the space is packed again, moving converts the forest.
//
// # Accepting cycles
//
// With Task.Cycles the set is kept when all states have been found, and what can lie on no accepting cycle
// is taken out (liveness.go): states that no other leads to, and those to which no accepting one leads, or
// no edge that is fair to a process (liveness_fair.go). All workers take part, range by range of the slots
// (liveness_pass.go). Three expansions of each state are usual. What is left shows a run
// (liveness_lasso.go), which one worker looks for, with four bytes more for each slot. Side tables take a
// byte and a quarter.
//
// # Figures
//
// Batches of 24 states are enough for some hundred waits to overlap, and what they lead to still fits into
// the cache nearest to the processor. If the set is larger than that cache, places are asked for while the
// batch is being expanded (Touch).
//
// Known warts: searches of reduced choices, in an order, or with sets for little memory have one worker.
// If times are asked for (Stats), the clock is read at each batch, and depth first at each state, which
// costs some percent.
package batch
