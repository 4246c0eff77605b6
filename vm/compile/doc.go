// Package compile compiles a resolved Promela model to a vm.Program.
//
// It follows the steps of SPIN's generator, so that every control state has SPIN's number and its transitions
// SPIN's order. flow.go builds each body's elements in parse order (flow_options.go those of selections);
// flow_link.go links them and marks atomic sequences; targets.go determines which elements are steps;
// tables.go determines where each leads, and builds pan's table of transitions by control state; trans.go
// emits guards and effects, expr.go and cond.go the bytecode of expressions and conditions; place.go lays out
// variables and channels; events.go compiles trace assertions, claim.go claims. What SPIN's partial-order
// reduction relies on also depends on its generator's order: global.go determines the statements that SPIN
// treats as local, marks.go the transitions, safety.go the control states; traps.go finds where SPIN is
// wrong.
//
// Three options omit what no property depends on. For SPIN's rules, graph.go has the control flow as SPIN
// sees it, merge.go merges statements that no other process can notice, dataflow.go finds dead variables, and
// reduce.go builds the transitions and drops globals that are never read. For our own rules, liveness.go sets
// a variable to 0 exactly where it is not read any more, so that a state is a function of the raw one
// (liveness_inside.go handles d_steps, liveness_globals.go finds temporary globals); pass.go finds control
// states that need not be stored because all their transitions concern only the process; chain.go merges
// sequences of steps within atomic sequences and after such states; linger.go leaves ended processes in
// place. The first two are classic: live variables as in Bozga, Fernandez & Ghirvu, "State space reduction
// based on live variables analysis" (1999); transitions without communication as in Holzmann, "The
// engineering of a model checker" (1999), and Kurshan et al., "Static partial order reduction" (1998), for
// the cycles that need a stored state.
//
// Our own rules preserve the moves between stored states. In a control state that is not stored, a process's
// move neither depends on anything that others change, nor changes anything that others read, so any moves
// that others make before it in some run they can make after it. The process can always move first, since
// there is no cycle of such states. No deadlock or failed assertion is lost, since the process can move in
// such a state, or never will.
//
// The package has more than 25 files, one for each step, since all steps work on the generator's own tables.
//
// Vocabulary: raw means without any of the three options. An element is a statement in the flow graph; its
// number is the control state in which it can be executed. An entry is a transition in a control state's
// table.
//
// Known warts, all of them SPIN's: an escape of a statement that guards an option is tried before all options
// of that selection. The transitions of an escape are tried in reverse order, so an else among them comes
// first. An unless at the end of an atomic sequence that a goto leaves is a control state without
// transitions.
package compile
