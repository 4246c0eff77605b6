// Package confirm repeats the moves of a counterexample before it is reported, and shortens it.
//
// A Replayer does not trust the search. It makes the moves to a fault on a machine of its own, for the model
// compiled again with nothing merged or left out. Each move must be enabled and in its turn, and the fault
// must occur again. A disagreement is an internal error. The replay also finds the place of the failing
// statement, and which processes moved, or could have moved, in a cycle (Seen), which decides fairness.
//
// Lift finds the moves between states that a search has kept, and the moves from the last one to the fault.
//
// Shortest finds a path with the fewest moves by a breadth-first search of every interleaving. An atomic
// sequence is one move. Moves are the program's; steps count a rendezvous as two, as trails do.
package confirm
