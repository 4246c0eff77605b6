package tune

import (
	"fmt"
	"strings"
	"time"

	"gospin/verifier/way"
)

// ManyStates is the number of states that should fit into memory. If they don't, saving memory is more
// important than saving time.
const ManyStates = 20e6

// Measure has the results of a short search with one way of storing states.
type Measure struct {
	Way    string
	States float64
	Time   time.Duration
	Store  float64 // in bytes
	Stack  float64
	Whole  bool // the search was complete
	Failed bool // the search found an error and ended, or the way does not support the model
}

// rate returns states per second, counting only the states after an earlier search by the same way. The first
// states take more time, since tables are built then.
func (m *Measure) rate(earlier *Measure) float64 {
	states, took := m.States-earlier.States, m.Time-earlier.Time
	if states < m.States/4 || took < m.Time/4 {
		states, took = m.States, m.Time
	}
	return states / max(took.Seconds(), 1e-6)
}

// each returns the bytes per state. Of the stack, only its growth since an earlier search by the same way
// counts, since a stack that grows only at first needs little memory later.
func (m *Measure) each(earlier *Measure) float64 {
	stack, by := m.Stack-earlier.Stack, m.States-earlier.States
	if by < m.States/4 {
		stack, by = m.Stack, max(m.States, 1)
	}
	store, of := m.Store, max(m.States, 1)
	if m.Way == way.Unmove && m.States >= 2*by && by > 0 {
		// most rules are met early, and later the tables grow slowly
		store, of = store-earlier.Store, by
	}
	return store/of + stack/by
}

// Cost is the cost of a way of storing states.
type Cost struct {
	Way        string
	rate, each float64 // states per second, bytes per state
}

// CostOf computes the cost of a way from two searches, of which the second went further.
func CostOf(half, full *Measure) Cost { return Cost{full.Way, full.rate(half), full.each(half)} }

// Choose returns the fastest way for which the memory suffices, or else the one that lasts longest, with the
// reason.
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
