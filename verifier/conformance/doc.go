// Package conformance holds gospin to the figures of real SPIN: states stored and matched, transitions,
// atomic steps, depth and errors, all equal.
//
// The plain tests need no SPIN. They run the gospin binary on the examples, whose comments record pan's
// figures, on the micro-models of testdata, whose figures micro.tsv records, on the parser's probes of
// SPIN's syntax, on the models of faults.txt, where gospin once differed from pan or pan is wrong, and on
// random models with every store. They hold the import graph, and the lengths of lines and functions.
//
// Searches in batches of roots are held to those step by step, in all orders, by several workers: on the
// examples and micro-models, what errors they tell of included, and on random models that have what makes
// processes look at what others do (modelgen.Varied). GOSPIN_BATCHED says how many.
//
// Reductions are held to what a naive exploration finds: deadlocks, what fails and where, verdicts of
// formulas, on random models that are made of what reduces and what a reduction may overlook
// (modelgen.Reducible), under every rule, proviso and store. What a rule lets go on alone is put before a
// judge who tries it. One rule of the tests goes by that judge alone. Mutants show that faults of a rule
// would be found. GOSPIN_REDUCED says how many models, GOSPIN_SEED with which to begin.
//
// With the build tag conformance, and spin and gcc at hand, gospin is compared with pan itself: on the
// models that Debian's spin package ships, on the examples, on random models, and on others of tangled
// control flow. GOSPIN_RANDOM says how many random models, GOSPIN_SEED with which to begin. GOSPIN_BINARY
// names a gospin to test instead of the one built from this tree.
//
// # What is tried when
//
// With go test, tests try some of what there is, in each package; with the tag, all of it: verifier/thorough
// says which. Nothing is tried only sometimes: what is left out of go test is left out each time, and make
// conformance has it.
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
//	sets of roots, stores, beside maps a fifth to a quarter   all
//	comparison with spin and pan       nothing                all
//
// Each table ends with how many models are as with SPIN, and a line for every other one: waived, cut at a
// depth, not compared.
//
// Vocabulary: raw mode is a search without any reduction (spin -o1 -o2 -o3, pan -DNOREDUCE -DNOCOMP); a
// figure is one of the six numbers; a waiver is a model on which pan itself is wrong, undefined or cut by a
// limit, so that only the verdict is compared.
//
// Known warts: pan prints numbers from a hundred million on with eight digits only; such searches are not
// compared.
package conformance
