// Package symmetry finds permutations of alike processes that map a program onto itself. States that such a
// permutation makes of each other have the same future, so a search needs one of each orbit only (Clarke,
// Emerson, Jha and Sistla, "Symmetry reductions in model checking", CAV 1998). Nobody has to say what is
// symmetric: it is guessed, and the guess is proved before it is used.
//
// # What is symmetric
//
// A group is about the states of one shape, from which on no process is started and none ends: there, a
// permutation of processes is one of states. What lies before is searched as it is. That the initial state is
// symmetric itself is not asked for: two states of an orbit have the same future wherever they come from.
//
// A rank is a process, or several of different kinds that go together. An Action permutes the ranks of a
// set. With its process go a process's component and its channels. Elements of global arrays belong to
// ranks, or, in arrays of n*n elements, to two; so do channels in arrays. Cells and fields of messages may
// hold the number of a rank, to which something is added. Other values of such a cell stand for nobody.
//
// # The guess
//
// Which array and which cell that is, is guessed by what the code of each process touches: what process 1
// does to x[1] and compares with 1, process 2 has to do to x[2] and compare with 2 (guess.go). A guess
// costs nothing where it is wrong.
//
// # The proof
//
// Each transition of each process is followed through all states at once (run.go, code.go): the outcome is
// a tree of conditions on the state before, with the cells written and what is done to channels at its
// ends. An index with several values is a case for each, and a d_step is one transition: loops with a fixed
// bound in it are followed to their end. A local variable that only d_steps change, which leave it as it was,
// is known. The permutation is applied to the tree, which gives what the same
// step does in the permuted state, and that has to be the tree of a transition that the program has there,
// whatever the order of its conditions (action.go). Where a number of a rank is counted with, ordered, or
// compared with another number, there is no such tree, and the permutation is refused.
//
// Exchanges of two ranks are tried first: those that hold make full groups of permutations, on fewer ranks
// where one of them plays a part of its own. If none holds, the rotation of all ranks is tried.
//
// A cell of a process that every way into a control state leaves with the same value has that value there
// (known.go): a dead variable, which is reset to 0, names process 0 only where it is alive.
//
// # Warts
//
// Processes that end, or are started all the time, have no symmetry: Promela has them end in the order of
// their births. Sets of bits, one for each rank, are not known as such. What takes more than a few thousand
// cases to follow is refused.
package symmetry
