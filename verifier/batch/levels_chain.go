package batch

import (
	"slices"

	"gospin/verifier/roots"
)

// look is a step of a chain that is followed back.
type look[R roots.Root] struct {
	root R
	back int32  // of which step this is the one before; below 0: the state that is looked for
	of   int32  // which of these
	rule uint32 // by which the state before leads to that
	deep uint32
}

// member tells, of each root that is asked for, in yes whether it has been stored.
func (s *scout[R]) member() {
	m := len(s.ask)
	s.yes = resize(s.yes, m)
	clear(s.yes)
	s.count.Looks += uint64(m)
	s.long = false
	for n := m; s.from < m; {
		n = min(n, m-s.from)
		isDone := s.follow(n)
		if isDone {
			s.from += n
		}
		if !isDone && n == 1 || s.from < m && s.isDearer() {
			s.looks, s.long, s.unsure = nil, true, true
			break
		}
		if !isDone {
			n = max(n/fewerLooks, 1)
		}
	}
	s.from = 0
}

// follow follows the chains from the next n roots together, and reports whether it came to their ends: where
// there are too many, chains from fewer roots take less memory.
func (s *scout[R]) follow(n int) bool {
	s.looks = s.looks[:0]
	for i := s.from; i < s.from+n; i++ {
		s.looks = append(s.looks, look[R]{root: s.ask[i], back: -1, of: int32(i)})
	}
	for lo := 0; lo < len(s.looks); {
		if lo > 0 {
			s.prune(lo)
		}
		hi := len(s.looks)
		s.hash = slices.Grow(s.hash[:s.from+lo], hi-lo)[:s.from+hi]
		for i := lo; i < hi; i++ {
			h := s.hashOf(&s.looks[i].root)
			s.hash[s.from+i] = h
			s.table.Touch(h)
			if s.sieve != nil {
				s.sieve.touch(h)
			}
		}
		if !s.step(lo, hi, mostLooks[R](n)) {
			return false
		}
		lo = hi
	}
	return true
}

// prune drops the steps from one on that come to states that have not been expanded, or perhaps have not: no
// chain leads through them. These are of the level at hand, those under way included, and where some of that
// have been given back, which have been expanded, also of the next.
func (s *scout[R]) prune(lo int) {
	s.pruneBy(lo, s.now)
	if s.gave {
		s.pruneBy(lo, s.next)
	}
}

func (s *scout[R]) pruneBy(lo int, set roots.Finder[R]) {
	s.undone = s.undone[:0]
	for i := lo; i < len(s.looks); i++ {
		s.undone = append(s.undone, s.looks[i].root)
	}
	s.hit = resize(s.hit, len(s.undone))
	set.Find(s.undone, s.hit)
	n := lo
	for i := lo; i < len(s.looks); i++ {
		if !s.hit[i-lo] {
			s.looks[n] = s.looks[i]
			n++
		}
	}
	s.looks = s.looks[:n]
}

// step goes one step back from each of some looks, and reports whether there was room for what it found.
func (s *scout[R]) step(lo, hi, most int) bool {
	s.wholes, s.told = s.wholes[:0], s.told[:0]
	for i := lo; i < hi; i++ {
		x := s.looks[i]
		if s.yes[x.of] {
			continue
		}
		if len(s.looks) > most {
			return false
		}
		if s.needed == nil && s.recent.has(s.hash[s.from+i], &x.root) && s.verify(i) {
			continue
		}
		s.count.Reads++
		s.leads = s.table.Look(s.hash[s.from+i], s.leads[:0])
		if s.sieve != nil && s.sieve.has(s.hash[s.from+i]) {
			s.wholes = append(s.wholes, int32(i))
		}
		shape := s.shapeOf(&x.root)
		for _, lead := range s.leads {
			if lead.Whole {
				s.told = append(s.told, int32(i))
				continue
			}
			if x.deep >= s.longest() {
				continue
			}
			s.fit = s.rules.Named(shape, &x.root, int(lead.Name), s.fit[:0])
			if len(s.fit) == 0 {
				s.count.Refuted++
			}
			for _, id := range s.fit {
				next := look[R]{back: int32(i), of: x.of, rule: id, deep: x.deep + 1}
				s.rules.Undo(id, &x.root, &next.root)
				s.looks = append(s.looks, next)
			}
		}
	}
	if s.needed != nil {
		s.findWhole(s.needed, s.wholes)
		s.findWhole(s.last, s.wholes)
		return true
	}
	s.findWhole(s.last, s.wholes)
	s.findWhole(s.last, s.told)
	s.findWhole(s.old, s.told)
	return true
}

// findWhole looks in a set for looks that may be of whole states.
func (s *scout[R]) findWhole(set roots.Finder[R], looks []int32) {
	if len(looks) == 0 || set.Len() == 0 {
		return
	}
	s.undone = s.undone[:0]
	n := 0
	for _, i := range looks {
		if x := &s.looks[i]; !s.yes[x.of] {
			s.undone = append(s.undone, x.root)
			looks[n] = i
			n++
		}
	}
	s.hit = resize(s.hit, n)
	set.Find(s.undone, s.hit)
	for j, i := range looks[:n] {
		if s.hit[j] && !s.yes[s.looks[i].of] {
			if s.verify(int(i)) && s.needed != nil {
				s.wanted = append(s.wanted, s.undone[j])
			}
		}
	}
}

// verify goes a chain forward, from a state that is known to be stored. No state of the chain is of the level
// at hand (prune), so all have been expanded.
func (s *scout[R]) verify(i int) bool {
	for {
		x := &s.looks[i]
		if x.back < 0 {
			s.yes[x.of] = true
			return true
		}
		y := &s.looks[x.back]
		if !s.made(&x.root, &y.root, x.rule) {
			return false
		}
		i = int(x.back)
		s.recent.put(s.hash[s.from+i], &y.root)
	}
}

// made tells whether a move leads from a state, which has been expanded, to another.
func (s *scout[R]) made(x, y *R, rule uint32) bool {
	s.count.Asked++
	if by := s.rules.By(rule); by >= 0 && s.mover.Makes(x, y, by) {
		return true
	}
	if !s.again(x) {
		s.unsure = true
		return false
	}
	for i := range s.scratch.Roots {
		if s.scratch.Roots[i] == *y {
			return true
		}
	}
	s.count.Failed++
	return false
}

// again expands a state that has been expanded. Engines may ask for another packing without need.
func (s *scout[R]) again(x *R) bool {
	for range 3 {
		s.scratch.Roots = s.scratch.Roots[:0]
		if _, ok := s.engine.Expand(x, &s.scratch); ok {
			return true
		}
	}
	return false
}
