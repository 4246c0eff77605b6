package search

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// longChain is how many transient states in a row raise the suspicion that an atomic sequence does not end.
const longChain = 1000

// metBytes is what a state takes that is remembered, besides its vector.
const metBytes = 64

// loops finds atomic sequences that come back to where they were: a long chain of transient states is
// compared with one of its states, a newer one at every power of two. After the first such loop, when pan's
// counts are out of reach anyway, every transient state is explored once only, so that branching loops come
// to an end, too. Those are known by their vectors: where a system changes what these are made of, some are
// explored again, which it does a few times only.
type loops struct {
	vec  []byte
	excl int16
	at   int // where in the stack the state compared with is; -1: there is none
	met  map[string]struct{}
	key  []byte
}

// closed reports whether a transient state need not be looked at: the sequence has come back.
func (l *loops) closed(sys system.System, s *vm.State, chain, at int) bool {
	if l.met != nil {
		l.key = append(append(l.key[:0], s.Vec...), byte(s.Excl), byte(s.Excl>>8))
		if _, known := l.met[string(l.key)]; known {
			return true
		}
		l.met[string(l.key)] = struct{}{}
		return false
	}
	if chain&(chain-1) == 0 {
		l.vec, l.excl, l.at = append(l.vec[:0], s.Vec...), s.Excl, at
		return false
	}
	if l.at < 0 || s.Excl != l.excl || !sys.Repeats(s, l.vec) {
		return false
	}
	l.met = map[string]struct{}{}
	return true
}

// left forgets the state compared with once the path is shorter.
func (l *loops) left(frames int) {
	if frames <= l.at {
		l.at = -1
	}
}
