// Package atomic takes the steps of atomic sequences together: within a sequence one process alone may move, no state is
// stored, and mostly there is one step in each. What is between the first step and the last is nothing to a search but
// steps to be counted and levels on its way.
//
// Machine is a system that takes them together up to the next choice. The engine of package component goes on beyond
// choices, by a Walk to all ends of a sequence.
//
// Known warts: a search that looks at the states between (for acceptance labels of processes, or fairness) does without.
// Near a limit of depth, steps are taken one by one.
package atomic
