package search

// stack is memory for pieces that come and go in order. It grows in chunks, so that nothing is ever copied; a piece
// lies in one chunk. T holds no pointers.
type stack[T any] struct {
	chunks [][]T
	top    int
}

const (
	chunkShift = 14
	chunkLen   = 1 << chunkShift
)

// push puts a piece on the stack and returns where it is.
func (s *stack[T]) push(x []T) int {
	if s.top&(chunkLen-1)+len(x) > chunkLen {
		s.top = (s.top>>chunkShift + 1) << chunkShift
	}
	i, at := s.top>>chunkShift, s.top&(chunkLen-1)
	for i >= len(s.chunks) {
		s.chunks = append(s.chunks, make([]T, chunkLen))
	}
	off := s.top
	s.top += len(x)
	if at+len(x) > len(s.chunks[i]) { // only a piece that is longer than a chunk; it starts one
		s.chunks[i] = make([]T, len(x))
	}
	if len(x) > chunkLen {
		s.top = (i + 1) << chunkShift
	}
	copy(s.chunks[i][at:], x)
	return off
}

// at returns the piece at off that is n long.
func (s *stack[T]) at(off, n int) []T {
	c := s.chunks[off>>chunkShift]
	off &= chunkLen - 1
	return c[off : off+n : off+n]
}

// item returns the single cell at off.
func (s *stack[T]) item(off int) *T { return &s.chunks[off>>chunkShift][off&(chunkLen-1)] }

// next returns the cell that is pushed next, to be filled in.
func (s *stack[T]) next() *T {
	i := s.top >> chunkShift
	if i >= len(s.chunks) {
		s.chunks = append(s.chunks, make([]T, chunkLen))
	}
	return &s.chunks[i][s.top&(chunkLen-1)]
}

// cut takes everything from off on from the stack.
func (s *stack[T]) cut(off int) { s.top = off }
