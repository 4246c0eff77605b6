package unmove

import (
	"unsafe"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// If many rules fit a state, they share names, and chains branch at each step, so a look-up may follow very
// many chains. So rules get longer names as soon as that happens. If look-ups still cost too much, the search
// uses a set of whole roots instead. In both cases the search begins again, so the effort before that is
// bounded.
const (
	wideCode   = 8       // bits of a name, if too many rules share names
	widenUpTo  = 1 << 18 // states; with more, beginning again costs more than it saves
	crowdEvery = 61      // for every 61st new state, the rules that fit it are counted
	workFree   = 1 << 18 // steps that any search may take in addition
	fewerLooks = 16      // if there are too many chains, one root in 16 remains
	askedSteps = 2       // lines that can be read in the time of one request for a move
	triesAStep = 4       // kinds of rules that can be probed in the time of reading a line
	looksShare = 4       // memory for the chains of one root, relative to those of several
)

// Variables, since tests change them.
var (
	crowdTold         = 1 << 8  // counts after which the mean is computed
	crowdWork  uint64 = 1       // steps for each transition above which rules get longer names
	workEach   uint64 = 7       // steps of chains that two transitions may cost on average
	looksBytes        = 8 << 20 // of the chains that a scout follows together
	mostReads  uint64 = 1 << 16 // lines that one look-up may read, depth first
)

// cost is the cost of an unmove set since the search began.
type cost struct {
	counted, fit int    // states, and the rules that fit them
	work         uint64 // lines read, moves requested, and kinds of rules tried
	left         uint64 // what the set may still cost before more transitions are made
}

// crowds counts from time to time the rules that fit a new state. It reports whether there are too many for
// their names, and look-ups take more steps because of that. more has the counts that have not been charged
// yet.
func (s *set[R]) crowds(y *R, more *batch.UnmoveStats) bool {
	if s.tally.Stored%crowdEvery != 0 || s.job.Unmove.Code >= wideCode {
		return false
	}
	var space [64]uint32
	c := &s.job.cost
	c.fit += len(s.rules.Fitting(s.forms.shapeOf(y), y, space[:0]))
	if c.counted++; c.counted < crowdTold {
		return false
	}
	most := s.job.Unmove.Crowd * c.counted
	is := c.fit > most && c.work+work(more) >= crowdWork*s.transitions()
	c.counted, c.fit = 0, 0
	return is && (s.job.Unmove.Strict || s.known() <= widenUpTo)
}

// work returns the number of steps. If there are very many kinds of rules, most steps look for rules; this
// happens if, say, a clock changes some of many variables at a time.
func work(s *batch.UnmoveStats) uint64 { return s.Reads + askedSteps*s.Asked + s.Tried/triesAStep }

// transitions returns the number of transitions made.
func (s *set[R]) transitions() uint64 {
	r := &s.job.Result.Result
	return r.Stored + r.Matched + s.tally.Looked
}

// charge adds steps to the cost, and reports whether it is too much for the transitions made. A step takes
// at most some 1.4 times as long as a transition with a tree (fischer, dtp; half of that where caches hold
// the tables), so the search takes at most some six times as long.
func (s *set[R]) charge(done *batch.UnmoveStats) bool {
	c := &s.job.cost
	c.work += work(done)
	most := workEach*s.transitions()/2 + s.job.Unmove.Free
	c.left = most - min(most, c.work)
	return c.work > most
}

// fallback returns how a search continues that costs too much: with longer names, if beginning again is
// cheap, or in another set.
func (s *set[R]) fallback() progress {
	u := s.job.Unmove
	if !u.Strict && u.Code < wideCode && s.known() <= widenUpTo {
		return crowded
	}
	return costly
}

// overBudget reports whether the scout's current work has used up what the set may cost.
func (s *scout[R]) overBudget() bool { return work(&s.asker.count) > s.levels.job.cost.left }

// mostLooks returns how many looks a scout may have for n roots together.
func mostLooks[R roots.Root](n int) int {
	most := looksBytes / int(unsafe.Sizeof(look[R]{}))
	if n > 1 {
		return most / looksShare
	}
	return most
}
