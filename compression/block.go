package compression

import (
	"math/bits"
	"unsafe"

	"gospin/compression/offheap"
)

// block is a packed sequence of blockLen pairs. Each field is stored as its distance from the block's
// minimum.
type block struct {
	off   int
	least [3]uint32
	width [3]uint8
	all   uint8 // sum of the widths
}

const (
	blockBytes = int64(unsafe.Sizeof(block{}))
	openBytes  = blockLen * int64(unsafe.Sizeof(triple{}))
)

func (t triple) fields() [3]uint32 { return [3]uint32{uint32(t.pair), uint32(t.pair >> 32), t.shape} }

// pack appends a block to an arena.
func pack(to *offheap.Arena[uint64], open []triple) block {
	var b block
	b.least = open[0].fields()
	most := b.least
	for _, t := range open {
		for i, x := range t.fields() {
			b.least[i], most[i] = min(b.least[i], x), max(most[i], x)
		}
	}
	for i := range most {
		b.width[i] = uint8(bits.Len32(most[i] - b.least[i]))
		b.all += b.width[i]
	}
	n := len(open)*int(b.all)/64 + 2 // windows read one additional word
	b.off = to.Alloc(n)
	w := to.At(b.off, n)
	pos := uint(0)
	for _, t := range open {
		for i, x := range t.fields() {
			v, at := uint64(x-b.least[i]), pos>>6
			w[at] |= v << (pos & 63)
			w[at+1] |= v >> 1 >> (^pos & 63)
			pos += uint(b.width[i])
		}
	}
	return b
}

// at returns the i-th pair of a block.
func (b *block) at(in *offheap.Arena[uint64], i uint) triple {
	pos := i * uint(b.all)
	w := in.From(b.off + int(pos>>6))
	v := w[0]>>(pos&63) | w[1]<<1<<(^pos&63)
	x := uint32(v&(1<<b.width[0]-1)) + b.least[0]
	y := uint32(v>>b.width[0]&(1<<b.width[1]-1)) + b.least[1]
	z := b.least[2]
	if b.width[2] > 0 {
		pos += uint(b.width[0]) + uint(b.width[1])
		w := in.From(b.off + int(pos>>6))
		z += uint32((w[0]>>(pos&63) | w[1]<<1<<(^pos&63)) & (1<<b.width[2] - 1))
	}
	return triple{uint64(x) | uint64(y)<<32, z}
}
