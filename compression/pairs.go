package compression

import (
	"math/bits"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// pairs numbers pairs of numbers, some of them with a shape: 1, 2, 3 and so on in the order of their arrival.
//
// A slot holds the number in its lower bits and what these leave of the hash in the upper ones.
type pairs struct {
	shaped bool
	slots  offheap.Block[uint64] // two in a word
	size   int                   // slots
	room   int
	n      int
	low    uint32 // mask of the number in a slot
	words  offheap.Arena[uint64]
	shapes offheap.Arena[uint64] // two in a word, if the pairs are shaped
}

const pairsLoad = 0.85

func newPairs(shaped bool) *pairs {
	p := &pairs{shaped: shaped}
	p.resize(64)
	return p
}

func (p *pairs) resize(size int) {
	p.slots.Free()
	p.slots = offheap.Alloc[uint64](size / 2)
	p.size = size
	p.room = int(float64(size) * pairsLoad)
	p.low = 1<<bits.Len(uint(p.room)) - 1
	for i := 1; i <= p.n; i++ {
		w := p.pair(uint32(i))
		h := hashPair(w, p.shape(uint32(i)))
		at := mix.Slot(h, p.size)
		for p.slot(at) != 0 {
			if at++; at == p.size {
				at = 0
			}
		}
		p.put(at, uint32(h)&^p.low|uint32(i))
	}
}

func hashPair(w uint64, shape uint32) uint64 { return mix.Word(w ^ uint64(shape)*0xd6e8feb86659fd93) }

func (p *pairs) slot(i int) uint32 { return uint32(p.slots.Data[i>>1] >> (i & 1 << 5)) }

func (p *pairs) put(i int, v uint32) { p.slots.Data[i>>1] |= uint64(v) << (i & 1 << 5) }

// pair returns both halves of a numbered pair, the first one below.
func (p *pairs) pair(i uint32) uint64 { return p.words.From(int(i - 1))[0] }

// shape returns the shape of a numbered pair; 0 if the table has none.
func (p *pairs) shape(i uint32) uint32 {
	if !p.shaped {
		return 0
	}
	return uint32(p.shapes.From(int(i-1) >> 1)[0] >> ((i - 1) & 1 << 5))
}

// index returns the number of a pair, which is new if it equals Len after the call and not before. The result 0 says
// that numbers have come to an end.
func (p *pairs) index(w uint64, shape uint32) uint32 {
	h := hashPair(w, shape)
	at := mix.Slot(h, p.size)
	for {
		s := p.slot(at)
		if s == 0 {
			break
		}
		if (s^uint32(h))&^p.low == 0 {
			if i := s & p.low; p.pair(i) == w && p.shape(i) == shape {
				return i
			}
		}
		if at++; at == p.size {
			at = 0
		}
	}
	if p.n == 1<<32-2 {
		return 0
	}
	p.words.From(p.words.Alloc(1))[0] = w
	if p.shaped {
		if p.n&1 == 0 {
			p.shapes.Alloc(1)
		}
		p.shapes.From(p.n >> 1)[0] |= uint64(shape) << (p.n & 1 << 5)
	}
	p.n++
	if p.n > p.room {
		n := p.size * 2
		if n > 1<<14 {
			n = p.size/4*5&^1 + 2
		}
		p.resize(n)
	} else {
		p.put(at, uint32(h)&^p.low|uint32(p.n))
	}
	return uint32(p.n)
}

// Bytes is the memory of the table.
func (p *pairs) Bytes() int64 { return p.slots.Bytes() + p.words.Bytes() + p.shapes.Bytes() }

// Free releases the table.
func (p *pairs) Free() {
	p.slots.Free()
	p.words.Free()
	p.shapes.Free()
	p.n = 0
}
