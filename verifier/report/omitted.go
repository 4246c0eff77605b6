package report

import (
	"fmt"
	"math"
	"strings"
)

// Omitted has the runs of an approximate search, with the number of states that they are expected to omit.
type Omitted struct {
	Width  int          `json:"bits_log2,omitempty"`      // of a bitstate search
	Hashes int          `json:"bits_per_state,omitempty"` // number of bits set for each state
	Hash   int          `json:"hash_bits,omitempty"`      // number of bits kept of each state
	Runs   []RunFigures `json:"runs"`
}

// RunFigures has the figures of one of several searches with different hash functions.
type RunFigures struct {
	States   States  `json:"states"`
	Errors   int     `json:"errors"`
	Expected float64 `json:"expected_omissions"` // states mistaken for others, not counting their successors
	Seconds  float64 `json:"search_seconds"`
}

// Add adds a run.
func (a *Omitted) Add(r RunFigures) { a.Runs = append(a.Runs, r) }

// kind names the search in SPIN's words.
func (a *Omitted) kind() string {
	switch {
	case a == nil:
		return "Full statespace"
	case a.Hash > 0:
		return fmt.Sprintf("Hash-Compact %d", a.Hash)
	}
	return "Bit statespace"
}

// factor returns the number of bits per state in a run.
func (a *Omitted) factor(r *RunFigures) float64 {
	return math.Exp2(float64(a.Width)) / float64(max(r.States.Stored, 1))
}

// asPan returns pan's lines about the bits.
func (a *Omitted) asPan() string {
	if a == nil || a.Hash > 0 {
		return ""
	}
	return fmt.Sprintf("hash factor: %4.6g (best if > 100.)\n\nbits set per state: %d (-k%[2]d)\n\n",
		a.factor(&a.Runs[0]), a.Hashes)
}

// lines returns the lines that pan doesn't print.
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

// Verdict returns the verdict on a property that the search has not found violated.
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

// about formats a number with its significant digits.
func about(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2g", x)
}
