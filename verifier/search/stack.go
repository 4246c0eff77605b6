package search

import "unsafe"

// stack is memory for pieces that are released in reverse order. It grows in chunks and never copies. A piece
// is within one chunk. T must not contain pointers.
type stack[T any] struct {
	chunks [][]T
	top    int
	weight *weight // informed about new chunks; may be nil
}

// shift returns the binary logarithm of a chunk's length: a chunk has about 64 KiB.
func (s *stack[T]) shift() uint {
	switch size := unsafe.Sizeof(*new(T)); { // computed at compile time
	case size > 32:
		return 10
	case size > 1:
		return 13
	}
	return 16
}

// push pushes a piece and returns its place.
func (s *stack[T]) push(x []T) int {
	if i, at := s.top>>s.shift(), s.top&(1<<s.shift()-1); i < len(s.chunks) && at+len(x) < 1<<s.shift() {
		off := s.top
		s.top += len(x)
		copy(s.chunks[i][at:], x)
		return off
	}
	return s.pushAnew(x)
}

// pushAnew is push if a new chunk may be needed.
func (s *stack[T]) pushAnew(x []T) int {
	if s.top&(1<<s.shift()-1)+len(x) > 1<<s.shift() {
		s.top = (s.top>>s.shift() + 1) << s.shift()
	}
	i, at := s.top>>s.shift(), s.top&(1<<s.shift()-1)
	for i >= len(s.chunks) {
		s.grow()
	}
	off := s.top
	s.top += len(x)
	if at+len(x) > len(s.chunks[i]) { // only a piece longer than a chunk, which begins a chunk
		s.weight.add((len(x) - len(s.chunks[i])) * s.size())
		s.chunks[i] = make([]T, len(x))
	}
	if len(x) > 1<<s.shift() {
		s.top = (i + 1) << s.shift()
	}
	copy(s.chunks[i][at:], x)
	return off
}

func (s *stack[T]) grow() {
	s.weight.add(s.size() << s.shift())
	s.chunks = append(s.chunks, make([]T, 1<<s.shift()))
}

// size returns the size of a cell in bytes.
func (s *stack[T]) size() int { return int(unsafe.Sizeof(*new(T))) }

// at returns the piece of length n at off.
func (s *stack[T]) at(off, n int) []T {
	c := s.chunks[off>>s.shift()]
	off &= 1<<s.shift() - 1
	return c[off : off+n : off+n]
}

// item returns the single cell at off.
func (s *stack[T]) item(off int) *T { return &s.chunks[off>>s.shift()][off&(1<<s.shift()-1)] }

// of returns the i-th cell of the piece at off, which may be longer than a chunk.
func (s *stack[T]) of(off, i int) *T { return &s.chunks[off>>s.shift()][off&(1<<s.shift()-1)+i] }

// next pushes a cell, which the caller fills in.
func (s *stack[T]) next() *T {
	i := s.top >> s.shift()
	if i >= len(s.chunks) {
		s.grow()
	}
	return &s.chunks[i][s.top&(1<<s.shift()-1)]
}

// cut removes everything from off on.
func (s *stack[T]) cut(off int) { s.top = off }
