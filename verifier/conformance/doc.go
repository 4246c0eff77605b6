// Package conformance holds gospin to the figures of real SPIN: states stored and matched, transitions,
// atomic steps, depth and errors, all equal.
//
// The plain tests need no SPIN. They run the gospin binary on the examples, whose comments record pan's
// figures, on the micro-models of testdata, whose figures micro.tsv records, on the parser's probes of
// SPIN's syntax, on the models of faults.txt, where gospin once differed from pan or pan is wrong, and on
// random models with every store. They check the import graph, and the lengths of lines and functions.
//
// Searches in batches of roots are compared with those step by step, in all orders, with several workers: on
// the examples and micro-models, including the errors that they report, and on random models with all the
// features by which processes depend on each other (modelgen.Varied). GOSPIN_BATCHED is the number of models.
//
// Reductions are compared with a naive exploration: deadlocks, failures and their places, verdicts of
// formulas, on random models with much to reduce and with traps for reductions (modelgen.Reducible), under
// every rule, proviso and store. What a rule lets a process do without the others is also checked by a judge,
// which tries all moves (systemtest.Judge). One rule of the tests uses only that judge. Mutants show that
// faults of a rule would be found. GOSPIN_REDUCED is the number of models, GOSPIN_SEED the first seed.
//
// With the build tag conformance, and spin and gcc installed, gospin is compared with pan itself: on the
// models of Debian's spin package, on the examples, on random models, and on others with tangled control
// flow. GOSPIN_RANDOM is the number of random models, GOSPIN_SEED the first seed. GOSPIN_BINARY names a
// gospin to test instead of the one built from this tree.
//
// # What is tried when
//
// With go test, each package tries some of its cases; with the tag, all of them: verifier/thorough decides.
// The choice is always the same: what go test omits is never tried there, and make conformance tries it.
//
//	                                   go test                make conformance
//	random systems, models, graphs     a tenth to a third     all (make long: many more)
//	examples in each mode              mask, and an eighth    all of some, a third of chains
//	examples of the large size         in three modes         in every mode
//	examples in every order            one order each         all
//	micro-models in each mode          a sixth                all
//	micro-models in batches            an eighth of the ways  all
//	probes of the syntax, whole        a tenth                all
//	unmove sets on examples            up to 25,000 states    up to 100,000
//	sets of roots and stores, with maps a fifth to a quarter   all
//	comparison with spin and pan       nothing                all
//
// Each test reports how many models agree with SPIN, and a line for every other one: waived, cut at a depth,
// not compared.
//
// Vocabulary: raw mode is a search without any reduction (spin -o1 -o2 -o3, pan -DNOREDUCE -DNOCOMP); a
// figure is one of the six numbers; a waiver is a model on which pan itself is wrong, undefined or cut by a
// limit, so that only the verdict is compared.
//
// Known warts: pan prints numbers from a hundred million on with eight digits only; such searches are not
// compared.
package conformance
