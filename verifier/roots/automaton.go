package roots

import (
	"encoding/binary"

	"gospin/compression/automaton"
)

// Automaton is a set of roots as a minimized automaton of their bytes, for one worker: the least memory where
// roots are many and regular, and the most time.
type Automaton[R Root] struct {
	keys *automaton.Set
	most int64 // bytes that it may take before it asks for more
	key  []byte
}

// NewAutomaton returns an empty automaton.
func NewAutomaton[R Root]() *Automaton[R] {
	var r R
	return &Automaton[R]{keys: automaton.New(), most: 1 << 20, key: make([]byte, 8*len(r))}
}

// Len implements Set.
func (s *Automaton[R]) Len() uint64 { return uint64(s.keys.Len()) }

// Bytes implements Set.
func (s *Automaton[R]) Bytes() int64 { return s.keys.Bytes() }

// Touch implements Set. It does nothing: there is no place known that a root leads to.
func (s *Automaton[R]) Touch([]R) {}

// Add implements Set.
func (s *Automaton[R]) Add(rs []R, from int, fresh []uint32) ([]uint32, int) {
	for ; from < len(rs); from++ {
		if s.keys.Bytes() > s.most {
			break
		}
		for w, x := range Words(&rs[from]) {
			binary.LittleEndian.PutUint64(s.key[8*w:], x)
		}
		if known := s.keys.Visit(s.key, 0, true); !known && s.keys.Err() != nil {
			break
		} else if !known {
			fresh = append(fresh, uint32(from))
		}
	}
	return fresh, from
}

// Grow implements Set.
func (s *Automaton[R]) Grow(limit int64) bool {
	now := s.keys.Bytes()
	s.most = now + now/4 + 1<<20
	if limit > 0 {
		s.most = min(limit, s.most)
	}
	return s.keys.Err() == nil && now < s.most
}

// Err is why the set takes no more; nil where only memory bounds it.
func (s *Automaton[R]) Err() error { return s.keys.Err() }

// Each implements Set.
func (s *Automaton[R]) Each(f func(r *R)) {
	s.keys.Each(func(key []byte, _ int) {
		var r R
		for w := range Words(&r) {
			Words(&r)[w] = binary.LittleEndian.Uint64(key[8*w:])
		}
		f(&r)
	})
}

// Drain implements Set. Memory is given back at the end: what roots share belongs to all.
func (s *Automaton[R]) Drain(f func(r *R)) {
	s.Each(f)
	s.Free()
}

// Free implements Set.
func (s *Automaton[R]) Free() { s.keys.Free() }
