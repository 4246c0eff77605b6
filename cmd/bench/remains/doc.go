// Command remains measures what reductions could still omit from models: the share of the whole graph that
// the best stubborn sets of transitions would reach, and how many states would remain if states of a process
// that behave alike were merged. Its arguments are models; it skips those of more than -states states.
//
//	go run ./cmd/remains models/*.pml
//
// The graph is the whole graph of the model as gospin verify compiles it, with merging, and without symmetry
// and partial-order reduction. What gospin's own rule leaves of it is shown for comparison.
//
// A stubborn set (Valmari, "Stubborn sets for reduced state space generation", 1989) is closed in two ways:
// with an enabled transition, it contains all that do not commute with it; with a disabled one, it contains
// all transitions of a set of which one has to be made first. Both relations are computed from the whole
// graph, so no static analysis can know more. A transition has two guards, its control state and the rest
// (Laarman, Pater, van de Pol, Hansen, "Guard-based partial-order reduction", 2013). A set is closed from
// each enabled transition, and the smallest is used. Deadlocks are preserved, which is tested; there is no
// proviso. So the figure is a lower bound for rules of this kind.
//
// To behave alike means strong bisimulation of states that differ in one process only, process by process.
package main
