// Package probe has the common parts of tables with open addressing. The high bits of a hash determine its
// home slot (mix.Slot). A value is in its home or in one of the following slots, cyclically, before the first
// free slot, which is 0. Therefore a larger table keeps the order of slots, and can be filled in one pass
// over both.
//
// Tables with further requirements do not use it: those of roots, whose slots are whole roots and are claimed
// by several workers, those of records, which are ordered, and those of lines of fields (package quotient).
package probe

import (
	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// Many slots have the upper half of a hash, and in the lower half a number plus one.
const (
	Tag    = 0xffffffff << 32
	Number = 1<<32 - 1
)

// discardStep is the number of slots of an old table that are read before they are released.
const discardStep = 1 << 16

// Next returns the slot after i, of n.
func Next(i, n int) int {
	if i++; i == n {
		return 0
	}
	return i
}

// Find returns the first slot from i on that has these bits under the mask, or the first free one.
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

// Free returns the first free slot for a hash.
func Free[S uint16 | uint32 | uint64](slots []S, h uint64) int {
	i := mix.Slot(h, len(slots))
	for slots[i] != 0 {
		if i++; i == len(slots) {
			i = 0
		}
	}
	return i
}

// MayMove reports whether the contents of slot i, whose home is given, would still be found in a gap before
// i.
func MayMove(home, gap, i int) bool {
	if gap <= i {
		return home <= gap || i < home
	}
	return i < home && home <= gap
}

// Grow moves the contents of a table to a larger one with n slots, and releases the old one on the way. The
// bits of a slot under the mask must be its hash.
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
