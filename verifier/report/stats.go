package report

import (
	"fmt"
	"io"
	"strings"
)

// Stats has the counts of a batch engine, which help to explain slow searches.
type Stats struct {
	Words   int    `json:"root_words"`
	Batches uint64 `json:"batches"` // batches of states expanded together
	Growths uint64 `json:"growths"` // growths of the table
	Repacks uint64 `json:"repacks"` // changes of the layout of numbers in a root
	// Shares of process values in the expanded states: those whose moves never depend on other components,
	// those whose moves are looked up, and those looked up transition by transition.
	Direct    float64 `json:"direct"`
	Hashed    float64 `json:"hashed"`
	Split     float64 `json:"split"`
	Values    uint64  `json:"split_values"` // number of process values looked up transition by transition
	Learnt    uint64  `json:"evaluations"`  // evaluations by the machine that were remembered
	Finds     uint64  `json:"finds"`        // look-ups
	Misses    uint64  `json:"misses"`       // look-ups that found nothing
	Forgot    uint64  `json:"forgot"`       // number of times that everything was forgotten to free memory
	Fallbacks uint64  `json:"fallbacks"`    // evaluations by the machine that can't be remembered
	Ends      uint64  `json:"ends"`         // states without choices, which the machine examined
	Phases    []Phase `json:"phases"`
}

// Phase is a part of an engine's work.
type Phase struct {
	Name string  `json:"name"`
	Each float64 `json:"ns_per_transition"` // sum over all workers
}

// write prints the statistics.
func (s *Stats) write(w io.Writer) {
	if s == nil {
		return
	}
	fmt.Fprintf(w, "what processes do: %.1f %% direct, %.1f %% hashed, %.1f %% split (%s)\n",
		100*s.Direct, 100*s.Hashed, 100*s.Split, Count(s.Values, "value"))
	fmt.Fprintf(w, "remembered: %d finds, %d misses (%.2f %%), forgotten %s; by the machine: %d evaluations, "+
		"%d fallbacks, %d ends\n",
		s.Finds, s.Misses, 100*float64(s.Misses)/float64(max(s.Finds, 1)), Often(s.Forgot), s.Learnt,
		s.Fallbacks, s.Ends)
	fmt.Fprintf(w, "roots of %s: %d batches, %d repacks, %d growths\n",
		Count(s.Words, "word"), s.Batches, s.Repacks, s.Growths)
	var phases []string
	for _, p := range s.Phases {
		phases = append(phases, fmt.Sprintf("%s %.1f", p.Name, p.Each))
	}
	fmt.Fprintf(w, "ns per transition: %s\n", strings.Join(phases, ", "))
}
