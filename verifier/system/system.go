package system

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// System is a transition system over state vectors.
type System interface {
	// Layout says what the bytes of unpacked vectors mean.
	Layout() *layout.Layout
	// KeyLen is how many bytes of a state are stored, uncompressed.
	KeyLen(s *vm.State) int
	// Initial makes s the initial state. Effects: Accepting, ClaimEnd, Failed, Pruned, Abort.
	Initial(s *vm.State) vm.Effect
	// Expand finds the choices of s. The vector of s keeps its meaning, but may be brought up to date; who
	// may move (s.Excl, s.Turn) changes where somebody is blocked.
	Expand(s *vm.State, x *Expansion)
	// Do makes the choice c, one of those of s, changing s in place, and adds the components that it writes
	// to s.Dirty. Room is how many levels deeper the search may go: a choice of several steps is cut short
	// where they might not fit.
	Do(s *vm.State, c *Choice, room int) vm.Step
	// Faults are those of the last Expand or Do that had the effect Failed.
	Faults() []vm.Fault
	// Same reports whether vec, the vector of another state, says the same as that of s. What is not stored
	// does not count.
	Same(s *vm.State, vec []byte) bool
	// Repeats reports whether vec, the vector of another state, says the same as that of s in all that a run
	// may depend on, what is not stored included.
	Repeats(s *vm.State, vec []byte) bool
	// Fingerprint is a hash of what is stored of s: the same for the same state, whatever its vector.
	Fingerprint(s *vm.State) uint64
	// Path lists the moves of the choices on a path from the initial state, step by step, as a machine makes
	// them.
	Path(path []Taken) []vm.Move
}

// Choice is a way on from a state: a move, and what its system notes about it. It is flat, without the move
// inside, for searches keep millions.
type Choice struct {
	Trans   uint32 // as in vm.Move, and so the next three
	Partner uint32
	Pid     uint8
	Peer    uint8
	Leaf    uint8  // of several choices that begin with the same step, which one it is
	Copy    uint8  // which copy of the system it leads to
	Note    uint32 // of the system that found it: others only pass it on
}

// ChoiceOf is the plain choice of a move.
func ChoiceOf(m vm.Move) Choice {
	return Choice{Trans: m.Trans, Partner: m.Partner, Pid: m.Pid, Peer: m.Peer}
}

// Move is the first step of the choice.
func (c *Choice) Move() vm.Move {
	return vm.Move{Trans: c.Trans, Partner: c.Partner, Pid: c.Pid, Peer: c.Peer}
}

// Taken is a choice on a path, with the number of steps that were taken with it after the first.
type Taken struct {
	Choice
	Before uint8
}

// CopiesOfVector is how many copies of a state have the same vector: a search that tells copies apart keeps
// this many colours with one. Those of further copies differ in a byte of their own (Claimed.PhaseAt).
const CopiesOfVector = 8

// Unlimited is room that never ends.
const Unlimited = 1 << 62

// Expansion is what a search asks of a state, and the answer.
type Expansion struct {
	// Of the search.

	Room  int  // as for Do
	Ahead bool // the search has use for choices that are known to lead to closed states
	// After says which ample sets of the state have been tried in vain: those with numbers up to this one. 0
	// at first; AllChoices: no set is wanted.
	After uint8
	// Base are the choices of an earlier state whose expansion was Whole, from which this one differs in the
	// components of Since (as State.Dirty) only; nil: none are known.
	Base  []Choice
	Since uint64

	// Of the system.

	Choices []Choice // youngest process first, then in source order
	// Gaps are, unless there are none, one more than Choices: what was left out in front of the first choice
	// and after each, since it is known to lead to closed states.
	Gaps  []Gap
	Whole bool // Choices are all that the processes have, and may be a Base
	// Ample: Choices are an ample set, with this number: they suffice if they lead on as the search has it.
	// 0: they are all, or suffice whatever they lead to.
	Ample  uint8
	Effect vm.Effect // Attempted, Released, InvalidEnd, Stutter, Seed, ClaimEnd, Failed, Abort
}

// AllChoices, as Expansion.After, says that all choices are wanted.
const AllChoices = 255

// Gap is what choices in a row amount to that lead to closed states: they are only counted.
type Gap struct {
	Closed uint32 // choices
	Atomic uint32 // atomic steps that count with them
	Reach  int32  // levels below the state that they come to on the way
}

// Clear empties what the system tells.
func (x *Expansion) Clear() {
	x.Choices, x.Gaps, x.Whole, x.Effect, x.Ample = x.Choices[:0], x.Gaps[:0], false, 0, 0
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

// Classified is a system whose processes are told apart by classes, so that a reduction around it need not
// look at its vectors.
type Classified interface {
	Claimed
	// Classify says which class a process is of. It follows from the process's number, its type, and the
	// values of its own cells, the control state among them; s has the vector of a machine.
	Classify(class func(s *vm.State, pid int) uint32)
	// Classes appends the classes of the processes of s, by their numbers.
	Classes(s *vm.State, dst []uint32) []uint32
	// ExpandOf finds the choices of one process: those that it would have if the others had none. Effects:
	// Attempted, Failed, Abort.
	ExpandOf(s *vm.State, pid int, x *Expansion)
	// Shorten leaves out of the choices that ExpandOf has just found for x those that lead to closed states,
	// if the search has use for that, and if some are left then.
	Shorten(x *Expansion)
	// Unpacked is s with the vector of a machine, good until the next call of anything.
	Unpacked(s *vm.State) *vm.State
}
