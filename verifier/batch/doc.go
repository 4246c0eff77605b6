// Package batch searches states as roots, many at a time. A batch of states is expanded; then all roots found
// behind them are looked up. Their places in the table are asked for together, before the first is looked at,
// so that the waits for memory overlap: where a search takes one state after the other, they are most of its
// time.
//
// A search has a Space, whose packing says what roots mean, and for each worker an Engine, which finds what
// lies behind a root. Neither a vector nor a path is kept. So a search ends at the first error, and knows
// only the root where it was met: whoever asks for the path makes the search again (package search).
//
// Orders: any, where each worker takes the youngest of what it has left open, a batch at a time; breadth
// first, where it takes the oldest; depth first, in pan's order, one state at a time (diver). All count the
// same states and transitions, as every state is expanded once. Depth is pan's only depth first: there, all
// that lies behind a state goes on the stack, and is looked up when its turn comes. Its place is asked for
// twice: when it goes there, and again before its turn, if that was long ago.
//
// # Workers
//
// A search in any order can have several workers. They share
// the set, which takes roots by compare-and-swap; each has its own engine, and its own stack of open roots. A
// worker without work waits; another one that sees the signal puts the older half of its stack into a pool,
// for older states have more behind them. Where the set must grow, or the space be packed again, all pause:
// the last one to stop does what is to be done. The search is over when all are idle.
//
// One worker is quicker than several where a search ends soon. So all but the first may come late: it stands
// still when it is time, the others are given engines, and get their first roots as any that are idle.
//
// The first error ends the search for all. Limits are looked at now and then, so a search may go some batches
// beyond them; a single worker keeps a limit of states exactly.
//
// # Packing
//
// When an engine says that a number does not fit, the run ends: it leaves a rest, the set and the open roots.
// The space is packed again, and the next run, perhaps of wider roots, takes the rest and converts each root.
// The code of a run is generic over the width: that is why a run ends instead of going on. The memory of the
// old set is given back as it is read.
//
// # Reduced searches
//
// Where an engine can tell sets of choices that suffice (Reduced), the forest judges which are accepted,
// whatever the order: every state must have a way to one with all its choices (reduced_forest.go says why).
// When the space is packed again, moving brings the forest along.
//
// Why it is so: batches of 24 states are enough for some hundred waits to overlap, and few enough that what
// is found stays in the cache nearest to the processor. With a set that is larger than that cache, places
// are asked for already while the batch is expanded (Touch).
//
// Common is what these searches share with those of package unmove, which keeps states by moves: the task,
// the counts, limits and errors. How many processors run is not decided here: Task.Crew is called when
// workers join.
//
// Known warts: searches of reduced choices, in an order, and with sets for little memory have one worker.
// Times (Stats) are taken with the clock at each batch, in depth-first order
// at each state, which costs some percent.
package batch
