// Package verifier assembles a run: it reads the model, compiles it, picks system and store, refuses what
// does not go together, searches, replays what was found, and reports.
//
// A Source is opened once and gives a Model, which is compiled for every search. The ways to store states are
// a table of constructors (modes.go), each of which makes a store, and a system if it needs one of its own.
//
// Options are read here and nowhere below. A fault is what the search met; a property is what was looked for;
// a verdict is holds, violated or inconclusive. What a search was cut short of, or an approximate one has not
// found, never holds. Every property has a search of its own: assertions, end states and the trace assertion
// share the first, every claim and formula has another, beside which they are not looked for: a claim
// restricts the runs. Before a fault is told as a counterexample, its moves are replayed on a machine of its
// own, for the model compiled anew; a disagreement is an internal error. That replay also tells where the
// statement stands that fails (places.go).
//
// Where the automaton of a formula's opposite accepts everything, the claim is at its end: what a run has
// done so far violates the formula, whatever comes (a bad prefix), and its trail ends there. Only what no
// beginning of a run violates has a cycle. Both bad prefixes and other faults that end a run are shortened
// (shorten.go). What trails are called, what they carry and which are removed, trails.go says. Remarks
// (remarks.go) are about what holds, but perhaps for another reason than is thought; they change no verdict.
//
// With -shortest, a fault that ends a run is sought anew, breadth first and with every interleaving, and told
// by the fewest moves (shortest.go); else a shorter path is looked for, for a while (shorten.go).
//
// Orders but any and depth first are kept step by step, or breadth first by batches (order.go, explore.go),
// with a cache always (caching.go): claims, which need depth-first order, are refused there.
//
// By default, safety is searched in batches of roots (batches.go; packages space and batch), in any order,
// and so are claims that are violated as soon as they come to certain control states (vm.Program.Terminal).
// Where that meets an error, the search is made again step by step, whose report is the report, but for
// errors to which depth-first order comes too late: to these, breadth-first order tells the path. What
// batches can't do is made step by step from the start, and the report says why: one function knows
// (unbatched).
//
// Step by step, what is searched is the machine, which takes the steps of atomic sequences together (package
// atomic); with -compress=collapse in its usual split, it is the engine of package space, unless that has
// something against the model. Around either stands a reduction, if one is wanted and fits (reduction.go;
// merging.go says how the program is made smaller before that), and around all the product with the claim, if
// there is one. The report names engine and reductions.
//
// With -sweep, states are forgotten by a measure of progress (sweep.go); sweep_auto.go proposes some, from
// counters of the model and a short run. Expressions over states that options give are read and compiled with
// the model: they change no state of it, but the variables that they name are not dropped (expressions.go).
//
// A graph is written while a search by a sweep-line goes on (graphs.go, package graph), of the whole program,
// labelled with conditions that are measures of the model. Checks and walks read it beside the model compiled
// anew, which must be the same (graphDigest); the runs that they find are taken on a machine of its own, too.
//
// Known warts: run-time errors of the model count as the property "assertions". A search is interrupted by
// taking back its deadline. The memory limit is for the store and the search's stack together, but a table
// that grows is only seen to exceed it afterwards.
package verifier
