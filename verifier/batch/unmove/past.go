package unmove

import "gospin/verifier/roots"

// Levels that have been expanded stay for a while as exact sets. If moves lead back by a step or two, nothing
// needs to be undone then. Each takes as much memory as the next level, so they stay only if the frontier
// takes little of the memory, and while enough look-ups succeed in them.
const (
	pastLevels = 4
	pastShare  = 24 // at least one in this many look-ups must succeed
	pastAgain  = 8  // levels after which it is tried again
)

// past is a level that has been expanded.
type past[R roots.Root] struct {
	set roots.Finder[R] // nil if it was not kept
	worth
}

// worth measures whether it is worth while to look states up in a level.
type worth struct {
	asked, here int
	idle        int // levels until it is tried again
}

// judge reports whether it is, and begins a new count. It is called when a level begins.
func (w *worth) judge() bool {
	if w.asked > 0 && w.here*pastShare < w.asked {
		w.idle = pastAgain
	} else if w.idle > 0 {
		w.idle--
	}
	w.asked, w.here = 0, 0
	return w.idle == 0
}

func (w *worth) add(of *worth) {
	w.asked += of.asked
	w.here += of.here
}

// dropOld removes from unknown the roots that are in the current level or in past levels, where this is worth
// while. The others are looked up by their moves.
func (s *scout[R]) dropOld() {
	s.dropWorth(s.levels.current, &s.levels.worth, 0)
	for i := range s.levels.past {
		if p := &s.levels.past[i]; p.set != nil {
			s.dropWorth(p.set, &p.worth, 1+i)
		}
	}
}

func (s *scout[R]) dropWorth(set roots.Finder[R], w *worth, i int) {
	if w.idle > 0 {
		return
	}
	n := len(s.lot.unknown)
	s.drop(set)
	s.worths[i].asked += n
	s.worths[i].here += n - len(s.lot.unknown)
}

// retire makes a level that has been expanded the latest of the past levels.
func (l *levels[R]) retire(level roots.Finder[R]) {
	keep := 0
	for _, s := range l.team.scouts {
		l.worth.add(&s.worths[0])
		for i := range l.past {
			l.past[i].worth.add(&s.worths[1+i])
		}
		s.worths = [1 + pastLevels]worth{}
	}
	for i := range l.past {
		if l.past[i].judge() {
			keep = i + 1
		}
	}
	l.worth.judge()
	if l.freed || l.large() {
		keep = 0
	}
	for i := range l.past {
		p := &l.past[i]
		if p.set, level = level, p.set; i >= keep && p.set != nil {
			p.set.Free()
			p.set = nil
		}
	}
	if level != nil {
		level.Free()
	}
}

// forget frees the past levels and the sieve.
func (l *levels[R]) forget() {
	l.sieve.free()
	l.sieve = nil
	for i := range l.past {
		if p := &l.past[i]; p.set != nil {
			p.set.Free()
			p.set = nil
		}
	}
}

func (l *levels[R]) pastBytes() (n int64) {
	for i := range l.past {
		if p := &l.past[i]; p.set != nil {
			n += p.set.Bytes()
		}
	}
	return n
}
