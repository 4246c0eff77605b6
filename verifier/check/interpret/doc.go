// Package interpret executes a model from its syntax tree, as plainly as possible, for package check. With
// the searches, it shares only the reading of models (package promela and below).
//
// It is by far the longest part of a check. The effect of a statement takes few lines, but Promela's flow of
// control does not: atomic, d_step, unless, goto, and rendezvous within all of them. SPIN's numbers of
// control states, which are part of states, result from the order in which its parser finishes statements.
// flow.go and flow_tables.go have the flow of control with these numbers, state.go and model.go the places
// of variables in a state, expr.go and step.go compile expressions and statements to functions, and
// machine.go and message.go make the steps of a state. On the models for corners of the language, it finds
// as many states and transitions as pan (TestMicroModels in package check).
//
// For certificates with symmetry, orbits.go reads permutations of processes, prove.go proves that they map
// what each process can do to what another one can do, and normal.go gives the states of an orbit one form.
//
// Vocabulary: to fail is to violate a claim of the certificate, or to do what no certificate can contain. An
// Unable is the error for a model that this package does not support.
//
// Known warts: trace assertions, priorities, hidden variables and enabled are not supported.
package interpret
