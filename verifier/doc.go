// Package verifier runs verifications: Run takes options, has each part of the question planned and searched,
// and joins the reports. Decisions and searches are in other packages. For people who change gospin, the
// folder doc has pages: architecture, SPIN's semantics, reductions, measurements of the engine, and recipes
// for additions.
//
// # The folders
//
// The packages below. Imports lead down the list, which a test checks (conformance/imports_test.go).
//
//   - compare, formats: comparisons of ways to search, the tables of papers, and reports for other programs.
//   - here: options in, a report of all parts out.
//   - resume: a run that is kept in a folder, to continue it. checkpoint has the files.
//   - run: the planned searches of one part.
//   - tune: short searches before a run, which sample states.
//   - findings: faults as properties, messages and trails; remarks and verdicts.
//   - plan: how each part is searched, what precedes and what may follow, by a pure function of
//     options and facts of the program.
//   - ask: the options of a run, and the parts of the question.
//   - way: the ways to store states, the orders of search and the rules of reduction, each a value with
//     traits and a maker.
//   - confirm: counterexamples repeated, and shortened. inspect: facts of a model from short searches.
//     graph/query: questions about a graph in a file; graph/build writes one.
//   - source: models read and compiled. report: the results of a run, as data and as text.
//   - space: states as numbers of component values, and the remembered moves of processes. batch: searches of
//     such states, many at a time; batch/unmove: those that store states by moves; roots: sets of these.
//   - search: orders of search, one state at a time, nested ones and sweep-lines. graph: reachability graphs,
//     condensed, and formulas over them.
//   - store: sets of states, by every way of keeping them.
//   - por, independence: which choices suffice, and why not. product: a system with a claim. atomic: steps of
//     atomic sequences combined.
//   - system: the contract of everything that can be searched.
//   - summary: the report for people. reason: why a run is wrong, by its trail.
//   - trail: runs in SPIN's format, replayed; below it as a story, as lines, a chart, a page, and with
//     live choices.
//   - files, host, pan: files written as a whole, the computer's memory, SPIN's own verifier.
//   - modelgen: random models for tests. systemtest, conformance: searches compared with oracles, and gospin
//     with SPIN.
//
// # Words
//
//   - A vector is a state's bytes; its key is the part that is stored; its root has the numbers of its
//     components' values, packed into words.
//   - A move is an enabled transition; a choice is one or several moves, as a search makes them; a step is
//     the result of a choice. Room is the number of further levels that a search allows.
//   - An ample set has the choices of one process, which suffice; a proviso checks that nothing is postponed
//     for ever.
//   - A hint is what a store remembers of a state so that visits of its successors are cheap.
//   - An act is an access to something that processes share; the future is the set of acts that may follow.
//
// # A run
//
// A source is opened once and gives a model, which is compiled for every search. Package ask reads options,
// and package plan decides, by the traits of the ways, what can be combined. Package way makes the store, and
// a system if the store needs its own. Package run makes the searches of a plan; package tune makes short
// searches in advance.
//
// A fault is an error that a search found; a property is what it checks; a verdict is holds, violated or
// inconclusive. After an incomplete or approximate search, no property holds (findings/verdict.go).
// Assertions, end states and the trace assertion share the first search (ask.Part). Every claim and formula
// has a search of its own, which does not check these, since a claim restricts the runs. The assertions of a
// never claim are checked in its search, and violate the claim. Before a fault is reported as a
// counterexample, its moves are repeated (package confirm).
//
// If the automaton of a formula's negation accepts everything from a state, the claim ends there: the run so
// far violates the formula, whatever follows (a bad prefix), and its trail ends there. A counterexample has a
// cycle only if no finite part of the run violates the formula. Bad prefixes and other faults that end a run
// are shortened (findings/shorten.go). The names and contents of trails, and which trails are removed, are in
// findings/trails.go. Remarks (findings/remarks.go, findings/vacuity.go) concern properties that hold, but
// perhaps for an unexpected reason; they do not change the verdict.
//
// With -shortest, a fault that ends a run is searched for again, breadth first and with every interleaving,
// and reported with the fewest moves (findings/shortest.go). Otherwise a shorter path is searched for within
// a time limit.
//
// By default, safety is searched in batches of roots (run/batches.go; packages space and batch), in any
// order, and so are claims that are violated as soon as they reach certain control states
// (vm.Program.Terminal). Paths to errors are searched for breadth first, in batches, too (run/traced.go); if
// that fails, other searches follow (plan/next.go). Accepting cycles are searched for in batches, if a short
// nested search has found none (batch/liveness.go), and the path to one, too (run/cycles.go). What batches do
// not support is searched step by step from the start, and the report says why (plan/rules.go).
//
// A step-by-step search is over the machine, with package atomic, which joins the steps of atomic sequences.
// Around it is a reduction, if one is requested and possible (way/reduction.go; ask.Reduction describes the
// reductions of the program before that), and around all the product with the claim, if there is one. The
// report names the engine and the reductions.
//
// Other orders are step by step, or, for breadth first, in batches; with a cache they are always step by step
// (run/steps.go). Claims need depth-first order there, and are rejected otherwise, unless they are decided by
// the states that they reach (plan/rules.go, findings/aftermath.go).
//
// With -sweep, states are forgotten by a measure of progress (run/sweep.go); package tune proposes some, from
// counters of the model and a short run. Such a search can also write a graph (graph/build) of the whole
// program, labelled with conditions that are measures of the model.
//
// # Limits
//
// A run has one context, which ends by a time limit, by an interrupt, or by the process's memory (package
// limit). Searches check it from time to time, and also account for their own tables. Short operations, such
// as shortening and probes, have a context with a timeout. Properties that are not checked in time are
// inconclusive.
//
// Known warts: run-time errors of the model count as the property "assertions".
package verifier
