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
	regionBytes = 1 << 20
	largeBytes  = 1 << 18 // blocks from here on are the system's
)

// cells is how many cells a block for n has.
func cells(n int) int { return 1 << bits.Len(uint(n-1)) }

// need is how many bytes get(n) adds to bytes.
func (p *pool[T]) need(n int) int64 {
	size := int64(cells(n)) * int64(unsafe.Sizeof(*new(T)))
	switch {
	case size >= largeBytes:
		return size
	case len(p.free[bits.Len(uint(n-1))]) > 0 || len(p.rest) >= cells(n):
		return 0
	}
	return regionBytes
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
		r := offheap.Alloc[T](regionBytes / cell)
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
