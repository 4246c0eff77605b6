package store

import (
	"math/bits"
	"unsafe"

	"gospin/compression/offheap"
)

// pool allocates blocks of a power of two of cells, for tables of short life. Small blocks are parts of
// regions and are reused; large ones are returned to the system.
type pool[T offheap.Cell] struct {
	free    [32][][]T // by logarithm of the size
	regions []offheap.Block[T]
	rest    []T // of the newest region
	bytes   int64
}

const (
	firstRegion = 1 << 16 // each region is as large as all previous ones, up to mostRegion
	regionBytes = 1 << 20
	largeBytes  = 1 << 18 // larger blocks belong to the system
)

// poolCells returns the size of a block for n cells.
func poolCells(n int) int { return 1 << bits.Len(uint(n-1)) }

// need returns the number of bytes that get(n) adds.
func (p *pool[T]) need(n int) int64 {
	size := int64(poolCells(n)) * int64(unsafe.Sizeof(*new(T)))
	switch {
	case size >= largeBytes:
		return size
	case len(p.free[bits.Len(uint(n-1))]) > 0 || len(p.rest) >= poolCells(n):
		return 0
	}
	return p.region(size)
}

// region returns the size of the next region, which must hold a block of a size.
func (p *pool[T]) region(size int64) int64 {
	r := int64(firstRegion)
	for r < regionBytes && r < max(p.bytes, size) {
		r *= 2
	}
	return r
}

// get returns a block of at least n cells, which are not zeroed.
func (p *pool[T]) get(n int) offheap.Block[T] {
	log := bits.Len(uint(n - 1))
	size, cell := 1<<log, int(unsafe.Sizeof(*new(T)))
	if size*cell >= largeBytes {
		p.bytes += int64(size * cell)
		return offheap.Alloc[T](size)
	}
	if l := len(p.free[log]); l > 0 {
		b := p.free[log][l-1]
		p.free[log] = p.free[log][:l-1]
		return offheap.Block[T]{Data: b}
	}
	if len(p.rest) < size {
		for i := len(p.free) - 1; i >= 0; i-- { // reuse the rest
			if n := 1 << i; n <= len(p.rest) {
				p.free[i] = append(p.free[i], p.rest[:n])
				p.rest = p.rest[n:]
			}
		}
		r := offheap.Alloc[T](int(p.region(int64(size*cell))) / cell)
		p.regions = append(p.regions, r)
		p.rest, p.bytes = r.Data, p.bytes+r.Bytes()
	}
	b := p.rest[:size:size]
	p.rest = p.rest[size:]
	return offheap.Block[T]{Data: b}
}

// put releases a block.
func (p *pool[T]) put(b offheap.Block[T]) {
	if b.Bytes() >= largeBytes {
		p.bytes -= b.Bytes()
		b.Free()
		return
	}
	if n := len(b.Data); n > 0 {
		log := bits.Len(uint(n - 1))
		p.free[log] = append(p.free[log], b.Data)
	}
}

func (p *pool[T]) release() {
	for i := range p.regions {
		p.regions[i].Free()
	}
	*p = pool[T]{}
}
