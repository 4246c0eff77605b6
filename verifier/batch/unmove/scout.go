package unmove

import (
	"slices"
	"sync/atomic"
	"time"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/vm"
)

// scout finds the successors of states of a level, and which of them are stored. While scouts are busy,
// nothing is stored, so they are independent of each other.
type scout[R roots.Root] struct {
	levels   *levels[R]
	lot      *lot[R] // the lot being looked up or traced
	asker    asker[R]
	looks    []look[R]
	from     int // index of the first unknown root whose chains are being followed
	leads    []roots.Lead
	fit      []uint32
	sieved   []int32 // looks that pass the sieve, so they may be of whole states
	marked   []int32 // looks whose entry says that they are whole
	undone   []R
	hit      []bool
	lastKind uint32                // the kind of rules used last
	nextLot  atomic.Int64          // the next of its lots; other scouts may take some, too
	endLot   int64                 // the end of its lots
	worths   [1 + pastLevels]worth // of the current level, and of the past ones
	orders   chan order[R]         // nil for the first scout
}

// lot is some states of a level, and their successors.
type lot[R roots.Root] struct {
	number   int
	states   []R
	ends     []int // for each state, the end of its successors in found
	found    batch.Found[R]
	expanded int // how many states have been expanded

	unknown    []R     // the roots found that are not known to be stored
	at         []int32 // their indices in found
	hash       []uint64
	rules      []uint32 // the rules that lead to new states; 0: not known yet
	stored     []bool   // for each unknown root, whether it is stored
	isNew      []bool   // for each root found, whether it was looked up and is not stored
	duplicates []duplicate
	unsure     bool // the engine could not make a move, so it is not known what is stored
	long       bool // there were too many chains, so it is not known either
	wanted     []R  // whole states in which chains end

	effect vm.Effect // of the state after the expanded ones, if it is an error
	faults []vm.Fault

	exploreTime, lookUpTime time.Duration
}

// explore expands the states of a lot.
func (s *scout[R]) explore(o *lot[R]) {
	begin := s.levels.job.Clocked()
	o.found.Roots, o.found.Atomic = o.found.Roots[:0], 0
	o.expanded, o.effect = 0, 0
	for i := range o.states {
		n := len(o.found.Roots)
		effect, ok := s.asker.engine.Expand(&o.states[i], &o.found)
		if !ok {
			break
		}
		if effect&batch.Bad != 0 && s.levels.job.Fails(effect, s.asker.engine.Faults) {
			o.effect, o.faults = effect, slices.Clone(s.asker.engine.Faults())
			o.found.Roots = o.found.Roots[:n]
			break
		}
		o.ends[i] = len(o.found.Roots)
		o.expanded++
	}
	o.exploreTime = s.levels.job.Since(begin)
}

// lookUp sets unknown to the successors of a lot's states that are new.
func (s *scout[R]) lookUp(o *lot[R]) {
	s.lot = o
	begin := s.levels.job.Clocked()
	o.unknown, o.at, o.unsure = append(o.unknown[:0], o.found.Roots...), o.at[:0], false
	for i := range o.unknown {
		o.at = append(o.at, int32(i))
	}
	s.drop(s.levels.next)
	s.dropOld()
	s.dropClaimed()
	if s.member(); o.unsure {
		return
	}
	s.levels.set.shadow.check(s)
	n, state := 0, 0
	o.rules = resize(o.rules, len(o.unknown))
	for i := range o.unknown {
		if o.stored[i] {
			continue
		}
		for int(o.at[i]) >= o.ends[state] {
			state++
		}
		o.isNew[o.at[i]] = true
		o.unknown[n], o.at[n], o.hash[n] = o.unknown[i], o.at[i], o.hash[i]
		c := s.levels.set.forms.change(&o.states[state], &o.unknown[n])
		o.rules[n] = s.levels.set.rules.Known(&o.unknown[n], &c, &s.lastKind)
		n++
	}
	o.unknown = o.unknown[:n]
	o.lookUpTime = s.levels.job.Since(begin)
}

// drop removes from unknown the roots that are in a set.
func (s *scout[R]) drop(set roots.Finder[R]) {
	if len(s.lot.unknown) == 0 || set.Len() == 0 {
		return
	}
	s.hit = resize(s.hit, len(s.lot.unknown))
	set.Find(s.lot.unknown, s.hit)
	n := 0
	for i := range s.lot.unknown {
		if !s.hit[i] {
			s.lot.unknown[n], s.lot.at[n] = s.lot.unknown[i], s.lot.at[i]
			n++
		}
	}
	s.lot.unknown, s.lot.at = s.lot.unknown[:n], s.lot.at[:n]
}

// dropClaimed removes from unknown the roots that another lot has claimed, or this lot before.
func (s *scout[R]) dropClaimed() {
	o := s.lot
	o.isNew, o.duplicates = resize(o.isNew, len(o.found.Roots)), o.duplicates[:0]
	if clear(o.isNew); len(s.levels.team.lots) == 1 {
		return
	}
	n := 0
	for i := range o.unknown {
		hash := s.asker.hashOf(&o.unknown[i])
		if by := s.levels.team.claims.claim(s.levels.team.lots, o, o.at[i], hash); by != 0 {
			o.duplicates = append(o.duplicates, duplicate{o.at[i], by, hash})
			continue
		}
		o.unknown[n], o.at[n] = o.unknown[i], o.at[i]
		n++
	}
	o.unknown, o.at = o.unknown[:n], o.at[:n]
}

// trace follows chains back from the states of a lot, and sets wanted to the whole states in which they end.
func (s *scout[R]) trace(o *lot[R]) {
	s.lot = o
	o.unknown, o.wanted, o.unsure = append(o.unknown[:0], o.states...), o.wanted[:0], false
	s.member()
}
