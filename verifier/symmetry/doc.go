// Package symmetry finds permutations of alike processes that map a program onto itself. States that such a
// permutation maps onto each other have the same future, so a search needs only one of each orbit (Clarke,
// Emerson, Jha and Sistla, "Symmetry reductions in model checking", CAV 1998). Models need no annotations:
// symmetries are guessed, and each guess is proved before it is used.
//
// # What is symmetric
//
// A group concerns the states of one shape, after which no process starts or ends: there, a permutation of
// processes is a permutation of states. The states before are searched without symmetry. The initial state
// need not be symmetric itself: two states of an orbit have the same future, whatever led to them.
//
// A rank is a process, or several of different kinds that belong together. An Action permutes the ranks of a
// set, and with a process its component and its channels. Elements of global arrays belong to a rank, or, in
// arrays of n*n elements, to two ranks; so do channels in arrays. Cells and fields of messages may have the
// number of a rank, plus a constant. Other values of such a cell stand for nobody.
//
// # The guess
//
// Which arrays and cells these are is guessed from what the code of each process reads and writes: if process
// 1 increments x[1] and compares a cell with 1, process 2 has to increment x[2] and compare its cell with 2
// (guess.go). A wrong guess costs only the time of its proof.
//
// # The proof
//
// Each transition of each process is evaluated for all states at once (run.go, code.go): the outcome is a
// tree of conditions on the state before, with the cells written and the changes at the ends of channels. An
// index with several values is a case for each. A d_step is one transition: loops with a fixed bound in it
// are unrolled. A local variable that only d_steps change, each of which restores it, is a constant. The
// permutation is applied to the tree, which gives the same step in the permuted state. That has to be the
// tree of a transition of the program, whatever the order of its conditions (action.go). If the program
// calculates with the number of a rank, orders it, or compares it with another number, there is no such tree,
// and the permutation is refused.
//
// Exchanges of two ranks are tried first: those that hold generate full groups of permutations, on fewer
// ranks if one of them has a role of its own. If none holds, the rotation of all ranks is tried.
//
// If every way into a control state leaves a cell of the process with the same value, the cell has that value
// there (known.go): a dead variable that is reset to 0 refers to process 0 only where it is live.
//
// # One state of each orbit
//
// The engine of batches orders states by the numbers of their components (package space). Machines that have
// other numbers each use a Normaliser, which orders vectors, and may store some more states.
//
// # Warts
//
// Processes that end, or are started all the time, have no symmetry: Promela ends them in the reverse order
// of their births. Sets of bits, one for each rank, are not recognised. Transitions with more than a few
// thousand cases are refused.
package symmetry
