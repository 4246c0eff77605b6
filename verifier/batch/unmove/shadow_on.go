//go:build invariants

package unmove

import (
	"fmt"

	"gospin/verifier/roots"
)

// shadow is an exact set of the stored states. It checks the answers of the unmove set.
type shadow[R roots.Root] struct {
	known      map[R]bool
	incomplete bool // some stored states are not known, so nothing is checked
}

// disable ends all checks, since states are stored that were not added to the shadow.
func (s *shadow[R]) disable() { s.incomplete = true }

func (s *shadow[R]) add(r *R) {
	if s.known == nil {
		s.known = map[R]bool{}
	}
	s.known[*r] = true
}

// check checks the answers to a lot's look-ups.
func (s *shadow[R]) check(l *scout[R]) {
	for i := range l.lot.unknown {
		if !s.incomplete && l.lot.stored[i] != s.known[l.lot.unknown[i]] {
			panic(fmt.Sprintf("batch: of %x the unmove set says %v", l.lot.unknown[i], l.lot.stored[i]))
		}
	}
}

// checkOne checks the answer for one state.
func (s *shadow[R]) checkOne(r *R, isStored bool) {
	if !s.incomplete && isStored != s.known[*r] {
		panic(fmt.Sprintf("batch: of %x the unmove set says %v", *r, isStored))
	}
}

// each calls f with every root.
func (s *shadow[R]) each(f func(root []uint64)) {
	for r := range s.known {
		f(roots.Words(&r))
	}
}
