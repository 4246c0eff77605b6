package store

import (
	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// Bag is a bag of hashes that come and go: those of the states on the path of a search. Two with the same
// hash count as two. The zero value is empty.
type Bag struct {
	slots offheap.Block[uint64] // a hash each, as near as can be behind the place that it says; 0: none
	n     int
}

// find returns where a hash is, or else where it belongs. 0 counts as 1.
func (s *Bag) find(h uint64) (int, bool) {
	slots := s.slots.Data
	i := mix.Slot(h, len(slots))
	for slots[i] != h {
		if slots[i] == 0 {
			return i, false
		}
		if i++; i == len(slots) {
			i = 0
		}
	}
	return i, true
}

// Has tells whether a hash is in the bag.
func (s *Bag) Has(h uint64) bool {
	if s.n == 0 {
		return false
	}
	_, known := s.find(max(h, 1))
	return known
}

// Add puts a hash in.
func (s *Bag) Add(h uint64) {
	if 2*s.n >= len(s.slots.Data) {
		s.grow()
	}
	s.put(max(h, 1))
	s.n++
}

func (s *Bag) put(h uint64) {
	slots := s.slots.Data
	i := mix.Slot(h, len(slots))
	for slots[i] != 0 {
		if i++; i == len(slots) {
			i = 0
		}
	}
	slots[i] = h
}

// Drop takes a hash out, once. What would not be found behind the gap moves into it.
func (s *Bag) Drop(h uint64) {
	gap, known := s.find(max(h, 1))
	if !known {
		panic("store: the hash of an open state is gone")
	}
	slots := s.slots.Data
	for i := gap; ; {
		if i++; i == len(slots) {
			i = 0
		}
		if slots[i] == 0 {
			break
		}
		home := mix.Slot(slots[i], len(slots))
		if stays := gap < home && home <= i; stays || i < gap && (gap < home || home <= i) {
			continue
		}
		slots[gap], gap = slots[i], i
	}
	slots[gap] = 0
	s.n--
}

func (s *Bag) grow() {
	old := s.slots
	s.slots = offheap.Alloc[uint64](max(2*len(old.Data), 1<<8))
	for _, h := range old.Data {
		if h != 0 {
			s.put(h)
		}
	}
	old.Free()
}

// Bytes is the memory that the bag takes.
func (s *Bag) Bytes() int64 { return int64(8 * len(s.slots.Data)) }

// Free gives the memory back.
func (s *Bag) Free() { s.slots.Free() }
