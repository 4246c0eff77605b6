package store

import (
	"bytes"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/vm/layout"
)

// plain finds keys by slots: the low 24 bits of the hash, and the key's place in units of 4 bytes plus one.
type plain struct {
	l     *layout.Layout
	limit int64
	slots offheap.Block[uint64]
	keys  offheap.Arena[byte]
	n     int
	room  int // states that may be stored before the table grows
}

const (
	placeBits = 40
	placeMask = 1<<placeBits - 1
	placeUnit = 4
)

// NewPlain returns a store of whole keys that takes at most limit bytes; 0: no limit.
func NewPlain(l *layout.Layout, limit int64) Store {
	p := &plain{l: l, limit: orNone(limit)}
	p.resize(1 << 14)
	return p
}

func (p *plain) HintLen() int { return 0 }

func (p *plain) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	key := p.l.Key(a.State.Vec)
	h := mix.Bytes(key)
	tag := h << placeBits
	slots := p.slots.Data
	i := mix.Slot(h, len(slots))
	for {
		e := slots[i]
		if e == 0 {
			break
		}
		// Equal keys have equal shape numbers, so that the piece met is as long as this one or the bytes differ early.
		if (e^tag)&^placeMask == 0 {
			off := int(e&placeMask-1) * placeUnit
			if k := p.keys.From(off); len(k) >= len(key) && bytes.Equal(k[:len(key)], key) {
				return Ref(off), hint, Known
			}
		}
		if i++; i == len(slots) {
			i = 0
		}
	}
	if p.n >= p.room {
		if !p.grow() {
			return 0, hint, Full
		}
		i = p.free(h)
	}
	if need := p.keys.Need(len(key) + placeUnit); need > 0 && p.slots.Bytes()+p.keys.Bytes()+need > p.limit {
		return 0, hint, Full
	}
	off := p.keys.Alloc(rounded(len(key)))
	copy(p.keys.From(off), key)
	p.slots.Data[i] = tag | uint64(off/placeUnit+1)
	p.n++
	return Ref(off), hint, New
}

func rounded(n int) int { return (n + placeUnit - 1) &^ (placeUnit - 1) }

func (p *plain) free(h uint64) int {
	slots := p.slots.Data
	i := mix.Slot(h, len(slots))
	for slots[i] != 0 {
		if i++; i == len(slots) {
			i = 0
		}
	}
	return i
}

func (p *plain) grow() bool {
	n := 2 * len(p.slots.Data) // slots are small beside the keys, and every growth reads them all
	if n = min(n, int(min((p.limit-p.keys.Bytes())/8, 1<<48))); n <= len(p.slots.Data)+len(p.slots.Data)/16 {
		return false
	}
	p.resize(n)
	return true
}

// resize makes the table anew from the keys, which are read in order: the old one is not needed.
func (p *plain) resize(n int) {
	p.slots.Free()
	p.slots = offheap.Alloc[uint64](n)
	p.room = n / 5 * 4
	p.keys.Walk(func(off int) int {
		k := p.key(off)
		h := mix.Bytes(k)
		p.slots.Data[p.free(h)] = h<<placeBits | uint64(off/placeUnit+1)
		return rounded(len(k))
	})
}

func (p *plain) key(off int) []byte {
	k := p.keys.From(off)
	id := uint32(k[0]) | uint32(k[1])<<8 | uint32(k[2])<<16
	return k[:p.l.ShapeByID(id).Size-p.l.Hidden]
}

func (p *plain) Fetch(dst []byte, r Ref) []byte { return append(dst, p.key(int(r))...) }

func (p *plain) Stats() Stats {
	return Stats{Stored: uint64(p.n), Bytes: p.slots.Bytes() + p.keys.Bytes(), Capacity: uint64(p.room)}
}

func (p *plain) Free() {
	p.slots.Free()
	p.keys.Free()
	p.n, p.room = 0, 0
}
