package store

import (
	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// hashes is a bag of hashes that come and go: those of the states on the path of a search. Two with the same
// hash count as two.
type hashes struct {
	slots offheap.Block[uint64] // a hash each, as near as can be behind the place that it says; 0: none
	n     int
}

// find returns where a hash is, or else where it belongs. 0 counts as 1.
func (s *hashes) find(h uint64) (int, bool) {
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

func (s *hashes) has(h uint64) bool {
	_, known := s.find(max(h, 1))
	return known
}

func (s *hashes) add(h uint64) {
	if 2*s.n >= len(s.slots.Data) {
		s.grow()
	}
	s.put(max(h, 1))
	s.n++
}

func (s *hashes) put(h uint64) {
	slots := s.slots.Data
	i := mix.Slot(h, len(slots))
	for slots[i] != 0 {
		if i++; i == len(slots) {
			i = 0
		}
	}
	slots[i] = h
}

// drop takes a hash out, once. What would not be found behind the gap moves into it.
func (s *hashes) drop(h uint64) {
	gap, known := s.find(max(h, 1))
	if !known {
		panic("store: an open state is gone")
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

func (s *hashes) grow() {
	old := s.slots
	s.slots = offheap.Alloc[uint64](max(2*len(old.Data), 1<<8))
	for _, h := range old.Data {
		if h != 0 {
			s.put(h)
		}
	}
	old.Free()
}
