package batch

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

// past is a level some steps before the one at hand.
type past[R roots.Root] struct {
	set         roots.Finder[R] // nil: it has not been kept
	asked, here int
	idle        int // levels until it is tried again
}

// leavePast leaves out of what is asked for what is in levels that have been kept.
func (l *levels[R]) leavePast() {
	for i := range l.past {
		if p := &l.past[i]; p.set != nil && p.idle == 0 {
			n := len(l.ask)
			l.leave(p.set)
			p.asked, p.here = p.asked+n, p.here+n-len(l.ask)
		}
	}
}

// pass makes a level that has been expanded the youngest of those past.
func (l *levels[R]) pass(level roots.Finder[R]) {
	keep := 0
	for i := range l.past {
		p := &l.past[i]
		if p.asked > 0 && p.here*pastShare < p.asked {
			p.idle = pastAgain
		} else if p.idle > 0 {
			p.idle--
		}
		if p.asked, p.here = 0, 0; p.idle == 0 {
			keep = i + 1
		}
	}
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

// forget gives up what has been kept.
func (l *levels[R]) forget() {
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
