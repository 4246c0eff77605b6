package search

// pool is memory for pieces that come and go in any order: a piece that was given back serves the next one of
// about its length.
type pool[T any] struct {
	stack[T]
	grain int        // lengths are rounded up to multiples of it
	free  [][]uint32 // by length in grains: where pieces are that were given back, in grains
}

// keep puts a piece into the pool and returns where it is.
func (p *pool[T]) keep(x []T) int {
	n := (len(x) + p.grain - 1) / p.grain
	if n < len(p.free) && len(p.free[n]) > 0 {
		last := len(p.free[n]) - 1
		off := int(p.free[n][last]) * p.grain
		p.free[n] = p.free[n][:last]
		copy(p.chunks[off>>p.shift()][off&(1<<p.shift()-1):], x)
		return off
	}
	if n*p.grain > 1<<p.shift() { // it has a chunk of its own, which is to serve all of its length
		x = append(x[:len(x):len(x)], make([]T, n*p.grain-len(x))...)
	}
	off := p.push(x)
	p.top = max(p.top, off+n*p.grain)
	return off
}

// giveBack takes the piece at off out of the pool, which is n long.
func (p *pool[T]) giveBack(off, n int) {
	n = (n + p.grain - 1) / p.grain
	for n >= len(p.free) {
		p.free = append(p.free, nil)
	}
	p.free[n] = append(p.free[n], uint32(off/p.grain))
}
