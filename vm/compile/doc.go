// Package compile turns a resolved Promela model into a vm.Program.
//
// It works in the steps of SPIN's own generator, so that every control state has SPIN's number and
// every transition SPIN's order: flow.go builds each body's elements in parse order, links them and
// marks atomic sequences; targets.go says which elements are steps; tables.go decides where each
// leads, and makes pan's table of the transitions of every control state; trans.go emits guards and
// effects, expr.go and cond.go the bytecode of expressions and conditions; place.go lays out variables
// and channels; events.go makes trace assertions, claim.go claims. What SPIN's reduction goes by is found
// with the order of SPIN's generator, too: global.go knows the statements that it takes for local, marks.go the
// transitions, safety.go the control states; traps.go knows better.
//
// Vocabulary: an element is a statement in the flow graph, its number is the control state in which it
// can be taken; an entry is a transition in a control state's table.
//
// Known warts, all of them SPIN's: an escape attached to a statement that guards an option is tried
// before all options of that selection; the transitions of an escape are tried in reverse order, so
// that an else among them comes first; an unless at the end of an atomic sequence that a goto leaves is
// a control state without transitions.
package compile
