// Command remains tells what reductions could still leave out of models: which part of their whole graphs the
// best stubborn sets of transitions would reach, and how many states would be left if states of a process
// that behave alike were one. It searches models of up to -states states; the arguments are their paths.
//
//	go run ./cmd/remains models/*.pml
//
// The graph is that of the model as gospin verify compiles it, with merging and without partial-order
// reduction. What gospin's rule leaves of it is for comparison; symmetry is off.
//
// A stubborn set (Valmari, "Stubborn sets for reduced state space generation", 1989) is closed in two ways:
// with a transition that can be made come all that do not commute with it, and with one that cannot, those of
// which one has to be made before. Both are read off the whole graph, so that no analysis of a program can
// know more: what commutes in all states where both can be made; what ever enables a transition; and what
// leads to the control state where it is. That is as Laarman, Pater, van de Pol and Hansen have it ("Guard-
// based partial-order reduction", 2013): a transition has two guards here, its control state, and the rest.
// From each transition that can be made a set is closed, and the smallest is taken. Deadlocks are kept,
// and that is tested; no proviso is asked for. So the figure is a lower bound for rules of this kind.
//
// Behaving alike is strong bisimulation of states that differ in one process only, process by process.
package main
