package unmove

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

// member leaves in yes, for each root that is asked for, whether it has been stored.
func (s *scout[R]) member() {
	m := len(s.lot.ask)
	s.lot.yes = resize(s.lot.yes, m)
	clear(s.lot.yes)
	s.asker.count.Looks += uint64(m)
	s.lot.long = false
	for n := m; s.from < m; {
		n = min(n, m-s.from)
		isDone := s.follow(n)
		if isDone {
			s.from += n
		}
		if !isDone && n == 1 || s.from < m && s.isDearer() {
			s.looks, s.lot.long, s.lot.unsure = nil, true, true
			break
		}
		if !isDone {
			n = max(n/fewerLooks, 1)
		}
	}
	s.from = 0
	s.lot.unsure, s.asker.isUnsure = s.lot.unsure || s.asker.isUnsure, false
}

// follow follows the chains from the next n roots together, and reports whether it came to their ends: where
// there are too many, chains from fewer roots take less memory.
func (s *scout[R]) follow(n int) bool {
	s.looks = s.looks[:0]
	for i := s.from; i < s.from+n; i++ {
		s.looks = append(s.looks, look[R]{root: s.lot.ask[i], back: -1, of: int32(i)})
	}
	for lo := 0; lo < len(s.looks); {
		if lo > 0 {
			s.prune(lo)
		}
		hi := len(s.looks)
		s.lot.hash = slices.Grow(s.lot.hash[:s.from+lo], hi-lo)[:s.from+hi]
		for i := lo; i < hi; i++ {
			h := s.asker.hashOf(&s.looks[i].root)
			s.lot.hash[s.from+i] = h
			s.of.set.table.Touch(h)
			if s.of.sieve != nil {
				s.of.sieve.touch(h)
			}
		}
		if !s.step(lo, hi, mostLooks[R](n)) {
			return false
		}
		lo = hi
	}
	return true
}

// prune drops the steps from one on that reach states that have not been expanded, or perhaps have not: no
// chain leads through them. These are of the present level, those under way included, and where some of that
// have been given back, which have been expanded, also of the next.
func (s *scout[R]) prune(lo int) {
	s.pruneBy(lo, s.of.now)
	if s.of.gave {
		s.pruneBy(lo, s.of.next)
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
		if s.lot.yes[x.of] {
			continue
		}
		if len(s.looks) > most {
			return false
		}
		if s.of.needed == nil && s.of.recent.has(s.lot.hash[s.from+i], &x.root) && s.verify(i) {
			continue
		}
		s.asker.count.Reads++
		s.leads = s.of.set.table.Look(s.lot.hash[s.from+i], s.leads[:0])
		if s.of.sieve != nil && s.of.sieve.has(s.lot.hash[s.from+i]) {
			s.wholes = append(s.wholes, int32(i))
		}
		shape := s.of.set.forms.shapeOf(&x.root)
		for _, lead := range s.leads {
			if lead.Whole {
				s.told = append(s.told, int32(i))
				continue
			}
			if x.deep >= s.of.longest() {
				continue
			}
			var tried int
			s.fit, tried = s.of.set.rules.Named(shape, &x.root, int(lead.Name), s.fit[:0])
			s.asker.count.Tried += uint64(tried)
			if len(s.fit) == 0 {
				s.asker.count.Refuted++
			}
			for _, id := range s.fit {
				next := look[R]{back: int32(i), of: x.of, rule: id, deep: x.deep + 1}
				s.of.set.rules.Undo(id, &x.root, &next.root)
				s.looks = append(s.looks, next)
			}
		}
	}
	if s.of.needed != nil {
		s.findWhole(s.of.needed, s.wholes)
		s.findWhole(s.of.last, s.wholes)
		return true
	}
	s.findWhole(s.of.last, s.wholes)
	s.findWhole(s.of.last, s.told)
	s.findWhole(s.of.set.old, s.told)
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
		if x := &s.looks[i]; !s.lot.yes[x.of] {
			s.undone = append(s.undone, x.root)
			looks[n] = i
			n++
		}
	}
	s.hit = resize(s.hit, n)
	set.Find(s.undone, s.hit)
	for j, i := range looks[:n] {
		if s.hit[j] && !s.lot.yes[s.looks[i].of] {
			if s.verify(int(i)) && s.of.needed != nil {
				s.lot.wanted = append(s.lot.wanted, s.undone[j])
			}
		}
	}
}

// verify goes a chain forward, from a state that is known to be stored. No state of the chain is of the
// present level (prune), so all have been expanded.
func (s *scout[R]) verify(i int) bool {
	for {
		x := &s.looks[i]
		if x.back < 0 {
			s.lot.yes[x.of] = true
			return true
		}
		y := &s.looks[x.back]
		if !s.asker.made(&x.root, &y.root, x.rule) {
			return false
		}
		i = int(x.back)
		s.of.recent.put(s.lot.hash[s.from+i], &y.root)
	}
}
