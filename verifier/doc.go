// Package verifier assembles a run: it reads the model, compiles it, picks system and store, refuses what does not go
// together, searches, replays what was found, and reports.
//
// Options are read here and nowhere below. A fault is what the search met; a property is what was looked for; a verdict
// is holds, violated or inconclusive. A search that was cut short never holds. Every property has a search of its own:
// assertions, end states and the trace assertion share the first, every claim and formula has another, beside which they
// are not looked for again. Before a fault is told as a counterexample, its moves are replayed on a machine of its own,
// for the model read and compiled anew; a disagreement is an internal error.
//
// With -compress=collapse in its usual split, what is searched is the engine of package component,
// unless it has something against the model, or against the first states of the run.
//
// Known warts: run-time errors of the model count as the property "assertions". A search is interrupted by taking back
// its deadline. The memory limit is for the store and the search's stack together, but a table that grows is only seen
// to exceed it afterwards.
package verifier
