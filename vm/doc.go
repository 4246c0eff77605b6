// Package vm executes compiled Promela.
//
// A Program has an automaton for every proctype: control states with transitions. A transition has a guard,
// which determines whether it is executable, and an effect. Both have one of a few fixed forms, or are
// bytecode. The Machine runs them on a State, whose vector is laid out by vm/layout.
//
// The rules are those of SPIN 6.5.2's generated verifier without reductions: which statements are steps, how
// atomic sequences exclude other processes, how rendezvous partners are found, when else and timeout are
// true.
//
// Vocabulary: a transition is static, a move is an enabled instance of one; a fault is a failed assertion or
// a run-time error. A state inside an atomic sequence is transient: it belongs to one process and is not
// stored.
//
// The bytecode is for a stack machine with 32-bit integers. Each Op's comment shows the stack before and
// after it; the table in ops.go has everything else about it. The listing, and what every transition reads
// and writes (Access, computed once per program), are derived from the table. At run time the machine marks
// the components that it reads and writes, which are always among those in the accesses.
//
// The package has more than 25 files since the machine, its instructions and what is computed from them
// (listing, accesses, separable transitions) share the decoding of transitions, which is not exported.
//
// Known warts: signed overflow wraps (pan leaves it to the C compiler). A d_step that takes more than a
// million steps is reported as endless.
package vm
