// Package verifier is the door to a run: Run takes options, has each part of the question planned and
// searched, and joins the reports. It decides and searches nothing itself. For whoever changes gospin, the
// folder doc has pages: architecture, SPIN's semantics, reductions, the engine's figures, and recipes for
// additions.
//
// # The folders
//
// Below here, each a package; imports run down the list, and a test holds them (conformance/imports_test.go).
//
//   - compare, formats: above a run. Ways to search side by side, the tables of papers, and reports for other
//     programs.
//   - here: options in, a report of all parts out.
//   - run: the searches of one part, as they are planned.
//   - tune: short searches ahead of a run, which see what states look like.
//   - findings: faults as properties, messages and trails; remarks and verdicts.
//   - plan: how each part is searched, what is needed before, and what may follow, by a pure function of
//     options and facts of the program.
//   - ask: what a run can be told, and the parts of the question.
//   - way: the ways to store states, the orders of search and the rules of reduction, each a value with
//     traits and a maker.
//   - confirm: counterexamples taken again, and made shorter. inspect: what short searches tell of a model.
//     graph/query: questions about a graph in a file; graph/build writes one.
//   - source: models read and compiled. report: what a run tells, as data and as text.
//   - space: states as numbers of component values, and what processes do, remembered. batch: searches of
//     such states, many at a time; batch/unmove: those that keep states by moves; roots keeps them.
//   - search: orders of search, one state at a time, nested ones and sweep-lines. graph: reachability graphs,
//     condensed, and formulas over them.
//   - store: sets of states, by every way of keeping them.
//   - por, independence: which choices suffice, and why not. product: a claim beside. atomic: steps of atomic
//     sequences taken together.
//   - system: what is searched, the contract of all of these.
//   - summary: what people are shown of a run. reason: why a run is wrong, by its trail.
//   - trail: runs in SPIN's format, replayed; below it as a story, as lines, a chart, a page, and with
//     live choices.
//   - files, host, pan: files written as a whole, the computer's memory, SPIN's own verifier.
//   - modelgen: random models for tests. systemtest, conformance: searches held to oracles, and gospin to
//     SPIN.
//
// # A run
//
// A source is opened once and gives a model, which is compiled for every search. Options are read in package
// ask, what goes together is decided in package plan by the traits of the ways, which make the store, and a
// system if the store needs one of its own (package way). Package run makes the searches of a plan; what is
// known of states before is the business of package tune.
//
// A fault is what the search met; a property is what was looked for; a verdict is holds, violated or
// inconclusive. What a search was cut short of, or an approximate one has not found, never holds
// (findings/verdict.go). Every property has a search of its own (ask.Part): assertions, end states and the
// trace assertion share the first, every claim and formula has another, beside which they are not looked
// for: a claim restricts the runs. What a never claim asserts itself is looked for beside it, and violates
// the claim. Before a fault is reported as a counterexample, its moves are made again (package confirm).
//
// Where the automaton of a formula's opposite accepts everything, the claim is at its end: what a run has
// done so far violates the formula, whatever comes (a bad prefix), and its trail ends there. Only what no
// beginning of a run violates has a cycle. Both bad prefixes and other faults that end a run are shortened
// (findings/shorten.go). The names of trails, what they carry, and which are removed, stand in
// findings/trails.go. Remarks (findings/remarks.go, findings/vacuity.go) are about what holds, but perhaps
// for another reason than is thought; they change no verdict.
//
// With -shortest, a fault that ends a run is sought again, breadth first and with every interleaving, and
// told by the fewest moves (findings/shortest.go); else a shorter path is looked for, for a while.
//
// By default, safety is searched in batches of roots (run/batches.go; packages space and batch), in any
// order, and so are claims that are violated as soon as they come to certain control states
// (vm.Program.Terminal). Where that meets an error, the search is made again step by step, whose report is
// the report, but for errors to which depth-first order comes too late: to these, breadth-first order finds
// the path (plan/next.go). Accepting cycles are looked for in batches, too, where a short nested search has
// found none (batch/liveness.go); that search shows its cycles itself (run/cycles.go). What batches can't
// do is made step by step from the start, and the report says why (plan/rules.go).
//
// Step by step, what is searched is the machine, which takes the steps of atomic sequences together (package
// atomic); with -compress=collapse in its usual split, it is the engine of package space, unless that has
// something against the model. Around either stands a reduction, if one is wanted and fits (way/reduction.go;
// ask.Reduction says how the program is made smaller before that), and around all the product with the
// claim, if there is one. The report names engine and reductions.
//
// Other orders are kept step by step, or breadth first by batches, with a cache always (run/steps.go). Claims
// are refused there unless they are decided by where they arrive (plan/rules.go, findings/aftermath.go): else
// they need depth-first order.
//
// With -sweep, states are forgotten by a measure of progress (run/sweep.go); package tune proposes some, from
// counters of the model and a short run. A graph is written while such a search goes on (graph/build), of the
// whole program, labelled with conditions that are measures of the model.
//
// # Limits
//
// One context goes through a run: the time that it may take, its user's interrupts, and the memory of the
// process end it (package limit). Searches look at it now and then, and account for their own tables besides.
// What is to last for a short time only, as shortening and probes, has a context with a timeout. Properties
// that are not looked at in time are inconclusive.
//
// Known warts: run-time errors of the model count as the property "assertions".
package verifier
