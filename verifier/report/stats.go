package report

import (
	"fmt"
	"io"
	"strings"
)

// Stats say what the engine of a search in batches has done, so that a slow model explains itself.
type Stats struct {
	Words   int    `json:"root_words"`
	Batches uint64 `json:"batches"` // of states that were expanded together
	Growths uint64 `json:"growths"` // of the table
	Repacks uint64 `json:"repacks"` // changes of where in a root the numbers are
	// Shares of the processes in the states that were expanded: what they do is always the same, depends on
	// more and was looked up, or was looked up transition by transition.
	Direct    float64 `json:"direct"`
	Hashed    float64 `json:"hashed"`
	Split     float64 `json:"split"`
	Values    uint64  `json:"split_values"` // for how many values of processes that was begun
	Learnt    uint64  `json:"evaluations"`  // by the machine that were remembered
	Finds     uint64  `json:"finds"`        // look-ups
	Misses    uint64  `json:"misses"`       // of these, those that found nothing
	Forgot    uint64  `json:"forgot"`       // how often all was forgotten for want of room
	Fallbacks uint64  `json:"fallbacks"`    // what can't be remembered, and the machine did
	Ends      uint64  `json:"ends"`         // states without choices, at which the machine looked
	Phases    []Phase `json:"phases"`
}

// Phase is a part of the work.
type Phase struct {
	Name string  `json:"name"`
	Each float64 `json:"ns_per_transition"` // of all workers together
}

// write tells the statistics as text.
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
