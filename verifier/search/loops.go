package search

import (
	"bytes"

	"gospin/vm"
)

// longChain is the number of consecutive transient states from which an atomic sequence is suspected not to
// end.
const longChain = 1000

// seenBytes is the memory for a remembered state, except its vector.
const seenBytes = 64

// loops detects atomic sequences that return to a previous state. In a long chain of transient states, each
// state is compared with one of the chain, which is replaced by a newer one at every power of two. After the
// first loop, pan's counts can't be matched anyway, so every transient state is explored only once, and
// branching loops end, too.
type loops struct {
	vec  []byte
	excl int16
	at   int // position in the stack of the state that is compared with, or -1
	seen map[string]struct{}
	key  []byte
}

// closed reports whether a transient state need not be explored, because the sequence has returned.
func (l *loops) closed(s *vm.State, chain, at int) bool {
	if l.seen != nil {
		l.key = append(append(l.key[:0], s.Vec...), byte(s.Excl), byte(s.Excl>>8))
		if _, known := l.seen[string(l.key)]; known {
			return true
		}
		l.seen[string(l.key)] = struct{}{}
		return false
	}
	if chain&(chain-1) == 0 {
		l.vec, l.excl, l.at = append(l.vec[:0], s.Vec...), s.Excl, at
		return false
	}
	if l.at < 0 || s.Excl != l.excl || !bytes.Equal(s.Vec, l.vec) {
		return false
	}
	l.seen = map[string]struct{}{}
	return true
}

// left forgets the state that is compared with when the path becomes shorter.
func (l *loops) left(frames int) {
	if frames <= l.at {
		l.at = -1
	}
}
