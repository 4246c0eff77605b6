//go:build invariants

package unmove

import (
	"fmt"

	"gospin/verifier/roots"
)

// shadow is the set of all states that are stored.
type shadow[R roots.Root] struct {
	known  map[R]bool
	closed bool // not all of them are known
}

// blind says that states are stored which nobody has told.
func (s *shadow[R]) blind() { s.closed = true }

func (s *shadow[R]) add(r *R) {
	if s.known == nil {
		s.known = map[R]bool{}
	}
	s.known[*r] = true
}

// check compares what has been asked for.
func (s *shadow[R]) check(l *scout[R]) {
	for i := range l.lot.ask {
		if !s.closed && l.lot.yes[i] != s.known[l.lot.ask[i]] {
			panic(fmt.Sprintf("batch: of %x the unmove set says %v", l.lot.ask[i], l.lot.yes[i]))
		}
	}
}

// holds compares what has been said of one state.
func (s *shadow[R]) holds(r *R, said bool) {
	if !s.closed && said != s.known[*r] {
		panic(fmt.Sprintf("batch: of %x the unmove set says %v", *r, said))
	}
}

// each calls f with every root.
func (s *shadow[R]) each(f func(root []uint64)) {
	for r := range s.known {
		f(roots.Words(&r))
	}
}
