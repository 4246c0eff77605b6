package vm

// Move is an enabled instance of a transition: who takes it, and for a rendezvous who receives.
type Move struct {
	Trans   uint32 // index into Program.Trans
	Partner uint32 // the receiver's transition of a rendezvous, else 0
	Pid     uint8
	Peer    uint8  // the receiver's pid of a rendezvous
	Leaf    uint8  // of several moves that begin with the same step, which one it is
	Known   bool   // the move leads to a state that is stored already, and does nothing else that counts
	Memo    uint32 // what the system that found the move remembers of it; 0: nothing. Of a known move, its effect; on a path, how many steps follow with it
}

// Effect says what a move did, or what kind of state was met.
type Effect uint32

const (
	Transient  Effect = 1 << iota // Do: inside an atomic sequence; the state is not stored, only its process may move
	AtomicStep                    // Do: the step counts as an atomic step
	Handshake                     // Do: the move was a rendezvous, two steps deep
	Attempted                     // Moves: a rendezvous was offered; pan reaches one step deeper for it, taken or not
	Released                      // Moves: the process inside an atomic sequence blocks and lost control (Excl is -1 now); the state counts as an ordinary one: it must be visited, and if it is new, asked for its moves again
	InvalidEnd                    // Moves: no moves, and not a valid end state
	Failed                        // Do or Moves: Faults holds what went wrong (failed assertions and run-time errors)
	Pruned                        // Do: a run-time error; nothing behind this state is meaningful
	Silent                        // ClaimDo: nothing was written but the claim's control state
	Abort                         // the search cannot go on (too many processes, ...)
)

// A system may take several steps of an atomic sequence with one move. The effect is then that of the last one, and
// says besides how many there were before it (all of them atomic steps), how many of these were rendezvous, how many
// levels beyond the last state on the way were reached, and how many of the steps were those of the move before, too, and
// have been counted with it.
const (
	sharedShift    = 10
	beforeShift    = 16
	handshakeShift = 22
	beyondShift    = 27

	MostBefore     = 1<<(handshakeShift-beforeShift) - 1 // steps before the last one
	mostHandshakes = 1<<(beyondShift-handshakeShift) - 1
	mostBeyond     = 1<<2 - 1
)

// After returns the effect of a step taken after others with the same move. The result false says that it can't be told.
func (e Effect) After(before, handshakes, beyond, shared int) (Effect, bool) {
	if before > MostBefore || handshakes > mostHandshakes || beyond > mostBeyond {
		return 0, false
	}
	return e | Effect(shared<<sharedShift|before<<beforeShift|handshakes<<handshakeShift|beyond<<beyondShift), true
}

// MostLevels is more than how deep the moves of several steps reach.
const MostLevels = MostBefore + mostHandshakes + mostBeyond + 2

// Before is how many steps were taken before the last one.
func (e Effect) Before() int { return int(e >> beforeShift & MostBefore) }

// Uncounted is how many of these have not been counted with another move.
func (e Effect) Uncounted() int { return e.Before() - int(e>>sharedShift&MostBefore) }

// Deeper is how many levels below the first state the last one on the way lies.
func (e Effect) Deeper() int { return e.Before() + int(e>>handshakeShift&mostHandshakes) }

// Reach is how many levels below the first state were reached, what lies behind the last step apart.
func (e Effect) Reach() int { return e.Deeper() + int(e>>beyondShift&mostBeyond) }

// State is a state vector and what goes with it on the way through a search.
type State struct {
	Vec   []byte
	Dirty uint64 // components written since it was last cleared: bit i is Shape.Comps[i], bit 63 all from 63 on, and the shape
	Excl  int16  // the process inside an atomic sequence, that alone may move; -1: none. Not part of the stored state

	// Singly says that a move from here is to be one step, though the system may take several with one.
	Singly bool

	// Before are all moves of an earlier state, from which this one differs in the components of Since (as Dirty) only;
	// nil: unknown. With it, Moves looks only at the processes that read what was written.
	Before []Move
	Since  uint64
}

// CopyFrom makes s equal to t, keeping the memory of s.
func (s *State) CopyFrom(t *State) {
	s.Vec = append(s.Vec[:0], t.Vec...)
	s.Dirty, s.Excl = t.Dirty, t.Excl
}

// FaultKind tells failures apart.
type FaultKind uint8

const (
	AssertionViolated FaultKind = iota
	RuntimeError                // division by zero, array index, channel misuse, ...
	EndlessAtomic               // an atomic or d_step sequence that does not end
	LimitReached                // more than 255 processes or channels
	EventError                  // an event that the trace assertion forbids
)

// Fault is one failure. Msg is as pan prints it, e.g. "assertion violated (x==2)".
type Fault struct {
	Kind  FaultKind
	Msg   string
	Pid   int
	Trans uint32
}
