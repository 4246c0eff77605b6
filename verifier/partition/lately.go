package partition

import "bytes"

// lately has the states that a partition has sent lately, so that it need not send them again: the texts of
// the last ones, in a ring, with a table of places by hash.
type lately struct {
	ring   []byte
	places []uint64 // place plus one; a place counts all bytes ever written
	head   uint64
}

func newLately(size int) *lately {
	return &lately{ring: make([]byte, size), places: make([]uint64, max(1, size/64))}
}

func (l *lately) clear() { clear(l.places) }

// had reports whether a state was sent lately. If not, it is noted as being sent.
func (l *lately) had(h uint64, key []byte) bool {
	size := uint64(len(l.ring))
	if uint64(len(key)) > size/2 {
		return false
	}
	p := &l.places[h%uint64(len(l.places))]
	if at := *p - 1; *p > 0 && l.head-at <= size {
		from := at % size
		if to := from + uint64(len(key)); to <= size && bytes.Equal(l.ring[from:to], key) {
			return true
		}
	}
	if from := l.head % size; from+uint64(len(key)) > size {
		l.head += size - from // a text is in one piece
	}
	*p = l.head + 1
	copy(l.ring[l.head%size:], key)
	l.head += uint64(len(key))
	return false
}
