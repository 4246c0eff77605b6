package probe

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// TestSlotsAreFound: hashes that are inserted, moved to larger tables and removed are found as long as they
// are in the table, whatever their homes, including the last slots.
func TestSlotsAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 30 {
		slots, known := offheap.Alloc[uint64](16), map[uint64]bool{}
		for range 4000 {
			h := (r.Uint64N(700)*0x9e3779b97f4a7c15 | r.Uint64N(2)<<63) & Tag
			if h == 0 {
				continue
			}
			at, found := Find(slots.Data, mix.Slot(h, len(slots.Data)), h, Tag)
			require.Equal(t, known[h], found)
			switch {
			case found && r.IntN(2) == 0:
				drop(slots.Data, at)
				delete(known, h)
			case !found:
				if 5*len(known) > 4*len(slots.Data) {
					slots = Grow(slots, 2*len(slots.Data), Tag)
				}
				slots.Data[Free(slots.Data, h)] = h | 7
				known[h] = true
			}
		}
		slots.Free()
	}
}

// drop empties a slot.
func drop(slots []uint64, gap int) {
	for i := Next(gap, len(slots)); slots[i] != 0; i = Next(i, len(slots)) {
		if MayMove(mix.Slot(slots[i]&Tag, len(slots)), gap, i) {
			slots[gap], gap = slots[i], i
		}
	}
	slots[gap] = 0
}
