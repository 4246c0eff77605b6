package system

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// System is a transition system over state vectors.
type System interface {
	// Layout returns the layout of state vectors.
	Layout() *layout.Layout
	// KeyLen returns the size of a state's stored part in bytes, without compression.
	KeyLen(s *vm.State) int
	// Initial sets s to the initial state. Effects: Accepting, ClaimEnd, Failed, Pruned, Abort.
	Initial(s *vm.State) vm.Effect
	// Expand finds the choices of s. If a process is blocked, it may change which process can move (s.Excl,
	// s.Turn).
	Expand(s *vm.State, x *Expansion)
	// Do makes the choice c of s. It changes s in place, and adds the components that it writes to s.Dirty.
	// Room is the number of further levels that the search allows: a choice with several steps is cut short
	// if they might not fit.
	Do(s *vm.State, c *Choice, room int) vm.Step
	// Faults returns the faults of the last Expand or Do with the effect Failed.
	Faults() []vm.Fault
	// Same reports whether the vector vec of another state represents the same state as s, ignoring what is
	// not stored.
	Same(s *vm.State, vec []byte) bool
	// Fingerprint returns a hash of the stored part of s, which does not depend on its representation as a
	// vector.
	Fingerprint(s *vm.State) uint64
	// Path returns the moves of the choices on a path from the initial state, as single steps of a machine.
	Path(path []Taken) []vm.Move
}

// Choice is a possible continuation of a state: a move, and the copy of the system to which it leads. It is
// flat, instead of containing a Move, since searches keep millions.
type Choice struct {
	Trans   uint32 // as in vm.Move, like the next three
	Partner uint32
	Pid     uint8
	Peer    uint8
	Copy    uint8 // the copy of the system to which it leads
}

// ChoiceOf returns the plain choice of a move.
func ChoiceOf(m vm.Move) Choice {
	return Choice{Trans: m.Trans, Partner: m.Partner, Pid: m.Pid, Peer: m.Peer}
}

// Move returns the first step of the choice.
func (c *Choice) Move() vm.Move {
	return vm.Move{Trans: c.Trans, Partner: c.Partner, Pid: c.Pid, Peer: c.Peer}
}

// Taken is a choice on a path, with the number of its steps after the first.
type Taken struct {
	Choice
	Before uint8
}

// CopiesOfVector is the number of copies of a state that have the same vector. A search that distinguishes
// copies stores this many colours with each vector. Further copies differ in a byte of the vector
// (Claimed.PhaseAt).
const CopiesOfVector = 8

// Unlimited, as a room, means that there is no limit.
const Unlimited = 1 << 62

// Expansion is a search's request for the choices of a state, with the answer.
type Expansion struct {
	// Set by the search.

	Room int // as for Do
	// After is the number of the last ample set that was rejected: 0 at first, AllChoices to request all
	// choices.
	After uint8
	// Base has the choices of an earlier state whose expansion was Whole. The present state may differ from
	// it only in the components of Since (as in State.Dirty). It may be nil.
	Base  []Choice
	Since uint64

	// Set by the system.

	Choices []Choice // youngest process first, then in source order
	Whole   bool     // Choices are complete, and may serve as a Base
	// Ample is the number of the ample set that Choices are, which suffices if the search's proviso accepts
	// it; 0 if Choices are complete, or suffice without a proviso.
	Ample  uint8
	Effect vm.Effect // Attempted, Released, InvalidEnd, Stutter, Seed, ClaimEnd, Failed, Abort
}

// AllChoices, as Expansion.After, requests all choices.
const AllChoices = 255

// Clear empties the answer.
func (x *Expansion) Clear() {
	x.Choices, x.Whole, x.Effect, x.Ample = x.Choices[:0], false, 0, 0
}

// Plain appends moves as plain choices.
func (x *Expansion) Plain(moves []vm.Move) {
	for i := range moves {
		m := &moves[i]
		x.Choices = append(x.Choices, Choice{Trans: m.Trans, Partner: m.Partner, Pid: m.Pid, Peer: m.Peer})
	}
}

// Claimed is a system whose vectors also have the control state of a claim. Its own moves do not change that
// state.
type Claimed interface {
	System
	// ExpandClaim finds the choices of the claim in s, in source order. Alone means that the system is
	// blocked. Effects: Failed.
	ExpandClaim(s *vm.State, x *Expansion, alone bool)
	// DoClaim makes a choice of the claim. Effects: Transient, AtomicStep, Silent, Failed, Pruned; Accepting
	// and ClaimEnd only if the claim causes them.
	DoClaim(s *vm.State, c *Choice) vm.Effect
	// Labels reports whether a process is in a state with an acceptance label; false if Labelled is false.
	Labels(s *vm.State) bool
	// Labelled reports whether acceptance labels of processes count, including intermediate states.
	Labelled() bool
	// Weak reports whether every cycle is known to have only accepting states or none.
	Weak() bool
	// PhaseAt returns the offset of a byte in the vector's globals that distinguishes groups of copies.
	PhaseAt() int
}

// Stepped is a system with choices of several steps.
type Stepped interface {
	System
	// Steps appends the moves of the last Do, if it took several steps, one by one as a machine makes them.
	Steps(dst []vm.Move) []vm.Move
}

// Acceptor is a system with accepted runs, as the effects of its steps show.
type Acceptor interface {
	System
	// Weak reports whether every cycle is known to have only accepting states or none: then one search finds
	// them all.
	Weak() bool
}

// Reducible is a system whose processes can be examined one by one, so that a reduction can omit the choices
// of others.
type Reducible interface {
	Claimed
	// ExpandOf finds the choices that one process has if the others have none. Effects: Attempted, Failed,
	// Abort.
	ExpandOf(s *vm.State, pid int, x *Expansion)
}
