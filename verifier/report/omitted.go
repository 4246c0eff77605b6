package report

import (
	"fmt"
	"math"
	"strings"
)

// Omitted tells of the runs of an approximate search, and what they are expected to have omitted.
type Omitted struct {
	Width  int          `json:"bits_log2,omitempty"`      // of a bitstate search
	Hashes int          `json:"bits_per_state,omitempty"` // that each state sets
	Hash   int          `json:"hash_bits,omitempty"`      // that are kept of each state
	Runs   []RunFigures `json:"runs"`
}

// RunFigures are those of one of several searches with different hash functions.
type RunFigures struct {
	States   States  `json:"states"`
	Errors   int     `json:"errors"`
	Expected float64 `json:"expected_omissions"` // states taken for others, what lies behind them apart
	Seconds  float64 `json:"search_seconds"`
}

// Add takes in a run.
func (a *Omitted) Add(r RunFigures) { a.Runs = append(a.Runs, r) }

// kind is what the search is, in SPIN's words.
func (a *Omitted) kind() string {
	switch {
	case a == nil:
		return "Full statespace"
	case a.Hash > 0:
		return fmt.Sprintf("Hash-Compact %d", a.Hash)
	}
	return "Bit statespace"
}

// factor is how many bits there are for each state of a run.
func (a *Omitted) factor(r *RunFigures) float64 {
	return math.Exp2(float64(a.Width)) / float64(max(r.States.Stored, 1))
}

// asPan are pan's lines about the bits.
func (a *Omitted) asPan() string {
	if a == nil || a.Hash > 0 {
		return ""
	}
	return fmt.Sprintf("hash factor: %4.6g (best if > 100.)\n\nbits set per state: %d (-k%[2]d)\n\n",
		a.factor(&a.Runs[0]), a.Hashes)
}

// lines are those that pan does not have.
func (a *Omitted) lines() string {
	if a == nil {
		return ""
	}
	var b strings.Builder
	for i := range a.Runs {
		r := &a.Runs[i]
		if len(a.Runs) > 1 {
			fmt.Fprintf(&b, "run %d: %d states, stored, %d matched, errors: %d, ", i+1, r.States.Stored,
				r.States.Matched, r.Errors)
		}
		how := fmt.Sprintf("%d bits of a hash", a.Hash)
		if a.Hash == 0 {
			how = fmt.Sprintf("k=%d, %.1f bits per state", a.Hashes, a.factor(r))
		}
		x := about(r.Expected)
		fmt.Fprintf(&b, "expected omissions %s (%s); probability of none e^-%s\n", x, how, x)
	}
	return b.String()
}

// Verdict is what can be said of a property that the search has not found violated.
func (a *Omitted) Verdict() string {
	each := make([]string, len(a.Runs))
	for i, r := range a.Runs {
		each[i] = about(r.Expected)
	}
	out := "no error found (approximate), expected omissions " + strings.Join(each, ", ")
	if len(each) > 1 {
		return fmt.Sprintf("%s in %d runs", out, len(each))
	}
	return out + ", probability of none e^-" + each[0]
}

// about writes a number with as many digits as mean something.
func about(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2g", x)
}
