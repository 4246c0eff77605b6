package store

import (
	"math/bits"
	"unsafe"

	"gospin/compression/offheap"
)

// pool hands out blocks of a power of two of cells, for tables that come and go. Small ones are cut from
// regions, and used again; large ones are the system's.
type pool[T offheap.Cell] struct {
	free    [32][][]T // by the logarithm of the cells
	regions []offheap.Block[T]
	rest    []T // of the youngest region
	bytes   int64
}

const (
	firstRegion = 1 << 16 // each has as much as all before, and at most
	regionBytes = 1 << 20
	largeBytes  = 1 << 18 // blocks from here on are the system's
)

// poolCells is how many cells a block for n has.
func poolCells(n int) int { return 1 << bits.Len(uint(n-1)) }

// need is how many bytes get(n) adds to bytes.
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

// region is how many bytes the next region has, from which a block of a size is to be cut.
func (p *pool[T]) region(size int64) int64 {
	r := int64(firstRegion)
	for r < regionBytes && r < max(p.bytes, size) {
		r *= 2
	}
	return r
}

// get returns a block of at least n cells. They are not zeroed.
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
		for i := len(p.free) - 1; i >= 0; i-- { // the rest has its uses
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

// put takes a block back.
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
