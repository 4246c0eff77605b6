// Package check checks certificates: files with all reachable states of a model, which claim that no
// assertion fails, that no end state is invalid, and that there is no run-time error.
//
// With the searches, it shares only the reading of models (package promela and below). This package has the
// argument, in some 500 lines: read.go reads a file as the manual describes it (`gospin help certificates`),
// states.go stores its states, and check.go expands them. The successors of a state come from package
// interpret, which knows Promela and nothing of certificates.
//
// A check begins with the initial state, which it computes. Every successor must be in the file, and is
// expanded in turn; at the end, every state of the file must have been reached. So states of the file are
// only compared with states that were computed here, and never expanded themselves. This proves that they
// are exactly the reachable ones.
//
// A file may have states up to a group of permutations. Package interpret proves these on the model's text,
// and gives each successor the form that states of an orbit have in common; this form must be in the file.
//
// Formulas and never claims are checked on the same states, if requested: formula.go has a tableau for the
// negation of a formula, product.go its product (or that of a claim) with the states, and the search for a
// cycle that is accepted. Package ltl, which makes the searches' automata, is not used.
//
// Vocabulary: a certificate that proves nothing is refused, whatever the reason.
package check
