package compression

import (
	"math/bits"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/compression/probe"
)

// pairs numbers pairs of numbers, optionally with a shape: 1, 2, 3 and so on in the order of their arrival.
//
// A slot has the number in its lower bits, and as many bits of the hash as fit in the upper ones.
type pairs struct {
	slots    offheap.Block[uint64] // two per word
	size     int                   // number of slots
	capacity int
	n        int
	low      uint32 // mask of the number in a slot
	done     []block
	packed   offheap.Arena[uint64]
	open     [blockLen]triple // pairs after the last block
}

// triple is a pair, its first half in the lower bits, and a shape, or 0.
type triple struct {
	pair  uint64
	shape uint32
}

const (
	pairsLoad = 0.85
	blockLen  = 512
)

func newPairs() *pairs {
	p := &pairs{}
	p.resize(64)
	return p
}

func (p *pairs) resize(size int) {
	p.slots.Free()
	p.slots = offheap.Alloc[uint64](size / 2)
	p.size = size
	p.capacity = int(float64(size) * pairsLoad)
	p.low = 1<<bits.Len(uint(p.capacity)) - 1
	for i := 1; i <= p.n; i++ {
		h := p.at(uint32(i)).hash()
		at := mix.Slot(h, p.size)
		for p.slot(at) != 0 {
			at = probe.Next(at, p.size)
		}
		p.put(at, uint32(h)&^p.low|uint32(i))
	}
}

func (t triple) hash() uint64 { return mix.Word(t.pair ^ uint64(t.shape)*0xd6e8feb86659fd93) }

func (p *pairs) slot(i int) uint32 { return uint32(p.slots.Data[i>>1] >> (i & 1 << 5)) }

func (p *pairs) put(i int, v uint32) { p.slots.Data[i>>1] |= uint64(v) << (i & 1 << 5) }

// at returns a pair by number.
func (p *pairs) at(i uint32) triple {
	i--
	if b := int(i / blockLen); b < len(p.done) {
		return p.done[b].at(&p.packed, uint(i%blockLen))
	}
	return p.open[i%blockLen]
}

// index returns the number of a pair, which is the next one if the pair is new, or 0 if there are no more
// numbers.
func (p *pairs) index(t triple) uint32 {
	h := t.hash()
	at := mix.Slot(h, p.size)
	for {
		s := p.slot(at)
		if s == 0 {
			break
		}
		if (s^uint32(h))&^p.low == 0 {
			if i := s & p.low; p.at(i) == t {
				return i
			}
		}
		at = probe.Next(at, p.size)
	}
	if p.n == 1<<32-2 {
		return 0
	}
	p.open[p.n%blockLen] = t
	p.n++
	if p.n%blockLen == 0 {
		p.done = append(p.done, pack(&p.packed, p.open[:]))
	}
	if p.n > p.capacity {
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

// Bytes returns the table's memory.
func (p *pairs) Bytes() int64 {
	return p.slots.Bytes() + p.packed.Bytes() + int64(cap(p.done))*blockBytes + openBytes
}

// Free releases the table.
func (p *pairs) Free() {
	p.slots.Free()
	p.packed.Free()
	p.done, p.n = nil, 0
}
