package roots

import (
	"encoding/binary"

	"gospin/compression/automaton"
)

// Automaton is a set of roots, stored as a minimized automaton of their bytes. It has one worker. If roots
// are many and regular, it takes the least memory of all sets, and the most time.
type Automaton[R Root] struct {
	keys *automaton.Set
	most int64 // bytes at which Add stops and waits for Grow
	key  []byte
}

// NewAutomaton returns an empty set.
func NewAutomaton[R Root]() *Automaton[R] {
	var r R
	return &Automaton[R]{keys: automaton.New(), most: 1 << 20, key: make([]byte, 8*len(r))}
}

// Len implements Set.
func (s *Automaton[R]) Len() uint64 { return uint64(s.keys.Len()) }

// Bytes implements Set.
func (s *Automaton[R]) Bytes() int64 { return s.keys.Bytes() }

// Touch implements Set. It does nothing, since a root has no single place in an automaton.
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

// Err returns why the set takes no more roots, or nil if only memory limits it.
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

// Drain implements Set. Memory is only released at the end, since roots share it.
func (s *Automaton[R]) Drain(f func(r *R)) {
	s.Each(f)
	s.Free()
}

// Free implements Set.
func (s *Automaton[R]) Free() { s.keys.Free() }
