package search

// pool is memory for pieces that are released in any order. A released piece is reused for one of about the
// same length. If pieces are released in about the order of their allocation, chunks are reused as a whole,
// so that consecutive pieces stay adjacent.
type pool[T any] struct {
	stack[T]
	grain   int        // lengths are rounded up to its multiples
	free    [][]uint32 // by length: released pieces, both in grains
	inOrder bool       // pieces are released in about the order of allocation
	live    []uint32   // with inOrder: number of pieces in each chunk
	empty   []int      // chunks without pieces
	chunk   int        // chunk for new pieces
	used    int        // of chunk
}

// keep copies a piece into the pool and returns its place.
func (p *pool[T]) keep(x []T) int {
	off := p.place(len(x))
	copy(p.chunks[off>>p.shift()][off&(1<<p.shift()-1):], x)
	return off
}

// place allocates a piece and returns its place.
func (p *pool[T]) place(length int) int {
	if p.inOrder {
		return p.placeInOrder(length)
	}
	n := (length + p.grain - 1) / p.grain
	if n < len(p.free) && len(p.free[n]) > 0 {
		last := len(p.free[n]) - 1
		off := int(p.free[n][last]) * p.grain
		p.free[n] = p.free[n][:last]
		return off
	}
	size := 1 << p.shift()
	i, at := p.top>>p.shift(), p.top&(size-1)
	if at+n*p.grain > size {
		i, at = i+1, 0
	}
	p.reach(i, n*p.grain)
	off := i<<p.shift() + at
	if p.top = off + n*p.grain; n*p.grain > size {
		p.top = (i + 1) << p.shift()
	}
	return off
}

// placeInOrder is place for a pool with inOrder.
func (p *pool[T]) placeInOrder(n int) int {
	if len(p.live) == 0 || p.used+n > 1<<p.shift() {
		if len(p.live) > 0 && p.live[p.chunk] == 0 {
			p.empty = append(p.empty, p.chunk)
		}
		if last := len(p.empty) - 1; last >= 0 {
			p.chunk, p.empty = p.empty[last], p.empty[:last]
		} else {
			p.chunk = len(p.chunks)
			p.live = append(p.live, 0)
		}
		p.reach(p.chunk, n)
		p.used = 0
	}
	off := p.chunk<<p.shift() + p.used
	p.used += n
	p.live[p.chunk]++
	return off
}

// reach makes a chunk long enough for a piece at its beginning.
func (p *pool[T]) reach(i, length int) {
	for i >= len(p.chunks) {
		p.grow()
	}
	if length > len(p.chunks[i]) {
		p.weight.add((length - len(p.chunks[i])) * p.size())
		p.chunks[i] = make([]T, length)
	}
}

// giveBack releases the piece of length n at off.
func (p *pool[T]) giveBack(off, n int) {
	if p.inOrder {
		i := off >> p.shift()
		if p.live[i]--; p.live[i] > 0 {
			return
		}
		if i != p.chunk {
			p.empty = append(p.empty, i)
		} else {
			p.used = 0
		}
		return
	}
	n = (n + p.grain - 1) / p.grain
	for n >= len(p.free) {
		p.free = append(p.free, nil)
	}
	p.free[n] = append(p.free[n], uint32(off/p.grain))
}
