package report

import (
	"fmt"
	"slices"

	"gospin/verifier/store"
	"gospin/verifier/trail"
	"gospin/vm"
)

// Verdict is the answer of a run or about one property.
type Verdict string

const (
	Holds        Verdict = "holds"
	Violated     Verdict = "violated"
	Inconclusive Verdict = "inconclusive"
)

// ExitCode returns the exit code for the verdict. Exit code 2 is for wrong usage and wrong models.
func (v Verdict) ExitCode() int {
	switch v {
	case Holds:
		return 0
	case Violated:
		return 1
	}
	return 3
}

// Property is a checked property with its verdict.
type Property struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"` // assertion, end-state, limit, trace, notrace, ltl, never, non-progress
	Verdict Verdict `json:"verdict"`
	Message string  `json:"message"`
	Trail   string  `json:"trail"`            // path of the trail, or ""
	Replay  string  `json:"replay,omitempty"` // the command that replays it
	Idle    []Idle  `json:"idle,omitempty"`   // processes that can move in the cycle but never do
	Unfair  bool    `json:"unfair,omitempty"` // weak fairness excludes the cycle; strong, if Idle is not empty
	// the processes whose accept labels make the cycle an error, though the claim itself does not accept it
	Labels  []string `json:"accept_labels,omitempty"`
	Place   *Place   `json:"place,omitempty"`   // of the failed statement; nil if there is none
	Formula string   `json:"formula,omitempty"` // an ltl formula's text in the model
	// the failed assertion as in the source
	Statement string `json:"statement,omitempty"`
	// why it is violated, a line each: the processes with what they wait for, or the variables of a condition
	Why    []string `json:"why,omitempty"`
	Absent bool     `json:"absent,omitempty"`      // the model has nothing to check: no assertion, for example
	Steps  int      `json:"steps,omitempty"`       // number of the model's moves, if it was shortened; a rendezvous is one
	Found  int      `json:"found_steps,omitempty"` // the number before it was shortened

	Shortest string `json:"shortest,omitempty"` // with -shortest, whether there may be a shorter run

	Cycle     bool         `json:"-"` // the counterexample has a cycle
	Unwritten *trail.Trail `json:"-"` // the run, if its trail could not be written to a file
}

// HasRun reports whether a run that violates the property is known.
func (p *Property) HasRun() bool {
	return p.Verdict == Violated && (p.Trail != "" || p.Unwritten != nil)
}

// Run returns the run that violates the property. HasRun must be true.
func (p *Property) Run() (*trail.Trail, error) {
	if p.Trail == "" {
		return p.Unwritten, nil
	}
	return trail.ReadFile(p.Trail)
}

// Reasons returns the lines that explain a violation: Why, whether there may be a shorter run, and the
// processes in the cycle.
func (p *Property) Reasons() []string {
	out := slices.Clone(p.Why)
	if p.Shortest != "" {
		out = append(out, "shortest: "+p.Shortest)
	}
	return append(out, p.OnCycle()...)
}

// InvalidEnd is the message of an invalid end state. NotCompleted is the message of a property that the
// search could not decide.
const (
	InvalidEnd   = "invalid end state"
	NotCompleted = "the search was not completed"
)

// Place is the place of a statement. Line and Column count from 1.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func (p *Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// Truncations lists statements, with their places, that assign a value that does not fit. Unsure means that
// there may be more.
type Truncations struct {
	Statements []string
	Unsure     bool
}

// States has pan's counts.
type States struct {
	Stored      uint64 `json:"stored"`
	Matched     uint64 `json:"matched"`
	Transitions uint64 `json:"transitions"`
	AtomicSteps uint64 `json:"atomic_steps"`
	Visited     uint64 `json:"visited,omitempty"` // of a nested search: what both searches stored
	Depth       int    `json:"depth"`
}

// Memory is in bytes. BytesPerState is the size of all tables and arenas divided by the stored states;
// TotalPerState includes the search's stack. The rest of PeakRSS, beyond Store and Stack, is the program
// itself, the model, and tables being moved.
type Memory struct {
	StateVector   int          `json:"state_vector_bytes"`
	BytesPerState float64      `json:"bytes_per_state"`
	TotalPerState float64      `json:"total_bytes_per_state"`
	Store         int64        `json:"store_bytes"`
	Parts         []store.Part `json:"store_parts"`
	Stack         int64        `json:"stack_bytes"` // of the search's path, at its longest
	PeakRSS       int64        `json:"peak_rss_bytes"`
}

// Values is the number of different values of the components of a class.
type Values struct {
	Of string `json:"of"`
	N  int    `json:"n"`
}

// Times are in seconds.
type Times struct {
	Compile float64 `json:"compile_seconds"`
	Search  float64 `json:"search_seconds"`
}

// Report is the result of a run or of one search.
type Report struct {
	Model      string         `json:"model"`
	Verdict    Verdict        `json:"verdict"`
	Reason     string         `json:"reason"`               // why the verdict is inconclusive, or not all errors were found
	Incomplete []string       `json:"incomplete,omitempty"` // why the search is incomplete, as in search
	Exit       int            `json:"exit"`
	Errors     int            `json:"errors"`
	Properties []Property     `json:"properties"`
	States     States         `json:"states"`
	Memory     Memory         `json:"memory"`
	Time       Times          `json:"time"`
	Options    map[string]any `json:"options"`
	// unreached control states; empty if the search was stopped
	Unreached []vm.Unreached `json:"unreached"`

	Claim string `json:"claim,omitempty"` // claim that the search checked
	// the searches for other properties; the fields above, except properties and errors, are the first
	// search's
	Searches []*Report `json:"-"`
	Omitted  *Omitted  `json:"approximate,omitempty"` // of approximate searches
	Sample   []string  `json:"sample,omitempty"`      // the smallest hashes of states, if requested
	// about properties that hold, but perhaps for an unexpected reason
	Remarks []string `json:"remarks,omitempty"`
	// removed trails of earlier runs, whose properties hold now
	Removed []string `json:"removed_trails,omitempty"`

	// of the methods that were used

	Delta  *Delta  `json:"delta,omitempty"`
	Diff   *Diff   `json:"diff,omitempty"`
	Unmove *Unmove `json:"unmove,omitempty"`
	Cache  *Cache  `json:"cache,omitempty"`
	Sweep  *Sweep  `json:"sweep,omitempty"`

	Checkpoint  *Checkpoint  `json:"checkpoint,omitempty"`
	Certificate *Certificate `json:"certificate,omitempty"`

	// Truncations has the values that did not fit, nil if the search did not look for them.
	Truncations *Truncations `json:"-"`

	Complete   bool     `json:"-"` // no search was cut short
	Warnings   []string `json:"-"` // about the model
	Messages   []string `json:"-"` // pan's lines about the errors
	Unchecked  []string `json:"-"` // claims and formulas of the model that were not checked
	Assertions bool     `json:"-"` // the processes' assertions were checked
	// ClaimAsserts means that the claim's assertions were checked.
	ClaimAsserts bool   `json:"-"`
	EndStates    bool   `json:"-"`
	Fair         string `json:"-"` // the fairness of the runs that count; "": all do
	Compress     string `json:"-"`
	Engine       string `json:"engine"` // how moves are made: machine or batch
	// why the search is not in batches, though that was requested
	EngineReason string `json:"engine_reason,omitempty"`
	Order        string `json:"order"`             // order of the search, one of Orders
	Workers      int    `json:"workers,omitempty"` // number of workers of a search in batches
	Stats        *Stats `json:"stats,omitempty"`   // what the engine did, if requested
	Reductions   string `json:"reductions"`        // reductions of the search, or why there are none, if requested
	// which states count as the same, or why none do, if requested
	Symmetry string `json:"symmetry,omitempty"`
	GoesBy   string `json:"goes_by,omitempty"` // file with which -compress=trained was trained
	Unseen   int    `json:"unseen,omitempty"`  // how often a trained code had to be extended for one
	Widened  int    `json:"widened,omitempty"` // number of times that a trained code had to be extended for one
	// counts in pan's format: 0 globals, 1 channels, 2 the first proctype, and so on
	Components string   `json:"collapse_counts,omitempty"`
	Values     []Values `json:"component_values,omitempty"`
	AsPan      bool     `json:"-"`                // components are those of pan -DCOLLAPSE
	Picked     string   `json:"picked,omitempty"` // why -compress=auto chose its mode

	NoUnreached bool `json:"-"` // the text omits unreached states (pan -n)
	// The remaining fields are for the text, and for callers that build it.

	DepthMeant string      `json:"-"` // meaning of the depth reached in this order; "" for pan's
	OrderSaid  string      `json:"-"` // the order in words, for a search in batches
	OfSearch   []string    `json:"-"` // remarks about this search
	Missed     []vm.Missed `json:"-"`
	Coverage   *Coverage   `json:"-"` // of a search for assertions and end states
	Trace      string      `json:"-"` // kind of the trace assertion that was checked, or ""
	Found      int         `json:"-"` // number of errors of this search
	Cut        string      `json:"-"` // run-time errors among them, which end their runs
	Broken     uint64      `json:"-"` // number of run-time errors among them, after which the search does not go on
	Own        int         `json:"-"` // number of first Properties that this search checked
	Reduced    bool        `json:"-"` // with partial-order reduction
	Invalid    []string    `json:"-"` // why the search may have left out too much
	// all searches including the first, each with its own properties and verdict
	All []*Report `json:"-"`
}
