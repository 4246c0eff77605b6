// Package por is partial-order reduction: a system around another one that lets a search follow the choices
// of one process only where the order of what the others do beside it makes no difference (Peled, "Combining
// partial order reductions with on-the-fly model checking", 1996).
//
// A System asks a Rule which processes may go on alone. The rule knows the processes by their classes:
// numbers that stand for a process's type, its control state, and what else of it is fixed. So the system
// below is not asked for the choices of the others.
//
// Vocabulary: an ample set is what suffices of the choices of a state, here always those of some process; a
// set that leads on is one that the search's proviso accepts, so that nothing is put off for ever; a rule is
// static if it leaves states out of every cycle of control instead, so that its sets need no proviso.
//
// Sets are numbered by their processes, from the youngest on: number 1 is the set of the youngest process.
// States within atomic sequences, and those of a single process, have none.
package por
