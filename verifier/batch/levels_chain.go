package batch

import (
	"errors"
	"slices"

	"gospin/verifier/roots"
)

// member tells, of each root that is asked for, in yes whether it has been stored.
func (l *levels[R]) member() {
	m := len(l.ask)
	l.yes = resize(l.yes, m)
	clear(l.yes)
	l.looks = l.looks[:0]
	for i := range l.ask {
		l.looks = append(l.looks, look[R]{root: l.ask[i], back: -1, of: int32(i)})
	}
	l.stats.Looks += uint64(m)
	for lo := 0; lo < len(l.looks); {
		if lo > 0 {
			l.prune(lo)
		}
		hi := len(l.looks)
		l.hash = slices.Grow(l.hash[:lo], hi-lo)[:hi]
		for i := lo; i < hi; i++ {
			h := l.hashOf(&l.looks[i].root)
			l.hash[i] = h
			l.table.Touch(h)
			if l.sieve != nil {
				l.sieve.touch(h)
			}
		}
		l.step(lo, hi)
		lo = hi
	}
}

// prune drops the steps from one on that come to states that have not been expanded, or perhaps have not: no
// chain leads through them. These are of the level at hand, those under way included, and where some of that
// have been given back, which have been expanded, also of the next.
func (l *levels[R]) prune(lo int) {
	l.pruneBy(lo, l.now)
	if l.gave {
		l.pruneBy(lo, l.next)
	}
}

func (l *levels[R]) pruneBy(lo int, set roots.Finder[R]) {
	l.undone = l.undone[:0]
	for i := lo; i < len(l.looks); i++ {
		l.undone = append(l.undone, l.looks[i].root)
	}
	l.hit = resize(l.hit, len(l.undone))
	set.Find(l.undone, l.hit)
	n := lo
	for i := lo; i < len(l.looks); i++ {
		if !l.hit[i-lo] {
			l.looks[n] = l.looks[i]
			n++
		}
	}
	l.looks = l.looks[:n]
}

func (l *levels[R]) step(lo, hi int) {
	l.wholes, l.told = l.wholes[:0], l.told[:0]
	for i := lo; i < hi; i++ {
		x := l.looks[i]
		if l.yes[x.of] {
			continue
		}
		if l.needed == nil && l.recent.has(l.hash[i], &x.root) && l.verify(i) {
			continue
		}
		l.stats.Reads++
		l.leads = l.table.Look(l.hash[i], l.leads[:0])
		if l.sieve != nil && l.sieve.has(l.hash[i]) {
			l.wholes = append(l.wholes, int32(i))
		}
		shape := l.shapeOf(&x.root)
		for _, lead := range l.leads {
			if lead.Whole {
				l.told = append(l.told, int32(i))
				continue
			}
			if x.deep >= l.longest() {
				continue
			}
			l.fit = l.rules.Named(shape, &x.root, int(lead.Name), l.fit[:0])
			if len(l.fit) == 0 {
				l.stats.Refuted++
			}
			for _, id := range l.fit {
				next := look[R]{back: int32(i), of: x.of, rule: id, deep: x.deep + 1}
				l.rules.Undo(id, &x.root, &next.root)
				l.looks = append(l.looks, next)
			}
		}
	}
	if l.needed != nil {
		l.findWhole(l.needed, l.wholes)
		l.findWhole(l.last, l.wholes)
		return
	}
	l.findWhole(l.last, l.wholes)
	l.findWhole(l.last, l.told)
	l.findWhole(l.old, l.told)
}

// findWhole looks in a set for looks that may be of whole states.
func (l *levels[R]) findWhole(set roots.Finder[R], looks []int32) {
	if len(looks) == 0 || set.Len() == 0 {
		return
	}
	l.undone = l.undone[:0]
	n := 0
	for _, i := range looks {
		if x := &l.looks[i]; !l.yes[x.of] {
			l.undone = append(l.undone, x.root)
			looks[n] = i
			n++
		}
	}
	l.hit = resize(l.hit, n)
	set.Find(l.undone, l.hit)
	for j, i := range looks[:n] {
		if l.hit[j] && !l.yes[l.looks[i].of] {
			if l.verify(int(i)) && l.needed != nil {
				l.fresh = roots.AddAll(l.needed, l.undone[j:j+1], l.fresh[:0])
			}
		}
	}
}

// verify goes a chain forward, from a state that is known to be stored. No state of the chain is of the level
// at hand (prune), so all have been expanded.
func (l *levels[R]) verify(i int) bool {
	for {
		x := &l.looks[i]
		if x.back < 0 {
			l.yes[x.of] = true
			return true
		}
		y := &l.looks[x.back]
		if !l.made(&x.root, &y.root, x.rule) {
			return false
		}
		i = int(x.back)
		l.recent.put(l.hash[i], &y.root)
	}
}

// made tells whether a move leads from a state, which has been expanded, to another.
func (l *levels[R]) made(x, y *R, rule uint32) bool {
	l.stats.Asked++
	if by := l.rules.By(rule); by >= 0 && l.mover.Makes(x, y, by) {
		return true
	}
	if !l.again(x) {
		l.state, l.unsure = stale, true
		return false
	}
	for i := range l.scratch.Roots {
		if l.scratch.Roots[i] == *y {
			return true
		}
	}
	l.stats.Failed++
	return false
}

// behind finds in scratch what lies behind a state that has been expanded before.
func (l *levels[R]) behind(x *R) bool {
	if l.again(x) {
		return true
	}
	l.err = errors.New("batch: a state cannot be expanded again")
	l.state = done
	return false
}

// again expands a state that has been expanded. Engines may ask for another packing without need.
func (l *levels[R]) again(x *R) bool {
	for range 3 {
		l.scratch.Roots = l.scratch.Roots[:0]
		if _, ok := l.engine.Expand(x, &l.scratch); ok {
			return true
		}
	}
	return false
}
