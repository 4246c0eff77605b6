package cache

import (
	"encoding/binary"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/compression/probe"
	"gospin/verifier/store"
)

// index finds the records of a cache. A slot has a record's number plus one, and a part of its hash. For
// long keys, this is the upper half, which determines the slot's home. For short keys it is one byte, so keys
// are read when slots are moved.
type index struct {
	offheap.Block[byte]
	size, capacity int // number of slots, and of those that may be used
	width          int // width of a slot in bytes
	wide           bool
	touched        byte
}

const narrow, wide = 5, 8 // bytes of a slot

func newIndex(size int, long bool) index {
	x := index{size: size, capacity: size / 4 * 3, width: narrow, wide: long}
	if long {
		x.width = wide
	}
	x.Block = offheap.Alloc[byte](size*x.width + 8)
	return x
}

// larger returns the number of slots in the next index.
func (x *index) larger() int {
	if x.wide {
		return 2 * x.size // slots are small compared with keys
	}
	return store.Larger(x.size)
}

// home returns the home slot of a hash.
func (x *index) home(h uint64) int {
	if x.wide {
		h &= probe.Tag
	}
	return mix.Slot(h, x.size)
}

// tag returns the part of a hash that is in its slot.
func (x *index) tag(h uint64) uint32 {
	if x.wide {
		return uint32(h >> 32)
	}
	return uint32(byte(h))
}

func (x *index) slot(i int) (n, tag uint32) {
	s := binary.LittleEndian.Uint64(x.Data[i*x.width:])
	if x.wide {
		return uint32(s), uint32(s >> 32)
	}
	return uint32(s), uint32(byte(s >> 32))
}

func (x *index) set(i int, n, tag uint32) {
	at := x.Data[i*x.width:]
	binary.LittleEndian.PutUint32(at, n)
	if at[4] = byte(tag); x.wide {
		binary.LittleEndian.PutUint32(at[4:], tag)
	}
}

// enter stores a record in the next free slot.
func (x *index) enter(n uint32, h uint64) {
	i := x.home(h)
	for m, _ := x.slot(i); m != 0; m, _ = x.slot(i) {
		i = x.next(i)
	}
	x.set(i, n+1, x.tag(h))
}

func (x *index) next(i int) int { return probe.Next(i, x.size) }

func (c *Cache) find(key []byte, h uint64) (uint32, bool) {
	want := c.index.tag(h)
	for i := c.index.home(h); ; i = c.index.next(i) {
		n, tag := c.index.slot(i)
		if n == 0 {
			return 0, false
		}
		if tag == want { // no key is the prefix of another
			if k := c.record(n - 1)[c.head:]; len(k) >= len(key) && string(k[:len(key)]) == string(key) {
				return n - 1, true
			}
		}
	}
}

// leave removes a state from the index. Following slots move up if possible.
func (c *Cache) leave(n uint32) {
	x := &c.index
	i := x.home(mix.Bytes(c.key(n)))
	for m, _ := x.slot(i); m != n+1; m, _ = x.slot(i) {
		i = x.next(i)
	}
	for j := i; ; {
		j = x.next(j)
		m, tag := x.slot(j)
		if m == 0 {
			x.set(i, 0, 0)
			return
		}
		home := 0
		if x.wide {
			home = x.home(uint64(tag) << 32)
		} else {
			home = x.home(mix.Bytes(c.key(m - 1)))
		}
		if probe.MayMove(home, i, j) {
			x.set(i, m, tag)
			i = j
		}
	}
}

func (c *Cache) grow() {
	old := c.index
	if !old.wide {
		old.Free()
	}
	c.index = newIndex(old.larger(), old.wide)
	if !old.wide {
		c.enterAll()
		return
	}
	for i := range old.size { // both are ordered by hash
		if n, tag := old.slot(i); n > 0 {
			c.index.enter(n-1, uint64(tag)<<32)
		}
	}
	old.Free()
}

// enterAll rebuilds a narrow index. It prefetches several slots before filling the first, so that the waits
// for memory overlap.
func (c *Cache) enterAll() {
	free := c.freed()
	var numbers [32]uint32
	var hashes [len(numbers)]uint64
	n, x := 0, &c.index
	enter := func() {
		for i := range n {
			x.touched += x.Data[x.home(hashes[i])*narrow]
		}
		for i := range n {
			x.enter(numbers[i], hashes[i])
		}
		n = 0
	}
	for m := range uint32(c.n) {
		if len(free) > 0 && free[m] {
			continue
		}
		numbers[n], hashes[n] = m, mix.Bytes(c.key(m))
		if n++; n == len(numbers) {
			enter()
		}
	}
	enter()
}
