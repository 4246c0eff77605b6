package report

import (
	"fmt"
	"slices"

	"gospin/verifier/store"
	"gospin/verifier/trail"
	"gospin/vm"
)

// Verdict is the answer of a run, or about one property.
type Verdict string

const (
	Holds        Verdict = "holds"
	Violated     Verdict = "violated"
	Inconclusive Verdict = "inconclusive"
)

// ExitCode is the process's exit code for the verdict. Wrong usage and wrong models have 2.
func (v Verdict) ExitCode() int {
	switch v {
	case Holds:
		return 0
	case Violated:
		return 1
	}
	return 3
}

// Property is what was checked, and how it went.
type Property struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"` // assertion, end-state, limit, trace, notrace, ltl, never, non-progress
	Verdict Verdict `json:"verdict"`
	Message string  `json:"message"`
	Trail   string  `json:"trail"`             // path of the trail; "" for none
	Replay  string  `json:"replay,omitempty"`  // the command that shows it
	Idle    []Idle  `json:"idle,omitempty"`    // who never moves in the cycle
	Unfair  bool    `json:"unfair,omitempty"`  // weak fairness excludes the cycle
	Place   *Place  `json:"place,omitempty"`   // of the statement that fails; nil for none
	Formula string  `json:"formula,omitempty"` // of an ltl, as it stands in the model
	// why it is violated, a line each: who waits for what, what the variables of a condition hold
	Why    []string `json:"why,omitempty"`
	Absent bool     `json:"absent,omitempty"`      // the model has nothing of the kind: no assertion, say
	Steps  int      `json:"steps,omitempty"`       // of the model's in the trail, if it is short on purpose
	Found  int      `json:"found_steps,omitempty"` // of the path that it was shortened from

	Shortest string `json:"shortest,omitempty"` // of -shortest: whether a shorter run may exist

	Cycle     bool         `json:"-"` // the counterexample has one
	Unwritten *trail.Trail `json:"-"` // the run, where no file could be written with it
}

// HasRun reports whether the run is known that violates the property.
func (p *Property) HasRun() bool {
	return p.Verdict == Violated && (p.Trail != "" || p.Unwritten != nil)
}

// Run returns the run that violates the property, for which HasRun is true.
func (p *Property) Run() (*trail.Trail, error) {
	if p.Trail == "" {
		return p.Unwritten, nil
	}
	return trail.ReadFile(p.Trail)
}

// Reasons tell why the property is violated, a line each: those of Why, whether a shorter run may exist, and
// who takes part in the cycle.
func (p *Property) Reasons() []string {
	out := slices.Clone(p.Why)
	if p.Shortest != "" {
		out = append(out, "shortest: "+p.Shortest)
	}
	return append(out, p.OnCycle()...)
}

// InvalidEnd is the message of an invalid end state, NotCompleted that of a property about which the search
// came to no answer.
const (
	InvalidEnd   = "invalid end state"
	NotCompleted = "the search was not completed"
)

// Place is where a statement stands. Line and Column count from 1.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func (p *Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// Truncations are statements, with their places, that put a value where it does not fit. Unsure says that
// there may be others.
type Truncations struct {
	Statements []string
	Unsure     bool
}

// States counts states as pan does.
type States struct {
	Stored      uint64 `json:"stored"`
	Matched     uint64 `json:"matched"`
	Transitions uint64 `json:"transitions"`
	AtomicSteps uint64 `json:"atomic_steps"`
	Visited     uint64 `json:"visited,omitempty"` // by a nested search: what both of its searches stored
	Depth       int    `json:"depth"`
}

// Memory is in bytes. BytesPerState is that of all tables and arenas over the stored states, TotalPerState
// that of the search's stack, too. What PeakRSS has beyond Store and Stack is overhead: the program itself,
// the model, tables on the move.
type Memory struct {
	StateVector   int          `json:"state_vector_bytes"`
	BytesPerState float64      `json:"bytes_per_state"`
	TotalPerState float64      `json:"total_bytes_per_state"`
	Store         int64        `json:"store_bytes"`
	Parts         []store.Part `json:"store_parts"`
	Stack         int64        `json:"stack_bytes"` // of the search's path, where it was longest
	PeakRSS       int64        `json:"peak_rss_bytes"`
}

// Values is how many different values the components of a class have had.
type Values struct {
	Of string `json:"of"`
	N  int    `json:"n"`
}

// Times are in seconds.
type Times struct {
	Compile float64 `json:"compile_seconds"`
	Search  float64 `json:"search_seconds"`
}

// Report is the outcome of a run.
type Report struct {
	Model      string         `json:"model"`
	Verdict    Verdict        `json:"verdict"`
	Reason     string         `json:"reason"`               // why it is inconclusive, or the errors are not all
	Incomplete []string       `json:"incomplete,omitempty"` // why not everything was searched: search's constants
	Exit       int            `json:"exit"`
	Errors     int            `json:"errors"`
	Properties []Property     `json:"properties"`
	States     States         `json:"states"`
	Memory     Memory         `json:"memory"`
	Time       Times          `json:"time"`
	Options    map[string]any `json:"options"`
	// control states that no run comes to; empty if the search was stopped
	Unreached []vm.Unreached `json:"unreached"`

	Claim string `json:"claim,omitempty"` // that the search ran beside
	// for the other properties; what is above, properties and errors apart, is of the first
	Searches []*Report `json:"-"`
	Omitted  *Omitted  `json:"approximate,omitempty"` // of approximate searches
	// about what holds, but perhaps for another reason than is thought
	Remarks []string `json:"remarks,omitempty"`
	// trails of earlier runs that were removed, as what they are of holds now
	Removed []string `json:"removed_trails,omitempty"`

	// of the methods that were asked for

	Delta  *Delta  `json:"delta,omitempty"`
	Diff   *Diff   `json:"diff,omitempty"`
	Unmove *Unmove `json:"unmove,omitempty"`
	Cache  *Cache  `json:"cache,omitempty"`
	Sweep  *Sweep  `json:"sweep,omitempty"`

	// Truncations are what the search has met of values that do not fit, nil if it did not look.
	Truncations *Truncations `json:"-"`

	Complete   bool     `json:"-"` // no search ended before its time
	Warnings   []string `json:"-"` // about the model
	Messages   []string `json:"-"` // pan's lines at the errors
	Unchecked  []string `json:"-"` // claims and formulas of the model that no one looked at
	Assertions bool     `json:"-"` // of processes were looked for
	// ClaimAsserts says that those of the claim were.
	ClaimAsserts bool   `json:"-"`
	EndStates    bool   `json:"-"`
	Fair         bool   `json:"-"` // only runs counted that are weakly fair
	Compress     string `json:"-"`
	Engine       string `json:"engine"` // what made the moves: machine, component or batch
	// why batches were not searched, though they were asked for
	EngineReason string `json:"engine_reason,omitempty"`
	Order        string `json:"order"`             // of the search: one of Orders
	Workers      int    `json:"workers,omitempty"` // of a search in batches
	Stats        *Stats `json:"stats,omitempty"`   // what the engine has done, if that is asked for
	Reductions   string `json:"reductions"`        // of the search; why there are none, if some were asked for
	// which states are taken for the same, if that was asked for, or why there are none
	Symmetry string `json:"symmetry,omitempty"`
	GoesBy   string `json:"goes_by,omitempty"` // what -compress=trained was trained with
	Unseen   int    `json:"unseen,omitempty"`  // values that training had not seen
	Widened  int    `json:"widened,omitempty"` // how often a trained code was made anew for one
	// as pan writes them: 0 globals, 1 channels, 2 the first proctype, and so on
	Components string   `json:"collapse_counts,omitempty"`
	Values     []Values `json:"component_values,omitempty"`
	AsPan      bool     `json:"-"`                // components are cut as pan -DCOLLAPSE cuts them
	Picked     string   `json:"picked,omitempty"` // why -compress=auto took the mode that options tell

	NoUnreached bool `json:"-"` // the text leaves unreached states out (pan -n)
	// For the text, and for those who make it.

	DepthMeant string      `json:"-"` // what the depth reached means in the order of the search; "": what pan's means
	OrderSaid  string      `json:"-"` // the order for people, of a search in batches
	OfSearch   []string    `json:"-"` // the remarks of this search
	Missed     []vm.Missed `json:"-"`
	Trace      string      `json:"-"` // kind of the trace assertion that was looked at, "" for none
	Found      int         `json:"-"` // errors of this search
	Cut        string      `json:"-"` // why the search was not completed, whatever the verdict
	Broken     uint64      `json:"-"` // of these, run-time errors: what lies behind them is not there
	Own        int         `json:"-"` // how many of Properties this search is about: the first ones
	Reduced    bool        `json:"-"` // by partial order
	Invalid    []string    `json:"-"` // why the search may have left out what it should not
	// of all searches, the first one's too: each with its own properties and verdict
	All []*Report `json:"-"`
}
