// Package probe has what tables with open addressing share. What a slot holds belongs where the high bits of
// its hash lead (mix.Slot), and lies there or in one of the slots after that, in a circle, before the first
// free one, which is 0. So a larger table keeps the order of the slots, and is made in one pass over both.
//
// Tables that do more of their own do not use it: those of roots, whose slots are whole roots and are claimed
// by several workers, those of records, which are ordered, and those of lines of fields (package quotient).
package probe

import (
	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// Many slots hold the upper half of a hash, and in the lower half the number of what has it, plus one.
const (
	Tag    = 0xffffffff << 32
	Number = 1<<32 - 1
)

// discardStep is how many slots of an old table are read before they are given back.
const discardStep = 1 << 16

// Next is the slot after i, of n.
func Next(i, n int) int {
	if i++; i == n {
		return 0
	}
	return i
}

// Find is the first slot from i on whose bits under the mask are these, or else the first free one.
func Find(slots []uint64, i int, bits, mask uint64) (at int, found bool) {
	for slots[i] != 0 {
		if slots[i]&mask == bits {
			return i, true
		}
		if i++; i == len(slots) {
			i = 0
		}
	}
	return i, false
}

// Free is the first free slot for a hash.
func Free[S uint16 | uint32 | uint64](slots []S, h uint64) int {
	i := mix.Slot(h, len(slots))
	for slots[i] != 0 {
		if i++; i == len(slots) {
			i = 0
		}
	}
	return i
}

// MayMove reports whether what lies in slot i, and belongs to home, is still found in a gap before i.
func MayMove(home, gap, i int) bool {
	if gap <= i {
		return home <= gap || i < home
	}
	return i < home && home <= gap
}

// Grow makes a table of n slots of one that has fewer, and releases that on the way. The bits of a slot under
// the mask are its hash.
func Grow(old offheap.Block[uint64], n int, mask uint64) offheap.Block[uint64] {
	b := offheap.Alloc[uint64](n)
	for from := 0; from < len(old.Data); from += discardStep {
		to := min(from+discardStep, len(old.Data))
		for _, e := range old.Data[from:to] {
			if e != 0 {
				b.Data[Free(b.Data, e&mask)] = e
			}
		}
		old.Discard(from, to)
	}
	old.Free()
	return b
}
