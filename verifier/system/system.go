package system

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// System is a transition system over state vectors.
type System interface {
	// Layout returns the layout of unpacked vectors.
	Layout() *layout.Layout
	// KeyLen returns the number of bytes that are stored of a state, uncompressed.
	KeyLen(s *vm.State) int
	// Initial sets s to the initial state. Effects: Accepting, ClaimEnd, Failed, Pruned, Abort.
	Initial(s *vm.State) vm.Effect
	// Expand finds the choices of s. Who may move (s.Excl, s.Turn) changes where somebody is blocked.
	Expand(s *vm.State, x *Expansion)
	// Do makes the choice c of s, changing s in place, and adds the components that it writes to s.Dirty.
	// Room is the number of further levels that the search allows: a choice of several steps is cut short if
	// they might not fit.
	Do(s *vm.State, c *Choice, room int) vm.Step
	// Faults returns the faults of the last Expand or Do with the effect Failed.
	Faults() []vm.Fault
	// Same reports whether vec, the vector of another state, represents the same state as that of s, ignoring
	// what is not stored.
	Same(s *vm.State, vec []byte) bool
	// Fingerprint is a hash of what is stored of s: the same for the same state, whatever its vector.
	Fingerprint(s *vm.State) uint64
	// Path returns the moves of the choices on a path from the initial state, as single steps of a machine.
	Path(path []Taken) []vm.Move
}

// Choice is a way on from a state: a move, and the copy that it leads to. It is flat, without the move
// inside, for searches keep millions.
type Choice struct {
	Trans   uint32 // as in vm.Move, like the next three
	Partner uint32
	Pid     uint8
	Peer    uint8
	Copy    uint8 // which copy of the system it leads to
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

// CopiesOfVector is the number of copies of a state with the same vector: a search that distinguishes copies
// stores this many colours with each vector. Further copies differ in a byte of their own (Claimed.PhaseAt).
const CopiesOfVector = 8

// Unlimited means no limit of room.
const Unlimited = 1 << 62

// Expansion is a search's question about a state, with the answer.
type Expansion struct {
	// Set by the search.

	Room int // as for Do
	// After says which ample sets of the state have been tried in vain: those with numbers up to this one. 0
	// at first; AllChoices: no set is wanted.
	After uint8
	// Base has the choices of an earlier state whose expansion was Whole, and which differs from this one
	// only in the components of Since (as in State.Dirty). It may be nil.
	Base  []Choice
	Since uint64

	// Set by the system.

	Choices []Choice // youngest process first, then in source order
	Whole   bool     // Choices are all that the processes have, and may be a Base
	// Ample: Choices are an ample set, with this number: they suffice if they lead on as the search has it.
	// 0: they are all, or suffice whatever they lead to.
	Ample  uint8
	Effect vm.Effect // Attempted, Released, InvalidEnd, Stutter, Seed, ClaimEnd, Failed, Abort
}

// AllChoices, as Expansion.After, requests all choices.
const AllChoices = 255

// Clear empties what the system tells.
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

// Claimed is a system whose vectors have room for the control state of a claim, so that it can run beside.
// Its own moves leave the claim where it is.
type Claimed interface {
	System
	// ExpandClaim finds the choices of the claim in s, in source order. Alone says that the system is
	// blocked. Effects: Failed.
	ExpandClaim(s *vm.State, x *Expansion, alone bool)
	// DoClaim makes a choice of the claim. Effects: Transient, AtomicStep, Silent, Failed, Pruned; Accepting
	// and ClaimEnd of the claim alone.
	DoClaim(s *vm.State, c *Choice) vm.Effect
	// Labels reports whether a process is in a state with an acceptance label. Never so if Labelled is false.
	Labels(s *vm.State) bool
	// Labelled says that acceptance labels of processes count, in all states on the way.
	Labelled() bool
	// Weak says that no cycle leads through accepting states and others. It may be false although it is so.
	Weak() bool
	// PhaseAt is where a byte lies in the unpacked vectors, in the globals, that tells groups of copies
	// apart.
	PhaseAt() int
}

// Stepped is a system some of whose choices are several steps.
type Stepped interface {
	System
	// Steps appends the moves of the last Do, if it took several steps, one by one as a machine makes them.
	Steps(dst []vm.Move) []vm.Move
}

// Acceptor is a system some of whose runs are accepted, as the effects of its steps tell.
type Acceptor interface {
	System
	// Weak says that no cycle leads through accepting states and others: then one search finds them all.
	Weak() bool
}

// Apart is a system whose processes can be looked at one by one, so that a reduction around it can leave out
// the choices of others.
type Reducible interface {
	Claimed
	// ExpandOf finds the choices of one process: those that it would have if the others had none. Effects:
	// Attempted, Failed, Abort.
	ExpandOf(s *vm.State, pid int, x *Expansion)
}
