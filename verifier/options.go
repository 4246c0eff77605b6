package verifier

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Options are everything that a run can be told.
type Options struct {
	Model    string   // path of the model
	Defines  []string // NAME=VALUE, as after -D
	Undefs   []string
	Compress string        // none, mask or collapse
	Depth    int           // -m; 0: unlimited
	Memory   int64         // bytes for the store; 0: three quarters of the machine's
	Time     time.Duration // 0: unlimited
	Errors   int           // stop at the Nth error; 0: never
	NoAssert bool          // -A
	NoEnd    bool          // -E
	Strict   bool          // -q: end states need empty channels
	NoClaim  bool          // claims are left out without a word
	Lossy    bool          // sends to full channels lose the message
	Trails   bool          // write MODEL.trail at an error
	AllTrail bool          // -e: a trail for every error
	Progress io.Writer     // nil: no progress lines
}

// Modes are the stores by their names on the command line.
var Modes = []string{"none", "mask", "collapse"}

func (o *Options) check() error {
	for _, m := range Modes {
		if o.Compress == m {
			return nil
		}
	}
	return fmt.Errorf("unknown compression %q; there are %s", o.Compress, strings.Join(Modes, ", "))
}

// Verdict is the answer of a run.
type Verdict string

const (
	Holds        Verdict = "holds"
	Violated     Verdict = "violated"
	Inconclusive Verdict = "inconclusive"
)

// ExitCode is the process's exit code for the verdict.
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
	Kind    string  `json:"kind"` // assertion, end-state, ltl, never, non-progress
	Verdict Verdict `json:"verdict"`
	Message string  `json:"message"`
	Trail   string  `json:"trail"`
}

// States counts states as pan does.
type States struct {
	Stored      uint64 `json:"stored"`
	Matched     uint64 `json:"matched"`
	Transitions uint64 `json:"transitions"`
	AtomicSteps uint64 `json:"atomic_steps"`
	Depth       int    `json:"depth"`
}

// Memory is in bytes; BytesPerState is all tables and arenas over the stored states.
type Memory struct {
	StateVector   int     `json:"state_vector_bytes"`
	BytesPerState float64 `json:"bytes_per_state"`
	Store         int64   `json:"store_bytes"`
	PeakRSS       int64   `json:"peak_rss_bytes"`
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
	Reason     string         `json:"reason"`
	Exit       int            `json:"exit"`
	Errors     int            `json:"errors"`
	Properties []Property     `json:"properties"`
	States     States         `json:"states"`
	Memory     Memory         `json:"memory"`
	Time       Times          `json:"time"`
	Options    map[string]any `json:"options"`

	Stopped    bool     `json:"-"`
	Incomplete []string `json:"-"`
	Messages   []string `json:"-"` // pan's lines at the errors
	Warnings   []string `json:"-"`
	Compress   string   `json:"-"`
}
