package unmove

import (
	"slices"

	"gospin/verifier/roots"
)

// look is a state of a chain that is being followed back.
type look[R roots.Root] struct {
	root  R
	succ  int32  // index of the look that follows in the chain; negative: none, this state is looked up
	query int32  // index of the state to look up
	rule  uint32 // rule that leads from this state to the next
	depth uint32
}

// member sets lot.stored: whether each root of lot.unknown is stored.
func (s *scout[R]) member() {
	m := len(s.lot.unknown)
	s.lot.stored = resize(s.lot.stored, m)
	clear(s.lot.stored)
	s.asker.count.Looks += uint64(m)
	s.lot.long = false
	for n := m; s.from < m; {
		n = min(n, m-s.from)
		isDone := s.follow(n)
		if isDone {
			s.from += n
		}
		if !isDone && n == 1 || s.from < m && s.overBudget() {
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

// follow follows the chains of the next n roots together, and reports whether it reached their ends. If it
// returns false, there were too many looks; chains of fewer roots take less memory.
func (s *scout[R]) follow(n int) bool {
	s.looks = s.looks[:0]
	for i := s.from; i < s.from+n; i++ {
		s.looks = append(s.looks, look[R]{root: s.lot.unknown[i], succ: -1, query: int32(i)})
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
			s.levels.set.table.Touch(h)
			if s.levels.sieve != nil {
				s.levels.sieve.touch(h)
			}
		}
		if !s.step(lo, hi, mostLooks[R](n)) {
			return false
		}
		lo = hi
	}
	return true
}

// prune drops the looks from lo on whose states have perhaps not been expanded, since no chain may lead
// through them. These are the states of the current level; and also those of the next level, if parts of the
// current one have been released after expansion.
func (s *scout[R]) prune(lo int) {
	s.pruneBy(lo, s.levels.current)
	if s.levels.freed {
		s.pruneBy(lo, s.levels.next)
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

// step undoes one more move from each of the looks lo to hi. It reports whether there was room for all states
// that this leads to.
func (s *scout[R]) step(lo, hi, most int) bool {
	s.sieved, s.marked = s.sieved[:0], s.marked[:0]
	for i := lo; i < hi; i++ {
		x := s.looks[i]
		if s.lot.stored[x.query] {
			continue
		}
		if len(s.looks) > most {
			return false
		}
		if s.levels.needed == nil && s.levels.recent.has(s.lot.hash[s.from+i], &x.root) && s.verify(i) {
			continue
		}
		s.asker.count.Reads++
		s.leads = s.levels.set.table.Look(s.lot.hash[s.from+i], s.leads[:0])
		if s.levels.sieve != nil && s.levels.sieve.has(s.lot.hash[s.from+i]) {
			s.sieved = append(s.sieved, int32(i))
		}
		shape := s.levels.set.forms.shapeOf(&x.root)
		for _, lead := range s.leads {
			if lead.Whole {
				s.marked = append(s.marked, int32(i))
				continue
			}
			if x.depth >= s.levels.longest() {
				continue
			}
			var tried int
			s.fit, tried = s.levels.set.rules.Named(shape, &x.root, int(lead.Name), s.fit[:0])
			s.asker.count.Tried += uint64(tried)
			if len(s.fit) == 0 {
				s.asker.count.Refuted++
			}
			for _, id := range s.fit {
				next := look[R]{succ: int32(i), query: x.query, rule: id, depth: x.depth + 1}
				s.levels.set.rules.Undo(id, &x.root, &next.root)
				s.looks = append(s.looks, next)
			}
		}
	}
	if s.levels.needed != nil {
		s.findWhole(s.levels.needed, s.sieved)
		s.findWhole(s.levels.last, s.sieved)
		return true
	}
	s.findWhole(s.levels.last, s.sieved)
	s.findWhole(s.levels.last, s.marked)
	s.findWhole(s.levels.set.old, s.marked)
	return true
}

// findWhole searches a set for those looks that may be of whole states.
func (s *scout[R]) findWhole(set roots.Finder[R], looks []int32) {
	if len(looks) == 0 || set.Len() == 0 {
		return
	}
	s.undone = s.undone[:0]
	n := 0
	for _, i := range looks {
		if x := &s.looks[i]; !s.lot.stored[x.query] {
			s.undone = append(s.undone, x.root)
			looks[n] = i
			n++
		}
	}
	s.hit = resize(s.hit, n)
	set.Find(s.undone, s.hit)
	for j, i := range looks[:n] {
		if s.hit[j] && !s.lot.stored[s.looks[i].query] {
			if s.verify(int(i)) && s.levels.needed != nil {
				s.lot.wanted = append(s.lot.wanted, s.undone[j])
			}
		}
	}
}

// verify follows a chain forward from a state that is known to be stored, and checks that all its moves
// exist. No state of the chain is of the current level (prune), so all have been expanded.
func (s *scout[R]) verify(i int) bool {
	for {
		x := &s.looks[i]
		if x.succ < 0 {
			s.lot.stored[x.query] = true
			return true
		}
		y := &s.looks[x.succ]
		if !s.asker.hasMade(&x.root, &y.root, x.rule) {
			return false
		}
		i = int(x.succ)
		s.levels.recent.put(s.lot.hash[s.from+i], &y.root)
	}
}
