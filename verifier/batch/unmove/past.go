package unmove

import "gospin/verifier/roots"

// Levels that have just been expanded stay exact sets for a while: where moves lead back by a step or two,
// nothing needs to be undone. That goes with the frontier, of which they are as large a part as the next
// level; so they stay only where it takes little of the memory, and while enough of what is asked for is
// there.
const (
	pastLevels = 4
	pastShare  = 24 // of so many states that are asked for, one must be there
	pastAgain  = 8  // levels after which it is tried again
)

// past is a level some steps before the present one.
type past[R roots.Root] struct {
	set roots.Finder[R] // nil: it has not been kept
	worth
}

// worth reports whether a level is worth being asked.
type worth struct {
	asked, here int
	idle        int // levels until it is tried again
}

// judge says so, as the next level begins.
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

// leaveOld leaves out of what is asked for what is in the present level and in those that have been kept, as
// far as these are worth it: of all others it is found out by moves.
func (s *scout[R]) leaveOld() {
	s.leaveWorth(s.of.now, &s.of.worth, 0)
	for i := range s.of.past {
		if p := &s.of.past[i]; p.set != nil {
			s.leaveWorth(p.set, &p.worth, 1+i)
		}
	}
}

func (s *scout[R]) leaveWorth(set roots.Finder[R], w *worth, i int) {
	if w.idle > 0 {
		return
	}
	n := len(s.lot.ask)
	s.leave(set)
	s.worths[i].asked += n
	s.worths[i].here += n - len(s.lot.ask)
}

// pass makes a level that has been expanded the youngest of those past.
func (l *levels[R]) pass(level roots.Finder[R]) {
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
	if l.gave || l.large() {
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

// forget gives up what has been kept, and the sieve.
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
