package batch

import (
	"slices"
	"sync/atomic"
	"time"

	"gospin/verifier/roots"
	"gospin/vm"
)

// scout finds out what lies behind states of a level, and what of that is stored. While scouts are at work,
// nothing is stored; so they need not know of one another.
type scout[R roots.Root] struct {
	*levels[R]
	*lot[R]
	engine   Engine[R]
	mover    Mover[R]
	scratch  Found[R] // what lies behind a state that has been expanded before
	looks    []look[R]
	from     int // of what is asked for, the first one whose chains are followed
	leads    []roots.Lead
	fit      []uint32
	wholes   []int32 // looks that may be of whole states
	told     []int32 // those of which an entry says so
	undone   []R
	hit      []bool
	gathered []uint64              // by a plan
	kind     uint32                // of rules, that was met last
	turn     atomic.Int64          // the next of its lots; others take some, too
	until    int64                 // to which one
	worths   [1 + pastLevels]worth // of the level at hand, and of those past
	count    UnmoveStats
	orders   chan order[R] // of all but the first
}

// lot are some states of a level, and what has been found behind them.
type lot[R roots.Root] struct {
	number int
	states []R
	ends   []int // of each, the end in found of what lies behind it
	found  Found[R]
	did    int // how many states have been expanded

	ask    []R     // of what has been found, what is not known to be stored
	at     []int32 // where in found
	hash   []uint64
	ways   []uint32 // the rules by which states are come to that are new; 0: it is not known yet
	yes    []bool   // of what is asked for: whether it is stored
	isNew  []bool   // of what has been found: it has been asked for, and is not stored
	twice  []twice
	unsure bool // a move could not be asked for: so it is not known what is stored
	long   bool // chains were too many: nor is it known then
	wanted []R  // whole states, where chains end

	effect vm.Effect // of the state behind those that have been expanded, if it is an error
	faults []vm.Fault

	exploring, asking time.Duration
}

// explore expands the states of a lot.
func (s *scout[R]) explore(o *lot[R]) {
	begin := s.clocked()
	o.found.Roots, o.found.Atomic = o.found.Roots[:0], 0
	o.did, o.effect = 0, 0
	for i := range o.states {
		n := len(o.found.Roots)
		effect, ok := s.engine.Expand(&o.states[i], &o.found)
		if !ok {
			break
		}
		if effect&bad != 0 && s.fails(effect, s.engine.Faults) {
			o.effect, o.faults, o.found.Roots = effect, slices.Clone(s.engine.Faults()), o.found.Roots[:n]
			break
		}
		o.ends[i] = len(o.found.Roots)
		o.did++
	}
	o.exploring = s.since(begin)
}

// lookUp leaves in ask what is new of what lies behind the states of a lot.
func (s *scout[R]) lookUp(o *lot[R]) {
	s.lot = o
	begin := s.clocked()
	o.ask, o.at, o.unsure = append(o.ask[:0], o.found.Roots...), o.at[:0], false
	for i := range o.ask {
		o.at = append(o.at, int32(i))
	}
	s.leave(s.next)
	s.leaveOld()
	s.leaveClaimed()
	if s.member(); o.unsure {
		return
	}
	s.shadow.check(s)
	n, state := 0, 0
	o.ways = resize(o.ways, len(o.ask))
	for i := range o.ask {
		if o.yes[i] {
			continue
		}
		for int(o.at[i]) >= o.ends[state] {
			state++
		}
		o.isNew[o.at[i]] = true
		o.ask[n], o.at[n], o.hash[n] = o.ask[i], o.at[i], o.hash[i]
		c := s.change(&o.states[state], &o.ask[n])
		o.ways[n] = s.rules.Known(&o.ask[n], &c, &s.kind)
		n++
	}
	o.ask = o.ask[:n]
	o.asking = s.since(begin)
}

// leave leaves out of what is asked for what is in a set.
func (s *scout[R]) leave(set roots.Finder[R]) {
	if len(s.ask) == 0 || set.Len() == 0 {
		return
	}
	s.hit = resize(s.hit, len(s.ask))
	set.Find(s.ask, s.hit)
	n := 0
	for i := range s.ask {
		if !s.hit[i] {
			s.ask[n], s.at[n] = s.ask[i], s.at[i]
			n++
		}
	}
	s.ask, s.at = s.ask[:n], s.at[:n]
}

// leaveClaimed leaves out what is asked for of another lot, or once before.
func (s *scout[R]) leaveClaimed() {
	o := s.lot
	o.isNew, o.twice = resize(o.isNew, len(o.found.Roots)), o.twice[:0]
	if clear(o.isNew); len(s.lots) == 1 {
		return
	}
	n := 0
	for i := range o.ask {
		hash := s.hashOf(&o.ask[i])
		if by := s.claims.claim(s.lots, o, o.at[i], hash); by != 0 {
			o.twice = append(o.twice, twice{o.at[i], by, hash})
			continue
		}
		o.ask[n], o.at[n] = o.ask[i], o.at[i]
		n++
	}
	o.ask, o.at = o.ask[:n], o.at[:n]
}

// trace follows chains back from the states of a lot to where they end, in wanted.
func (s *scout[R]) trace(o *lot[R]) {
	s.lot = o
	o.ask, o.wanted, o.unsure = append(o.ask[:0], o.states...), o.wanted[:0], false
	s.member()
}

// moverOf is who makes a move; below 0: it is not known.
func (s *scout[R]) moverOf(x, y *R) int {
	for pid := range 255 {
		if s.mover != nil && s.mover.Makes(x, y, pid) {
			return pid
		}
	}
	return -1
}
