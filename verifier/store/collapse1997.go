package store

import (
	"bytes"

	"gospin/compression"
	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/vm/layout"
)

// collapse1997 keeps the codes of states one behind the other, found through slots: the upper bits of the hash and
// the code's place plus one.
type collapse1997 struct {
	l     *layout.Layout
	codec *compression.Collapse1997
	limit int64
	slots offheap.Block[uint64]
	codes offheap.Arena[byte]
	code  []byte
	n     int
	room  int
}

const codePlace = 1<<40 - 1

// NewCollapse1997 returns a store of states that are compressed as in SPIN's original collapse mode, which takes at
// most limit bytes; 0: no limit. When an index is too narrow, the store is Full, and its method Err() error says so.
func NewCollapse1997(l *layout.Layout, o compression.CollapseOptions, limit int64) Store {
	const size = 1 << 10
	return &collapse1997{l: l, codec: compression.NewCollapse1997(l, o), limit: orNone(limit),
		slots: offheap.Alloc[uint64](size), room: room(size)}
}

func (c *collapse1997) HintLen() int { return 0 }

// Err is why the store is Full, if it is not for the limit.
func (c *collapse1997) Err() error { return c.codec.Err() }

func (c *collapse1997) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	c.code = c.codec.Encode(c.code[:0], c.l.Key(a.State.Vec))
	if c.codec.Err() != nil {
		return 0, hint, Full
	}
	code := c.code
	h := mix.Bytes(code)
	slots := c.slots.Data
	i := mix.Slot(h, len(slots))
	for {
		e := slots[i]
		if e == 0 {
			break
		}
		// No code is the beginning of another: its own beginning says how long it is.
		if (e^h)&^codePlace == 0 {
			off := int(e&codePlace - 1)
			if k := c.codes.From(off); len(k) >= len(code) && bytes.Equal(k[:len(code)], code) {
				return Ref(off), hint, Known
			}
		}
		if i++; i == len(slots) {
			i = 0
		}
	}
	if c.n >= c.room {
		if !c.grow() {
			return 0, hint, Full
		}
		i = c.free(h)
	}
	if need := c.codes.Need(len(code)); need > 0 && c.bytes()+need > c.limit {
		return 0, hint, Full
	}
	off := c.codes.Alloc(len(code))
	copy(c.codes.From(off), code)
	c.slots.Data[i] = h&^codePlace | uint64(off+1)
	c.n++
	return Ref(off), hint, New
}

func (c *collapse1997) bytes() int64 { return c.slots.Bytes() + c.codes.Bytes() + c.codec.Bytes() }

func (c *collapse1997) free(h uint64) int {
	slots := c.slots.Data
	i := mix.Slot(h, len(slots))
	for slots[i] != 0 {
		if i++; i == len(slots) {
			i = 0
		}
	}
	return i
}

// grow finds all codes again in the order in which they came.
func (c *collapse1997) grow() bool {
	n := larger(len(c.slots.Data))
	if n = min(n, int((c.limit-c.codes.Bytes()-c.codec.Bytes())/8)); n <= len(c.slots.Data)+len(c.slots.Data)/16 {
		return false
	}
	c.slots.Free()
	c.slots = offheap.Alloc[uint64](n)
	c.room = room(n)
	c.codes.Walk(func(off int) int {
		code := c.at(off)
		h := mix.Bytes(code)
		c.slots.Data[c.free(h)] = h&^codePlace | uint64(off+1)
		return len(code)
	})
	return true
}

func (c *collapse1997) at(off int) []byte {
	code := c.codes.From(off)
	return code[:c.codec.CodeLen(code)]
}

func (c *collapse1997) Fetch(dst []byte, r Ref) []byte { return c.codec.Decode(dst, c.at(int(r))) }

func (c *collapse1997) Stats() Stats {
	return Stats{Stored: uint64(c.n), Bytes: c.bytes(), Capacity: uint64(c.room), Components: c.codec.Counts()}
}

func (c *collapse1997) Free() {
	c.slots.Free()
	c.codes.Free()
	c.codec.Free()
	c.n, c.room = 0, 0
}
