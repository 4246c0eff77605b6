package store

import (
	"slices"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// roots is a hash set of roots of k words whose first word is not zero, inline in the slots.
type roots struct {
	words offheap.Block[uint64]
	k     int
	size  int // slots
	n     int
	room  int
}

func newRoots(k, size int) roots {
	return roots{words: offheap.Alloc[uint64](k * size), k: k, size: size, room: int(float64(size) * 0.85)}
}

// find returns the slot of a root, or the free one where it belongs.
func (r *roots) find(root []uint64) (int, bool) {
	w := r.words.Data
	switch r.k {
	case 1:
		a := root[0]
		for i := mix.Slot(mix.Word(a), r.size); ; {
			if x := w[i]; x == a {
				return i, true
			} else if x == 0 {
				return i, false
			}
			if i++; i == r.size {
				i = 0
			}
		}
	case 2:
		a, b := root[0], root[1]
		for i := mix.Slot(mix.Pair(a, b), r.size); ; {
			x := w[2*i : 2*i+2 : 2*i+2]
			if x[0] == a && x[1] == b {
				return i, true
			}
			if x[0] == 0 {
				return i, false
			}
			if i++; i == r.size {
				i = 0
			}
		}
	}
	for i := mix.Slot(mix.Words(root), r.size); ; {
		x := w[i*r.k : (i+1)*r.k]
		if x[0] == root[0] && slices.Equal(x, root) {
			return i, true
		}
		if x[0] == 0 {
			return i, false
		}
		if i++; i == r.size {
			i = 0
		}
	}
}

// put stores a root in the free slot that find returned.
func (r *roots) put(slot int, root []uint64) {
	copy(r.words.Data[slot*r.k:], root)
	r.n++
}

func (r *roots) at(slot int) []uint64 { return r.words.Data[slot*r.k : (slot+1)*r.k] }

// discardStep is how many words of an old table are read before they are given back.
const discardStep = 1 << 19

// fill moves all roots of old, which is released on the way, into the empty r. If change is not nil, it makes a
// root of r of a root of old. Slots of tables of all sizes are in the order of the hashes: unless the roots
// change, both tables are gone through once.
func (r *roots) fill(old *roots, change func(dst, root []uint64)) {
	dst := make([]uint64, r.k)
	done := 0
	for i := range old.size {
		if root := old.at(i); root[0] != 0 {
			if change != nil {
				change(dst, root)
				root = dst
			}
			slot, _ := r.find(root)
			r.put(slot, root)
		}
		if at := i * old.k; at-done >= discardStep {
			old.words.Discard(done, at)
			done = at
		}
	}
	old.words.Free()
}
