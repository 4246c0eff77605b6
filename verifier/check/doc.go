// Package check checks certificates: files with all states of a model, which say that no assertion fails,
// that no end state is invalid, and that no run-time error is met.
//
// It shares nothing with what searches but the reading of models (package promela and below). Everything
// else it has of its own, as plain as can be: flow.go is the flow of control with SPIN's numbers of control
// states, state.go and model.go say where in a state a variable is, expr.go and step.go make functions of
// expressions and statements, machine.go and message.go make the steps of a state, read.go reads a file by
// the page of the manual that describes it (`gospin help certificates`), states.go keeps its states, and
// check.go goes through them.
//
// A check begins with the initial state, which it makes itself. Every state that comes after one has to be
// among those of the file, and it goes on with these; in the end, each of them has been reached. So states of
// the file are only compared with states that were made here, and never run otherwise; what is proved is that
// they are just those that can be reached.
//
// Vocabulary: to fail is to violate what a certificate says, or to be beyond what one can say; a certificate
// is refused, whatever the reason. Unable is a model for which there are no rules here.
//
// Known warts: there are none for claims, trace assertions, priorities, hidden variables, and enabled.
package check
