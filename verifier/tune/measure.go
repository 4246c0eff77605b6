package tune

import (
	"fmt"
	"strings"
	"time"

	"gospin/verifier/way"
)

// ManyStates is what the memory should hold. Where it does not, less memory is worth more than less time.
const ManyStates = 20e6

// Measure is what a short search has found of a way to store states.
type Measure struct {
	Way    string
	States float64
	Time   time.Duration
	Store  float64 // bytes
	Stack  float64
	Whole  bool // there were no more states
	Failed bool // it came to an error, and so to its end, or is not for this model
}

// rate is in states per second, of the states since an earlier search by the same way: what is made and
// learnt at first is not what a search takes its time for.
func (m *Measure) rate(earlier *Measure) float64 {
	states, took := m.States-earlier.States, m.Time-earlier.Time
	if states < m.States/4 || took < m.Time/4 {
		states, took = m.States, m.Time
	}
	return states / max(took.Seconds(), 1e-6)
}

// each is how many bytes a state takes. Of the stack only that counts by which it has grown since an earlier
// search by the same way: where it grows at first only, it is not what the memory is needed for.
func (m *Measure) each(earlier *Measure) float64 {
	stack, by := m.Stack-earlier.Stack, m.States-earlier.States
	if by < m.States/4 {
		stack, by = m.Stack, max(m.States, 1)
	}
	store, of := m.Store, max(m.States, 1)
	if m.Way == way.Unmove && m.States >= 2*by && by > 0 {
		// rules are met at first, and its tables grow by little at a time
		store, of = store-earlier.Store, by
	}
	return store/of + stack/by
}

// Cost is what a way to store states takes.
type Cost struct {
	Way        string
	rate, each float64 // states per second, bytes per state
}

// CostOf is what a way takes by two searches, of which the second went further.
func CostOf(half, full *Measure) Cost { return Cost{full.Way, full.rate(half), full.each(half)} }

// Choose takes the fastest way that the memory suffices for, or the one that it lasts longest with, and says
// why.
func Choose(all []Cost, memory float64) (name, why string) {
	var said []string
	best := -1
	fits := func(i int) bool { return memory/all[i].each >= ManyStates }
	for i, c := range all {
		said = append(said, fmt.Sprintf("%s %.2f million states per second, %.0f bytes each", c.Way, c.rate/1e6, c.each))
		switch {
		case best < 0:
			best = i
		case fits(i) && fits(best) && c.rate > all[best].rate,
			fits(i) && !fits(best),
			!fits(i) && !fits(best) && c.each < all[best].each:
			best = i
		}
	}
	reason := "the fastest with which the memory at hand holds %.0f million states"
	if !fits(best) {
		reason = "the smallest: with none does the memory at hand hold %.0f million states"
	}
	return all[best].Way, fmt.Sprintf("%s; "+reason, strings.Join(said, "; "), ManyStates/1e6)
}
