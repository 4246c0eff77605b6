package store

import (
	"bytes"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/compression/probe"
)

// keySet stores byte strings, none of which may be a prefix of another, exactly: in an arena, with a table of
// slots. A slot has the upper half of the hash, and the key's place in units plus one. The upper half
// determines the home slot, so the table grows without reading keys.
type keySet struct {
	limit    int64
	shift    uint // a unit is 1<<shift bytes
	slots    offheap.Block[uint64]
	keys     offheap.Arena[byte]
	n        int
	capacity int // number of keys before the table grows
	tail     int // bytes after each key for the caller
}

func newKeySet(limit int64) keySet {
	s := keySet{limit: OrNone(limit), shift: 2}
	for s.limit>>s.shift >= probe.Number && s.shift < 6 {
		s.shift++
	}
	s.slots = offheap.Alloc[uint64](1 << 14)
	s.capacity = maxKeys(1 << 14)
	return s
}

func maxKeys(slots int) int { return slots / 5 * 4 }

// visit stores a key if it is new, and returns its place in the arena. Others is further memory that counts
// towards the limit.
func (s *keySet) visit(key []byte, others int64) (int, Status) {
	h := mix.Bytes(key) & probe.Tag
	off, i, ok := s.locate(key, h)
	if ok {
		return off, Closed
	}
	if s.n >= s.capacity {
		if !s.grow(others) {
			return 0, Full
		}
		i = probe.Free(s.slots.Data, h)
	}
	if need := s.keys.Need(len(key) + s.tail + 1<<s.shift); need > 0 && s.bytes()+others+need > s.limit {
		return 0, Full
	}
	unit := 1<<s.shift - 1
	off = s.keys.Alloc((len(key) + s.tail + unit) &^ unit)
	copy(s.keys.From(off), key)
	s.slots.Data[i] = h | uint64(off>>s.shift+1)
	s.n++
	return off, New
}

// find returns a key's place.
func (s *keySet) find(key []byte) (off int, ok bool) {
	off, _, ok = s.locate(key, mix.Bytes(key)&probe.Tag)
	return off, ok
}

// look returns a key's place and slot, or the free slot for it.
func (s *keySet) locate(key []byte, h uint64) (off, i int, ok bool) {
	slots := s.slots.Data
	for i = mix.Slot(h, len(slots)); ; i = probe.Next(i, len(slots)) {
		if i, ok = probe.Find(slots, i, h, probe.Tag); !ok {
			return 0, i, false
		}
		off = int(slots[i]&probe.Number-1) << s.shift
		if k := s.keys.From(off); len(k) >= len(key) && bytes.Equal(k[:len(key)], key) {
			return off, i, true
		}
	}
}

// colour returns the bytes after a key.
func (s *keySet) colour(off, n int) []byte { return s.keys.From(off + n)[:s.tail] }

func (s *keySet) grow(others int64) bool {
	now := len(s.slots.Data) // slots are small compared with keys
	n := min(2*now, int(min((s.limit-others-s.keys.Bytes())/8, 1<<48)))
	if n <= now+now/16 {
		return false
	}
	s.slots = probe.Grow(s.slots, n, probe.Tag)
	s.capacity = maxKeys(n)
	return true
}

// stats returns the set's figures, without the tables of a codec.
func (s *keySet) stats() Stats {
	return Stats{Stored: uint64(s.n)}.With(InSlots, s.slots.Bytes()).With(InKeys, s.keys.Bytes())
}

func (s *keySet) bytes() int64 { return s.slots.Bytes() + s.keys.Bytes() }

func (s *keySet) release() {
	s.slots.Free()
	s.keys.Free()
	s.n, s.capacity = 0, 0
}
