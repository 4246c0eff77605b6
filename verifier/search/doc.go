// Package search explores a system's states: depth first, with the accounting of SPIN's generated verifiers.
//
// Stored are the states that a store did not know, matched the arrivals at known ones (and those that the depth
// limit turns away, as pan has it). States inside an atomic sequence are transient: they are neither. A move leads
// one level deeper, a rendezvous two.
//
// The stack is flat: frames, moves, vectors and hints each lie in chunks without pointers. A frame keeps its
// moves and its vector only while more than one of its moves is left: the last is made in place.
//
// Known warts: at the depth limit, rendezvous offers that nobody takes are not counted as matched, pan counts each.
package search
