// Package check checks certificates: files with all states of a model, which say that no assertion fails,
// that no end state is invalid, and that no run-time error is met.
//
// It shares nothing with what searches but the reading of models (package promela and below). This package is
// the argument, in some 500 lines: read.go reads a file by the page of the manual that describes it (`gospin
// help certificates`), states.go keeps its states, and check.go goes through them. What the steps of a state
// are it asks package interpret, which knows Promela and nothing of certificates.
//
// A check begins with the initial state, which it makes itself. Every state that comes after one has to be
// among those of the file, and it goes on with these; in the end, each of them has been reached. So states of
// the file are only compared with states that were made here, and never run otherwise; what is proved is that
// they are just those that can be reached.
//
// Vocabulary: a certificate is refused, whatever the reason.
package check
