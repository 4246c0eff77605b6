// Package product puts a claim beside a system: the runs that it accepts are those that violate a property.
// The product is a system itself.
//
// The steps are those of pan: the claim moves first, then the system, each one level deeper. A state is
// stored when the claim is to move; after a step of the claim the search passes by (vm.Passing). Inside an
// atomic sequence, of the system or the claim, the other one waits. Where the system is blocked, the claim
// moves alone, and the state after is stored although it is the system's turn; after an atomic sequence of
// the claim, too, where pan stores none and may go round for ever. Without a claim, every state
// is the system's turn and stored, and a run that comes to a halt in an accepting state is accepted, too.
//
// Whose turn it is lives in State.Turn, with what is known of the claim's control state. A cycle may be
// sought from a state (vm.Seed) if it is accepting and all moves of the claim in it have been made.
//
// Weak fairness: a process that is able to move from some time on must move again and again. Choueka's
// construction ("Theories of automata on ω-tapes", 1974), as SPIN uses it, makes copies of the system: copy 0
// waits for an accepting state, copy i+1 until process i has moved or cannot; after the last process it is
// copy 0 again. A cycle through an accepting state of copy 0 is fair to everyone. A step may lead through
// several copies at once. What is counted are the steps of the system, from states in which every process may
// move. Eight copies of a state share its vector (system.CopiesOfVector), a byte tells these groups apart.
//
// Beside a formula, the end of the claim is the end of a run (Ends): nothing is searched after it.
//
// Package space searches the same product in batches, with the same steps, unless depth-first order is
// wanted. Claims that decide where they come to need no cycles there; those of others, and fair ones, are
// looked for by package batch, without copies.
//
// Known warts: a process whose only way on is to receive in a rendezvous counts as unable to move, as in
// SPIN: it is the sender who makes the offer. Where the system is blocked, nobody is able to move. Steps are
// made one by one where the claim is at its end, and for fairness: their states on the way matter there.
package product
