package unmove

import (
	"slices"
	"sync/atomic"
	"time"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/vm"
)

// scout finds out what states of a level lead to, and what of that is stored. While scouts are at work,
// nothing is stored; so they need not know of one another.
type scout[R roots.Root] struct {
	of     *levels[R]
	lot    *lot[R] // that is looked up or traced
	asker  asker[R]
	looks  []look[R]
	from   int // of what is asked for, the first one whose chains are followed
	leads  []roots.Lead
	fit    []uint32
	wholes []int32 // looks that may be of whole states
	told   []int32 // those of which an entry says so
	undone []R
	hit    []bool
	kind   uint32                // of rules, that was met last
	turn   atomic.Int64          // the next of its lots; others take some, too
	until  int64                 // to which one
	worths [1 + pastLevels]worth // of the present level, and of those past
	orders chan order[R]         // of all but the first
}

// lot are some states of a level, and what they lead to.
type lot[R roots.Root] struct {
	number int
	states []R
	ends   []int // of each, the end in found of what it leads to
	found  batch.Found[R]
	did    int // how many states have been expanded

	ask    []R     // of what has been found, what is not known to be stored
	at     []int32 // where in found
	hash   []uint64
	ways   []uint32 // the rules that lead to states that are new; 0: it is not known yet
	yes    []bool   // of what is asked for: whether it is stored
	isNew  []bool   // of what has been found: it has been asked for, and is not stored
	twice  []twice
	unsure bool // a move could not be asked for: so it is not known what is stored
	long   bool // chains were too many: nor is it known then
	wanted []R  // whole states, where chains end

	effect vm.Effect // of the state after those that have been expanded, if it is an error
	faults []vm.Fault

	exploring, asking time.Duration
}

// explore expands the states of a lot.
func (s *scout[R]) explore(o *lot[R]) {
	begin := s.of.whole.Clocked()
	o.found.Roots, o.found.Atomic = o.found.Roots[:0], 0
	o.did, o.effect = 0, 0
	for i := range o.states {
		n := len(o.found.Roots)
		effect, ok := s.asker.engine.Expand(&o.states[i], &o.found)
		if !ok {
			break
		}
		if effect&batch.Bad != 0 && s.of.whole.Fails(effect, s.asker.engine.Faults) {
			o.effect, o.faults = effect, slices.Clone(s.asker.engine.Faults())
			o.found.Roots = o.found.Roots[:n]
			break
		}
		o.ends[i] = len(o.found.Roots)
		o.did++
	}
	o.exploring = s.of.whole.Since(begin)
}

// lookUp leaves in ask what is new of all that the states of a lot lead to.
func (s *scout[R]) lookUp(o *lot[R]) {
	s.lot = o
	begin := s.of.whole.Clocked()
	o.ask, o.at, o.unsure = append(o.ask[:0], o.found.Roots...), o.at[:0], false
	for i := range o.ask {
		o.at = append(o.at, int32(i))
	}
	s.leave(s.of.next)
	s.leaveOld()
	s.leaveClaimed()
	if s.member(); o.unsure {
		return
	}
	s.of.set.shadow.check(s)
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
		c := s.of.set.forms.change(&o.states[state], &o.ask[n])
		o.ways[n] = s.of.set.rules.Known(&o.ask[n], &c, &s.kind)
		n++
	}
	o.ask = o.ask[:n]
	o.asking = s.of.whole.Since(begin)
}

// leave leaves out of what is asked for what is in a set.
func (s *scout[R]) leave(set roots.Finder[R]) {
	if len(s.lot.ask) == 0 || set.Len() == 0 {
		return
	}
	s.hit = resize(s.hit, len(s.lot.ask))
	set.Find(s.lot.ask, s.hit)
	n := 0
	for i := range s.lot.ask {
		if !s.hit[i] {
			s.lot.ask[n], s.lot.at[n] = s.lot.ask[i], s.lot.at[i]
			n++
		}
	}
	s.lot.ask, s.lot.at = s.lot.ask[:n], s.lot.at[:n]
}

// leaveClaimed leaves out what is asked for of another lot, or once before.
func (s *scout[R]) leaveClaimed() {
	o := s.lot
	o.isNew, o.twice = resize(o.isNew, len(o.found.Roots)), o.twice[:0]
	if clear(o.isNew); len(s.of.team.lots) == 1 {
		return
	}
	n := 0
	for i := range o.ask {
		hash := s.asker.hashOf(&o.ask[i])
		if by := s.of.team.claims.claim(s.of.team.lots, o, o.at[i], hash); by != 0 {
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
