package unmove

import (
	"unsafe"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// Where many rules fit a state, names are shared, and chains branch at each step: then a look may follow very
// many. So rules are given more names as soon as that shows, and where looks cost too much all the same, the
// search changes to a set of whole roots. Both begin again; so what is spent before is bounded.
const (
	wideCode   = 8       // bits of a name, where rules crowd
	widenUpTo  = 1 << 18 // states: later, to begin again costs more than it saves
	crowdEvery = 61      // every 61st new state, the rules that fit it are counted
	workFree   = 1 << 18 // and those that a search may take besides
	fewerLooks = 16      // one root in 16 is left, where chains are too many to be followed together
	triesAStep = 4       // kinds of rules that are looked up in the time that a line is read in
	looksShare = 4       // of the memory that chains from one root may take, those from more take a part
)

// Tests change these.
var (
	crowdTold         = 1 << 8  // counts after which the mean is looked at
	crowdWork  uint64 = 1       // steps a transition, from which on crowded rules get more names
	workEach   uint64 = 3       // steps of chains that each transition may cost on the average
	looksBytes        = 8 << 20 // of the chains that a scout follows together
	mostReads  uint64 = 1 << 16 // entries that one look may ask for, depth first
)

// cost is what an unmove set has cost since the search has begun.
type cost struct {
	counted, fit int    // states, and the rules that fit them
	work         uint64 // lines read, moves asked for, and kinds of rules tried
	left         uint64 // what the set may still cost, before more transitions are made
}

// crowds counts the rules that fit a new state, now and then, and reports whether they are too many for their
// names, and looks take more steps because of it. What is not yet charged is in more.
func (s *set[R]) crowds(y *R, more *batch.UnmoveStats) bool {
	if s.tally.Stored%crowdEvery != 0 || s.whole.Unmove.Code >= wideCode {
		return false
	}
	var space [64]uint32
	c := &s.whole.cost
	c.fit += len(s.rules.Fitting(s.forms.shapeOf(y), y, space[:0]))
	if c.counted++; c.counted < crowdTold {
		return false
	}
	most := s.whole.Unmove.Crowd * c.counted
	is := c.fit > most && c.work+work(more) >= crowdWork*s.made()
	c.counted, c.fit = 0, 0
	return is && (s.whole.Unmove.Strict || s.known() <= widenUpTo)
}

// work is how many steps have been taken. Where rules are of very many kinds, as where a clock changes some
// of many variables at a time, most are spent on looking for them.
func work(s *batch.UnmoveStats) uint64 { return s.Reads + s.Asked + s.Tried/triesAStep }

// made is how many transitions have been made.
func (s *set[R]) made() uint64 {
	r := &s.whole.Result.Result
	return r.Stored + r.Matched + s.tally.Looked
}

// charge adds what has been done to the cost, and reports whether that is too much for the transitions made.
func (s *set[R]) charge(done *batch.UnmoveStats) bool {
	c := &s.whole.cost
	c.work += work(done)
	most := workEach*s.made() + s.whole.Unmove.Free
	c.left = most - min(most, c.work)
	return c.work > most
}

// relief is how a search goes on that costs too much: with more names, if that is cheap, or in another set.
func (s *set[R]) relief() progress {
	u := s.whole.Unmove
	if !u.Strict && u.Code < wideCode && s.known() <= widenUpTo {
		return crowded
	}
	return costly
}

// isDearer reports whether what a scout is at has cost more than there was left.
func (s *scout[R]) isDearer() bool { return work(&s.asker.count) > s.of.whole.cost.left }

// mostLooks is how many steps of chains from n roots a scout follows together.
func mostLooks[R roots.Root](n int) int {
	most := looksBytes / int(unsafe.Sizeof(look[R]{}))
	if n > 1 {
		return most / looksShare
	}
	return most
}
