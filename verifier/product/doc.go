// Package product combines a system with a claim: the runs that the claim accepts are those that violate a
// property. The product is a system itself.
//
// The steps are pan's: the claim moves first, then the system, each one level deeper. A state is stored when
// it is the claim's turn; after a step of the claim the search continues without storing (vm.Passing). Inside
// an atomic sequence, of the system or the claim, the other one waits. If the system is blocked, the claim
// moves alone, and the next state is stored although it is the system's turn. So is the state after an atomic
// sequence of the claim, where pan stores none and may run in circles for ever. Without a claim, every state
// is the system's turn and stored, and a run that ends in an accepting state is accepted, too.
//
// State.Turn has the turn, together with the kind of the claim's control state. A cycle may begin in a state
// (vm.Seed) if the state is accepting and all the claim's moves there have been made.
//
// Weak fairness: a process that is able to move from some time on must move infinitely often. Choueka's
// construction ("Theories of automata on ω-tapes", 1974), as used by SPIN, makes copies of the system: copy 0
// waits for an accepting state, copy i+1 until process i has moved or can't; after the last process, it is
// copy 0 again. A cycle through an accepting state of copy 0 is fair to every process. A step may lead
// through several copies at once. Only steps of the system count, from states in which every process may
// move. Eight copies of a state share its vector (system.CopiesOfVector); a byte distinguishes these groups.
//
// For a formula, a run ends at the claim's end (Ends): nothing is searched after it.
//
// Package space searches the same product in batches, with the same steps, except in depth-first order.
// Claims that are decided by the states that they reach need no search for cycles; package batch finds the
// cycles of other claims, and fair ones, without copies.
//
// Known warts: as in SPIN, a process that can only receive in a rendezvous counts as unable to move, since
// the sender makes the offer. If the system is blocked, no process is able to move. If the claim is at its
// end, and for fairness, steps are made one by one, since their intermediate states matter.
package product
