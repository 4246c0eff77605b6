package vm

// Move is an enabled instance of a transition: who takes it, and for a rendezvous who receives.
type Move struct {
	Trans   uint32 // index into Program.Trans
	Partner uint32 // the receiver's transition of a rendezvous, else 0
	Pid     uint8
	Peer    uint8 // the receiver's pid of a rendezvous
}

// Effect says what a move did, or what kind of state was met. Those of products (Accepting and below) come
// from whoever runs a claim.
type Effect uint32

const (
	AtomicStep Effect = 1 << iota // Do: the step counts as an atomic step
	Handshake                     // Do: the move was a rendezvous, two steps deep
	Silent                        // Do: nothing was written that any move of the processes depends on
	Accepting                     // Do: the state after is an accepting one
	// Do: the claim is at its end after it. Expand: it is, in a state that is entered
	ClaimEnd
	// Do: inside an atomic sequence; the state is not stored, only its process may move
	Transient
	Passing // Do: the state is not stored, for another part of a product moves next
	// Do, Expand: Faults holds what went wrong (failed assertions and run-time errors)
	Failed
	Pruned // Do: a run-time error; nothing after this state is meaningful
	Abort  // the search cannot go on (too many processes, ...)
	// Expand: a rendezvous was offered; pan reaches one step deeper for it, taken or not
	Attempted
	// Released: the process inside an atomic sequence blocks and lost control (Excl is -1 now). The state
	// counts as an ordinary one: it must be visited, and if it is new, asked for its moves again.
	Released
	InvalidEnd // Expand: no moves, and not a valid end state
	Stutter    // Expand: no moves, and a run that stays here for ever is accepted
	Seed       // Expand: the state is accepting, and a cycle may begin in it
)

// Step is what came of a move. A system may take several steps of an atomic sequence with one move: the
// effect is then that of the last one.
type Step struct {
	Effect Effect
	Counts
}

// Counts are what a step of several amounts to. It is a struct of its own because the compiler keeps structs
// of up to four fields in registers.
type Counts struct {
	Before     uint8 // steps taken before the last one, all of them atomic steps
	Shared     uint8 // of these, those that the move before took, too: they have been counted with it
	Handshakes uint8 // of the steps before
	Beyond     uint8 // levels that were reached beyond the last state on the way
}

// Deeper is how many levels below the first state the last one on the way lies.
func (c Counts) Deeper() int { return int(c.Before) + int(c.Handshakes) }

// Reach is how many levels below the first state were reached, what lies after the last step apart.
func (c Counts) Reach() int { return c.Deeper() + int(c.Beyond) }

// State is a state vector and what goes with it on the way through a search.
type State struct {
	Vec []byte
	// components written since it was last cleared: bit i is Shape.Comps[i], bit 63 all from 63 on, and the
	// shape
	Dirty uint64
	// the process inside an atomic sequence, that alone may move; -1: none. Not part of the stored state
	Excl int16
	Turn uint8 // whose move it is: the products' business. Not part of the stored state
	Copy uint8 // which copy of the system it is in, for those that make several
}

// CopyFrom makes s equal to t, keeping the memory of s.
func (s *State) CopyFrom(t *State) {
	s.Vec = append(s.Vec[:0], t.Vec...)
	s.Dirty, s.Excl, s.Turn, s.Copy = t.Dirty, t.Excl, t.Turn, t.Copy
}

// FaultKind tells failures apart.
type FaultKind uint8

const (
	AssertionViolated FaultKind = iota
	RuntimeError                // division by zero, array index, channel misuse, ...
	EndlessAtomic               // an atomic or d_step sequence that does not end
	LimitReached                // more than 255 processes or channels
	EventError                  // an event that the trace assertion forbids
	ClaimAssertion              // a failed assertion of the claim
	Truncated                   // a value did not fit, and was cut
)

// IsAssertion reports whether a statement assert has failed.
func (k FaultKind) IsAssertion() bool { return k == AssertionViolated || k == ClaimAssertion }

// Fault is one failure. Msg is as pan prints it, e.g. "assertion violated (x==2)".
type Fault struct {
	Kind  FaultKind
	Msg   string
	Pid   int
	Trans uint32
}
