// Package confirm takes the moves of a counterexample again before it is reported, and makes it shorter.
//
// What a search says is not believed: a Replayer takes the moves to its fault on a machine of its own, for
// the model compiled again with nothing merged or left out, where each has to be enabled and in its turn, and
// the fault has to come back. A disagreement is an internal error. The replay also tells the place of the
// statement that fails, and who has moved in a cycle and who could have (Seen), which is what fairness is
// about.
//
// Lift finds the moves between states that a search has kept, and to the fault behind the last.
//
// Shortest looks for the path with the fewest moves, breadth first with every interleaving; an atomic
// sequence is one move. Moves are of the program; steps count a rendezvous as two, as trails do.
package confirm
