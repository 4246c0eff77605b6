// Package interpret makes the steps of a model from its syntax tree, as plainly as can be, for package check.
// It shares nothing with what searches but the reading of models (package promela and below).
//
// It is by far the longest part of a check, and there is no shorter one: what a statement does takes few
// lines, but what may come next in Promela does not (atomic, d_step, unless, goto, and rendezvous through all
// of them), and SPIN's numbers of control states, which states are written with, come about on the way.
// flow.go and flow_tables.go are the flow of control with these numbers, state.go and model.go say where in a
// state a variable is, expr.go and step.go make functions of expressions and statements, and machine.go and
// message.go make the steps of a state. On the models for corners of the language it has as many states and
// transitions as pan (TestMicroModels in package check).
//
// Vocabulary: to fail is to violate what a certificate says, or to be beyond what one can say. Unable is a
// model for which there are no rules here.
//
// Known warts: there are none for claims, trace assertions, priorities, hidden variables, and enabled.
package interpret
