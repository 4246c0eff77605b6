package search

import (
	"context"
	"slices"

	"gospin/verifier/limit"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// Limits say when a search gives up, and what it does not look for.
type Limits struct {
	Depth    int    // states as deep as this are turned away; 0: none are
	Errors   int    // stop at this many errors; 0: never
	States   uint64 // stop when this many states are stored; 0: never
	Memory   int64  // bytes that the stack and the store may take together; 0: no limit
	NoAssert bool   // failed assertions of processes are no errors
	NoEnd    bool   // invalid end states are no errors
	// NoClaimAssert says that failed assertions of the claim are no errors.
	NoClaimAssert bool
	Overflow      bool // of what the machine meets, only values that do not fit are errors
}

// Excuses reports whether faults of a kind are no errors.
func (l *Limits) Excuses(k vm.FaultKind) bool {
	return l.NoAssert && k == vm.AssertionViolated || l.NoClaimAssert && k == vm.ClaimAssertion ||
		l.Overflow && k != vm.Truncated
}

// Fault is an error that the search met.
type Fault struct {
	Kind     vm.FaultKind
	EndState bool // an invalid end state; Kind means nothing
	ClaimEnd bool // the claim ended; Kind means nothing
	Cycle    bool // an accepting cycle, which begins after Depth steps; Kind means nothing
	Stutter  bool // the run ends in an accepting state; Kind means nothing
	Msg      string
	Pid      int    // who failed, unless EndState
	Trans    uint32 // at which transition
	Depth    int    // as pan prints it: -1 for an invalid end state at the start
	// Moves returns those that lead from the initial state to the error, while OnFault runs. If a move
	// failed, it is the last one; if a guard failed, they lead to the state in which it was evaluated.
	Moves func() []vm.Move
}

// Broken reports whether it is a run-time error: the move that failed leads nowhere.
func (f *Fault) Broken() bool {
	return !f.EndState && !f.ClaimEnd && !f.Cycle && !f.Stutter && !f.Kind.IsAssertion() &&
		f.Kind != vm.EventError && f.Kind != vm.Truncated
}

// Result is what a search has counted.
type Result struct {
	Stored, Matched, AtomicSteps uint64
	// by both searches of a nested one: what red visits again is counted twice
	Visited    uint64
	Depth      int // the deepest level reached, that of transient states included
	Errors     int
	MaxVector  int      // bytes of the longest key
	Stack      int64    // bytes that the path took where it was longest
	Incomplete []string // why not everything was seen; empty: it was
	Stopped    bool     // the search ended before its time
}

// Transitions is the number that pan calls so: the arrivals, the initial state's included.
func (r *Result) Transitions() uint64 { return r.Stored + r.Matched }

// Reasons for an incomplete search.
const (
	DepthLimit    = "depth limit reached"
	MemoryLimit   = string(limit.Memory)
	NoMemory      = MemoryLimit + ": the system gives no more"
	TimeLimit     = string(limit.Time)
	Interrupted   = string(limit.Interrupt)
	StateLimit    = "state limit reached"
	EndlessAtomic = "endless atomic sequence"
	Aborted       = "aborted" // and why
)

func (r *Result) incomplete(why string) {
	if !slices.Contains(r.Incomplete, why) {
		r.Incomplete = append(r.Incomplete, why)
	}
}

// Proviso is when an ample set is said to lead on, so that what the other processes do is not put off for
// ever. A set that does not is followed by the next one, or by all choices.
type Proviso uint8

const (
	// Anywhere: it always does.
	Anywhere Proviso = iota
	// SomeOff: some choice leads to a state that is not on the path, or that makes all its choices there.
	// It is enough for failed assertions and end states.
	SomeOff
	// SomeOffPath: some choice leads to a state that is not on the path, as pan -DSAFETY has it.
	SomeOffPath
	// NoneOn: no choice leads to a state on the path, as pan has it.
	NoneOn
)

// Task is what all searches are given. What only one of them knows is in its own options.
type Task struct {
	Context  context.Context // ends the search before its time, for the reason limit.Cause gives. May be nil
	Sys      system.System
	Store    store.Store // nil, of a sweep-line without a cache: it has its own
	Limits   Limits
	OnFault  func(*Fault) error // called at every error; an error ends the search. May be nil
	Progress func(*Result)      // called about every 100,000 states or every second. May be nil
	Taken    []byte             // a byte for each transition of the model, set when it is taken. May be nil
}

// Decided is called when a run reaches an accepting state for the first time, where every infinite run
// from there on is accepted. It returns how a run with these moves goes on so that it is accepted, as a
// fault with all its moves: those of the run, and of the rest; nil: it breaks off, whatever is done. Why
// says what was left open.
type Decided func(moves func() []vm.Move) (f *Fault, why []string, err error)

// decide looks how the run to the present state goes on, which has reached an accepting state for the first
// time; by nil, nobody asks.
func (r *rules) decide(by Decided) {
	if by == nil {
		return
	}
	f, why, err := by(func() []vm.Move { return r.Sys.Path(r.path()) })
	if r.err = err; err != nil {
		r.halt()
		return
	}
	for _, w := range why {
		r.res.incomplete(w)
	}
	if f != nil {
		r.fault(f)
	}
}
