// Package atomic takes the steps of atomic sequences together: within a sequence one process alone may move,
// no state is stored, and mostly there is one step in each. What is between the first step and the last is
// nothing to a search but steps to be counted and levels on its way.
//
// Together is a system around any other. It goes on as long as there is no choice, nothing fails, and there
// is room.
//
// Known warts: near a limit of depth steps are taken one by one, and so they are beside claims that look at
// the states within sequences (see package product).
package atomic
