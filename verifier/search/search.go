package search

import (
	"context"
	"slices"

	"gospin/verifier/limit"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// Limits determines when a search stops, and which errors it ignores.
type Limits struct {
	Depth    int    // states at this depth are rejected; 0 for no limit
	Errors   int    // stop at this number of errors; 0 for no limit
	States   uint64 // stop at this number of stored states; 0 for no limit
	Memory   int64  // bytes of stack and store together; 0 for no limit
	NoAssert bool   // ignore failed assertions of processes
	NoEnd    bool   // ignore invalid end states
	// NoClaimAssert ignores failed assertions of the claim.
	NoClaimAssert bool
	Overflow      bool // of the machine's faults, only count values that do not fit
}

// Excuses reports whether faults of a kind are ignored.
func (l *Limits) Excuses(k vm.FaultKind) bool {
	return l.NoAssert && k == vm.AssertionViolated || l.NoClaimAssert && k == vm.ClaimAssertion ||
		l.Overflow && k != vm.Truncated
}

// Fault is an error that the search found.
type Fault struct {
	Kind     vm.FaultKind
	EndState bool // an invalid end state; Kind is not set
	ClaimEnd bool // the claim ended; Kind is not set
	Cycle    bool // an accepting cycle, which begins after Depth steps; Kind is not set
	Stutter  bool // the run ends in an accepting state; Kind is not set
	Msg      string
	Pid      int    // the process that failed, unless EndState
	Trans    uint32 // the transition that failed
	Depth    int    // as pan prints it: -1 for an invalid end state at the start
	// Moves returns the moves from the initial state to the error. It may only be called during OnFault. If a
	// move failed, it is the last one; if a guard failed, the moves lead to the state in which it was
	// evaluated.
	Moves func() []vm.Move
}

// Broken reports whether it is a run-time error: the failed move has no next state.
func (f *Fault) Broken() bool {
	return !f.EndState && !f.ClaimEnd && !f.Cycle && !f.Stutter && !f.Kind.IsAssertion() &&
		f.Kind != vm.EventError && f.Kind != vm.Truncated
}

// Result has the counts of a search.
type Result struct {
	Stored, Matched, AtomicSteps uint64
	// by both searches of a nested one, so states that red visits count twice
	Visited    uint64
	Depth      int // the deepest level reached, including transient states
	Errors     int
	MaxVector  int      // bytes of the longest key
	Stack      int64    // bytes of the path at its longest
	Incomplete []string // why the search is incomplete; empty if it is complete
	Stopped    bool     // the search ended early
	Open       uint64   // states that wait to be expanded, of a search in batches that is under way
	// Of one that goes level by level: how many states the present level has, and how many of these have been
	// expanded. 0: it is not known.
	Level, Expanded uint64
}

// Transitions returns pan's number of transitions: the arrivals, including that at the initial state.
func (r *Result) Transitions() uint64 { return r.Stored + r.Matched }

// Reasons for an incomplete search.
const (
	DepthLimit    = "depth limit reached"
	MemoryLimit   = string(limit.Memory)
	NoMemory      = MemoryLimit + ": the system gives no more"
	TimeLimit     = string(limit.Time)
	StateLimit    = "state limit reached"
	EndlessAtomic = "endless atomic sequence"
	Aborted       = "aborted" // followed by the reason
)

func (r *Result) incomplete(why string) {
	if !slices.Contains(r.Incomplete, why) {
		r.Incomplete = append(r.Incomplete, why)
	}
}

// Proviso is the condition under which an ample set suffices, so that other processes' moves are not
// postponed for ever. If it is not met, the next set is tried, or all choices are made.
type Proviso uint8

const (
	// Anywhere: no condition.
	Anywhere Proviso = iota
	// SomeOff: some choice leads to a state that is not on the path, or that makes all its choices. It
	// suffices for failed assertions and end states.
	SomeOff
	// SomeOffPath: some choice leads to a state that is not on the path, as in pan -DSAFETY.
	SomeOffPath
	// NoneOn: no choice leads to a state on the path, as in pan.
	NoneOn
)

// Task has the parameters of all searches. Each search has options of its own.
type Task struct {
	Context  context.Context // ends the search, for the reason in limit.Cause; may be nil
	Sys      system.System
	Store    store.Store // nil for a sweep-line without a cache, which has a store of its own
	Limits   Limits
	OnFault  func(*Fault) error // called at every error; a returned error ends the search; may be nil
	Progress func(*Result)      // called about every 100,000 states or every second; may be nil
	Taken    []byte             // set to 1 for each transition that is taken; may be nil
	Shuffle  uint64             // selects the order of choices in a search depth first; 0: as they are
}

// Decided is called when a run first reaches an accepting state after which every infinite run is accepted.
// It returns an accepted continuation of the run as a fault with all its moves, or nil if every continuation
// is finite. Why describes what it could not decide.
type Decided func(moves func() []vm.Move) (f *Fault, why []string, err error)

// decide looks for a continuation of the run to the present state, which is the first visit of an accepting
// state, unless by is nil.
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
