// Package compile turns a resolved Promela model into a vm.Program.
//
// It works in the steps of SPIN's own generator, so that every control state has SPIN's number and every transition
// SPIN's order: flow.go builds each body's elements in parse order, links them and marks atomic sequences;
// targets.go says which elements are steps and where each leads; trans.go emits guards and effects, expr.go and cond.go
// the bytecode of expressions and conditions; place.go lays out variables and channels; events.go makes trace assertions,
// claim.go claims.
//
// Vocabulary: an element is a statement in the flow graph, its number is the control state in which it can be taken;
// a choice is an element that can be taken directly in a state, once nested selections are flattened.
//
// Known warts: an escape attached to a statement that guards an option is tried before all options of that selection.
package compile
