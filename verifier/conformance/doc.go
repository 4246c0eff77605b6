// Package conformance holds gospin to the figures of real SPIN: states stored and matched, transitions, atomic steps,
// depth and errors, all equal.
//
// The plain tests need no SPIN. They run the gospin binary on the examples, whose comments record pan's figures, and
// on random models with every store; and they hold the import graph.
//
// With the build tag conformance, and spin and gcc at hand, gospin is compared with pan itself: on the models that
// Debian's spin package ships, on the examples, on random models, and on a directory of recorded micro-models and
// syntax probes (GOSPIN_CONFORMANCE). GOSPIN_RANDOM says how many random models, GOSPIN_SEED with which to begin. GOSPIN_BINARY
// names a gospin to test instead of the one built from this tree.
//
// Vocabulary: raw mode is a search without any reduction (spin -o1 -o2 -o3, pan -DNOREDUCE -DNOCOMP); a figure is one
// of the six numbers; a waiver is a model on which pan itself is wrong, undefined or cut by a limit.
//
// Known warts: pan prints numbers from a hundred million on with eight digits only; such searches are not compared.
package conformance
