package store

import (
	"bytes"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/vm/layout"
)

// plain finds keys by slots: the upper half of the hash, and the key's place in units plus one. The slot where a key
// belongs follows from the upper half alone, so that a table grows without a look at the keys.
type plain struct {
	l     *layout.Layout
	limit int64
	shift uint // a unit is 1<<shift bytes
	slots offheap.Block[uint64]
	keys  offheap.Arena[byte]
	n     int
	room  int // states that may be stored before the table grows
}

const (
	tagMask   = 0xffffffff << 32
	placeMask = 1<<32 - 1
)

// NewPlain returns a store of whole keys that takes at most limit bytes; 0: no limit.
func NewPlain(l *layout.Layout, limit int64) Store {
	p := &plain{l: l, limit: orNone(limit), shift: 2}
	for p.limit>>p.shift >= placeMask && p.shift < 6 {
		p.shift++
	}
	p.slots = offheap.Alloc[uint64](1 << 14)
	p.room = room(1 << 14)
	return p
}

func room(slots int) int { return slots / 5 * 4 }

func (p *plain) HintLen() int { return 0 }

func (p *plain) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	key := p.l.Key(a.State.Vec)
	h := mix.Bytes(key) & tagMask
	slots := p.slots.Data
	i := mix.Slot(h, len(slots))
	for {
		e := slots[i]
		if e == 0 {
			break
		}
		// Equal keys have equal shape numbers, so that the piece met is as long as this one or the bytes differ early.
		if e&tagMask == h {
			off := int(e&placeMask-1) << p.shift
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
	if need := p.keys.Need(len(key) + 1<<p.shift); need > 0 && p.slots.Bytes()+p.keys.Bytes()+need > p.limit {
		return 0, hint, Full
	}
	unit := 1<<p.shift - 1
	off := p.keys.Alloc((len(key) + unit) &^ unit)
	copy(p.keys.From(off), key)
	p.slots.Data[i] = h | uint64(off>>p.shift+1)
	p.n++
	return Ref(off), hint, New
}

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
	n := 2 * len(p.slots.Data) // slots are small beside the keys
	if n = min(n, int(min((p.limit-p.keys.Bytes())/8, 1<<48))); n <= len(p.slots.Data)+len(p.slots.Data)/16 {
		return false
	}
	old := p.slots
	p.slots = offheap.Alloc[uint64](n)
	p.room = room(n)
	done := 0
	for i, e := range old.Data { // both tables are in the order of the hashes
		if e != 0 {
			p.slots.Data[p.free(e&tagMask)] = e
		}
		if i-done >= discardStep {
			old.Discard(done, i)
			done = i
		}
	}
	old.Free()
	return true
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
