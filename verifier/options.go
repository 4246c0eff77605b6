package verifier

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gospin/promela/diag"
)

// Options are everything that a run can be told.
type Options struct {
	Model    string   // path of the model
	Defines  []string // NAME=VALUE, as after -D
	Undefs   []string
	Compress string        // one of Modes; "" is DefaultMode
	Depth    int           // -m; 0: unlimited
	Memory   int64         // bytes for the store; 0: three quarters of the machine's
	Time     time.Duration // 0: unlimited
	Errors   int           // stop at the Nth error; 0: never
	NoAssert bool          // -A
	NoEnd    bool          // -E
	Strict   bool          // -q: end states need empty channels
	NoClaim  bool          // claims are left out on purpose
	Lossy    bool          // sends to full channels lose the message
	AllTrail bool          // -e: a trail for every error; none of them ends the search
	Progress io.Writer     // nil: no progress lines
	Terminal bool          // Progress is a terminal: one line, written again and again
}

// Modes are the ways to store states, by their names on the command line.
var Modes = []string{"none", "mask", "collapse"}

// DefaultMode is the mode that runs are in that ask for none.
const DefaultMode = "mask"

// CheckMode refuses what is no mode.
func CheckMode(mode string) error {
	if slices.Contains(Modes, mode) {
		return nil
	}
	hint := ""
	if near := diag.DidYouMean(mode, Modes); near != "" {
		hint = " (" + near + ")"
	}
	return fmt.Errorf("unknown compression %q%s: there are %s", mode, hint, strings.Join(Modes, ", "))
}

// check refuses what cannot be done, before anything is done.
func (o *Options) check() error {
	if o.Compress == "" {
		o.Compress = DefaultMode
	}
	if err := CheckMode(o.Compress); err != nil {
		return err
	}
	if o.Depth < 0 || o.Errors < 0 || o.Memory < 0 || o.Time < 0 {
		return fmt.Errorf("limits are not negative")
	}
	if o.AllTrail {
		o.Errors = 0
	}
	return nil
}

// asMap is what a report repeats of the options.
func (o *Options) asMap() map[string]any {
	return map[string]any{
		"compress": o.Compress, "depth": o.Depth, "memory_bytes": o.Memory, "time_seconds": o.Time.Seconds(), "errors": o.Errors,
		"assertions": !o.NoAssert, "end_states": !o.NoEnd, "strict_end_states": o.Strict, "noclaim": o.NoClaim, "lossy": o.Lossy,
		"defines": append([]string{}, o.Defines...), "reductions": []string{},
	}
}
