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
//
// Spin is the rule of SPIN: a process may go on alone at a control state where all statements are local.
// Which are is found by package compile, with SPIN's own rules (vm.Marks), and state by state as pan -d tells
// it. The counts of such a search are pan's. The rule is not sound, for SPIN takes for local what is not: run
// and the end of a process, which decide on the numbers of others; elements of a process's own array whatever
// its index is; arguments of run; what is declared local; what claims see of another process. vm.Marks.Traps
// are the places in a model. Nor does anybody prove xr and xs: an Exclusive watches whether they hold, and
// where they do not the search tells nothing.
//
// Beside a claim, pan accepts a set none of whose choices leads back on the path, and remembers in the state
// which sets it took, for the second search. Here the rule is static then. A process that moves in a cycle of
// the search goes round its own control, or to and fro between states where an atomic sequence blocks. In
// every cycle of control one state is left out of the safe ones, and so are those where a sequence may block;
// there the process moves only with all choices of the others.
package por
