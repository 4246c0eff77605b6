package vm

// Move is an enabled instance of a transition: a process, and, for a rendezvous, the receiver.
type Move struct {
	Trans   uint32 // index into Program.Trans
	Partner uint32 // for a rendezvous: the receiver's transition, otherwise 0
	Pid     uint8
	Peer    uint8 // for a rendezvous: the receiver's pid
}

// Effect describes the result of a move, or the kind of a state. Effects of products (Accepting and below)
// are set by the packages that run a claim.
type Effect uint32

const (
	AtomicStep Effect = 1 << iota // Do: the step counts as an atomic step
	Handshake                     // Do: the move was a rendezvous, two steps deep
	Silent                        // Do: no variable that the processes' moves depend on was written
	Accepting                     // Do: the state after is an accepting one
	// Do: the claim is at its end in the next state. Expand: it is, in the given state
	ClaimEnd
	// Do: inside an atomic sequence; the state is not stored, and only its process may move
	Transient
	Passing // Do: the state is not stored, since another part of a product moves next
	// Do, Expand: Faults has the failed assertions and run-time errors
	Failed
	Pruned // Do: a run-time error; the next state is meaningless
	Abort  // the search cannot go on (too many processes, ...)
	// Expand: a rendezvous was offered; pan counts one more level for it, taken or not
	Attempted
	// Released: the process inside an atomic sequence is blocked and has lost control (Excl is -1 now). The
	// state counts as an ordinary one: it must be visited, and, if it is new, expanded again.
	Released
	InvalidEnd // Expand: no moves, and not a valid end state
	Stutter    // Expand: no moves, and staying here for ever is an accepted run
	Seed       // Expand: the state is accepting, so a cycle may begin in it
)

// Step is the result of a move. A system may make several steps of an atomic sequence in one move; the effect
// is then the last one's.
type Step struct {
	Effect Effect
	Counts
}

// Counts has the counts for a move of several steps. It is a separate struct because the compiler keeps
// structs of up to four fields in registers.
type Counts struct {
	Before     uint8 // number of steps before the last one, all of them atomic steps
	Handshakes uint8 // handshakes among the steps before
	Beyond     uint8 // levels reached beyond the last intermediate state
}

// Deeper returns the number of levels from the first state to the last intermediate one.
func (c Counts) Deeper() int { return int(c.Before) + int(c.Handshakes) }

// Reach returns the number of levels reached below the first state, not counting what the last step reaches.
func (c Counts) Reach() int { return c.Deeper() + int(c.Beyond) }

// State is a state vector with additional data for a search.
type State struct {
	Vec []byte
	// components written since it was last cleared: bit i is Shape.Comps[i], and bit 63 all from 63 on, and
	// the shape
	Dirty uint64
	// the process inside an atomic sequence, which alone may move, or -1; not part of the stored state
	Excl int16
	Turn uint8 // whose move it is, for products; not part of the stored state
	Copy uint8 // the copy of the system, for systems with several
}

// CopyFrom copies t to s, reusing the memory of s.
func (s *State) CopyFrom(t *State) {
	s.Vec = append(s.Vec[:0], t.Vec...)
	s.Dirty, s.Excl, s.Turn, s.Copy = t.Dirty, t.Excl, t.Turn, t.Copy
}

// FaultKind is the kind of a fault.
type FaultKind uint8

const (
	AssertionViolated FaultKind = iota
	RuntimeError                // division by zero, array index, channel misuse, ...
	EndlessAtomic               // an atomic or d_step sequence that does not end
	LimitReached                // more than 255 processes or channels
	EventError                  // an event that the trace assertion forbids
	ClaimAssertion              // a failed assertion of the claim
	Truncated                   // a value did not fit and was truncated
)

// IsAssertion reports whether a fault is a failed assertion.
func (k FaultKind) IsAssertion() bool { return k == AssertionViolated || k == ClaimAssertion }

// Fault is a failure. Msg is in pan's words, e.g. "assertion violated (x==2)".
type Fault struct {
	Kind  FaultKind
	Msg   string
	Pid   int
	Trans uint32
}
