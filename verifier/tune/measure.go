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

// Choose returns the fastest way for which the memory suffices, or else the one that lasts longest. It also
// returns advice in three parts, with "; " in between: the fastest way, the smallest, and why this one is
// chosen.
func Choose(all []Cost, memory float64) (name, why string) {
	best, fast, small := 0, 0, 0
	fits := func(i int) bool { return memory/all[i].each >= ManyStates }
	var tried []string
	for i, c := range all {
		tried = append(tried, c.Way)
		if c.rate > all[fast].rate {
			fast = i
		}
		if c.each < all[small].each {
			small = i
		}
		if fits(i) && (!fits(best) || c.rate > all[best].rate) {
			best = i
		}
	}
	reason := "the fastest of %s with which the memory at hand holds %.0f million states"
	if !fits(best) {
		best, reason = small, "the smallest of %s: with none does the memory at hand hold %.0f million states"
	}
	return all[best].Way, fmt.Sprintf("for speed %v; for memory %v; here %s, "+reason, all[fast], all[small],
		all[best].Way, strings.Join(tried, ", "), ManyStates/1e6)
}

// String returns the way with its cost.
func (c Cost) String() string {
	return fmt.Sprintf("%s (%.2f million states a second, %.0f bytes a state)", c.Way, c.rate/1e6, c.each)
}
