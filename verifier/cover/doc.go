// Package cover says which statements of a model are executed, and how often.
//
// Every search marks the transitions that it takes, so each complete search knows the statements that no
// run executes. How often a statement is executed is only known by a search that counts: Count makes it,
// one state at a time, with every interleaving and each statement as a step of its own. Of marks and
// counts alike, vm.Program makes a list of statements with their places.
//
// Paint finds the statements in the text of the source, for reports and editors: Write prints the text
// for a terminal, package formats makes a page of it.
package cover
