// Package vm is the machine that executes compiled Promela.
//
// A Program holds, for every proctype, an automaton: control states with transitions. A transition has a
// guard (is it executable?) and an effect, both either one of a few fixed forms or bytecode. The Machine runs
// them over a State, whose vector's bytes are laid out by vm/layout.
//
// The rules are those of SPIN 6.5.2's generated verifier without reductions: which statements are steps, what
// an atomic sequence does to the others, how a rendezvous is matched, when else and timeout hold.
//
// Vocabulary: a transition is static, a move is an enabled instance of one; a fault is a failed assertion or
// a run-time error. A state inside an atomic sequence is transient: it belongs to one process and is not
// stored.
//
// Bytecode: a stack machine over 32-bit integers. Each Op's comment shows the stack before and after it;
// ops.go is the table of what else is known of each. From it follow the listing and what every transition
// looks at and changes (Access), found once for a program. At run time the machine marks components as it
// reads and writes them: always some of those that the accesses name.
//
// Known warts: signed overflow wraps (pan leaves it to the C compiler); a d_step that takes more than a
// million steps is reported as endless.
package vm
