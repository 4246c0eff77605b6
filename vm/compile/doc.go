// Package compile turns a resolved Promela model into a vm.Program.
//
// It works in the steps of SPIN's own generator, so that every control state has SPIN's number and
// every transition SPIN's order: flow.go builds each body's elements in parse order (flow_options.go those of
// selections), flow_link.go links them and marks atomic sequences; targets.go says which elements are steps;
// tables.go decides where each
// leads, and makes pan's table of the transitions of every control state; trans.go emits guards and
// effects, expr.go and cond.go the bytecode of expressions and conditions; place.go lays out variables
// and channels; events.go makes trace assertions, claim.go claims. What SPIN's partial order reduction
// goes by is found with the order of SPIN's generator, too: global.go knows the statements that it takes for
// local, marks.go the transitions, safety.go the control states; traps.go knows better.
//
// Three options leave out what no property depends on. By SPIN's rules: graph.go is the flow of control as
// SPIN sees it, merge.go merges statements that no other process can notice, dataflow.go finds dead
// variables; reduce.go makes the transitions, and drops globals that nothing reads. By our own: liveness.go
// sets a variable to 0 exactly where nothing reads it any more, so that a state is a function of the raw
// one (liveness_inside.go looks into a d_step, liveness_globals.go finds globals that are temporaries);
// pass.go lets control states pass unstored where all transitions concern the process alone; chain.go does
// at once what is done in a row within atomic sequences and behind such states; linger.go lets processes
// stay where they end. The first two are classic: live variables as in Bozga, Fernandez & Ghirvu, "State
// space reduction based on live variables analysis" (1999), transitions without communication as in
// Holzmann, "The engineering of a model checker" (1999), and Kurshan et al., "Static partial order
// reduction" (1998), for the cycles that need a stored state.
//
// Our own rules leave the moves between stored states as they are raw: what a process does at a control
// state that passes depends on nothing that others change, and changes nothing that others look at, so that
// whatever they do before it in some run they can do behind it; the process may always be let go on first,
// for there is no cycle of such states. Neither a deadlock nor a failed assertion is lost, for the process
// can move at such a state, or never will.
//
// Vocabulary: raw is without any of the three; an element is a statement in the flow graph, its number is the
// control state in which it can be taken; an entry is a transition in a control state's table.
//
// Known warts, all of them SPIN's: an escape attached to a statement that guards an option is tried
// before all options of that selection; the transitions of an escape are tried in reverse order, so
// that an else among them comes first; an unless at the end of an atomic sequence that a goto leaves is
// a control state without transitions.
package compile
