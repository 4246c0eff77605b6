// Package system is the contract between what is searched and the searches: a system has an initial state,
// moves, and effects. Systems wrap systems (reductions, products); the searches know none of them by name.
package system

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// System is a transition system over state vectors.
type System interface {
	Layout() *layout.Layout
	// KeyLen is how many bytes of a state are stored, uncompressed.
	KeyLen(s *vm.State) int
	// Initial makes s the initial state.
	Initial(s *vm.State) vm.Effect
	// Moves appends the moves enabled in s, in SPIN's order (youngest process first, then source order).
	// Effects: Attempted, Released, InvalidEnd, Failed, Abort. s.Vec is unchanged.
	Moves(s *vm.State, dst []vm.Move) ([]vm.Move, vm.Effect)
	// Do takes the move m, one of those of s, changing s in place.
	// Effects: Transient, AtomicStep, Handshake, Failed, Pruned, Abort; those of a Compound tell of further steps, which it
	// takes unless s.Singly is set. Written components are added to s.Dirty.
	Do(s *vm.State, m vm.Move) vm.Effect
	// Faults are those of the last Moves or Do that returned Failed.
	Faults() []vm.Fault
}

// Compound is a system whose moves may be several steps each.
type Compound interface {
	System
	// Single lists the steps of the moves on a path from the initial state one by one. Memo of a move is the number of steps
	// that were taken with it after the first.
	Single(path []vm.Move) []vm.Move
}

// Claimed is a system beside which a claim runs, whose state is part of the vector.
type Claimed interface {
	System
	// ClaimMoves appends the claim's moves in s, in source order. Alone says that the system is blocked. Effects: Failed.
	ClaimMoves(s *vm.State, dst []vm.Move, alone bool) ([]vm.Move, vm.Effect)
	// ClaimDo takes a move of the claim. Effects: Transient, AtomicStep, Silent, Failed, Pruned.
	ClaimDo(s *vm.State, m vm.Move) vm.Effect
	// ClaimEnded says that the claim matches the finite run that led to s.
	ClaimEnded(s *vm.State) bool
	// Accepting says that the claim or a process is in an accepting state.
	Accepting(s *vm.State) bool
	// Weak says that no cycle leads through accepting states and others: then the first of nested searches finds them all. It
	// may be false although it is so.
	Weak() bool
	// PhaseAt is where a byte of the vectors lies, in the globals, that is the search's if it is one for fair runs.
	PhaseAt() int
	// Same tells whether a vector of another state says the same as that of s.
	Same(s *vm.State, vec []byte) bool
}
