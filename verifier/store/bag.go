package store

import (
	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/compression/probe"
)

// Bag is a bag of hashes that are added and removed: those of the states on a search's path. Equal hashes
// count several times. The zero value is empty.
type Bag struct {
	slots offheap.Block[uint64] // hashes, with linear probing; 0 is free
	n     int
}

// find returns the slot of a hash, or the free slot for it. 0 counts as 1.
func (s *Bag) find(h uint64) (int, bool) {
	return probe.Find(s.slots.Data, mix.Slot(h, len(s.slots.Data)), h, ^uint64(0))
}

// Has reports whether a hash is in the bag.
func (s *Bag) Has(h uint64) bool {
	if s.n == 0 {
		return false
	}
	_, known := s.find(max(h, 1))
	return known
}

// Add adds a hash.
func (s *Bag) Add(h uint64) {
	if 2*s.n >= len(s.slots.Data) {
		s.slots = probe.Grow(s.slots, max(2*len(s.slots.Data), 1<<8), ^uint64(0))
	}
	h = max(h, 1)
	s.slots.Data[probe.Free(s.slots.Data, h)] = h
	s.n++
}

// Drop removes a hash once. Hashes that would not be found after the gap move into it.
func (s *Bag) Drop(h uint64) {
	gap, known := s.find(max(h, 1))
	if !known {
		panic("store: the hash of an open state is gone")
	}
	slots := s.slots.Data
	for i := probe.Next(gap, len(slots)); slots[i] != 0; i = probe.Next(i, len(slots)) {
		if probe.MayMove(mix.Slot(slots[i], len(slots)), gap, i) {
			slots[gap], gap = slots[i], i
		}
	}
	slots[gap] = 0
	s.n--
}

// Bytes returns the bag's memory.
func (s *Bag) Bytes() int64 { return int64(8 * len(s.slots.Data)) }

// Free releases the memory.
func (s *Bag) Free() { s.slots.Free() }
