package verifier

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// Options are everything that a run can be told.
type Options struct {
	Model    string   // path of the model
	Defines  []string // NAME=VALUE, as after -D
	Undefs   []string
	Compress string        // a mode; "" is DefaultMode
	Code     string        // path of a code for huffman; "": the predefined one
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

// check refuses what cannot be done, before anything is done.
func (o *Options) check() error {
	if o.Compress == "" {
		o.Compress = DefaultMode
	}
	m, err := parseMode(o.Compress)
	if err != nil {
		return err
	}
	if o.Code != "" && !slices.Contains(m.codecs, "huffman") {
		return fmt.Errorf("-code is for huffman, not for -compress=%s", o.Compress)
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
