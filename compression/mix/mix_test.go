package mix

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBytesSeeEveryBit: strings of all lengths that differ in one bit, or only in length, have different
// hashes.
func TestBytesSeeEveryBit(t *testing.T) {
	seen := map[uint64]bool{}
	n := 0
	for length := range 130 {
		b := make([]byte, length)
		seen[Bytes(b)] = true
		n++
		for i := range 8 * length {
			b[i/8] ^= 1 << (i % 8)
			seen[Bytes(b)] = true
			n++
			b[i/8] = 0
		}
	}
	require.Len(t, seen, n)
}

// TestSeedsMakeOtherFunctions: another seed distinguishes nearly all strings that have 16 equal bits of one
// hash.
func TestSeedsMakeOtherFunctions(t *testing.T) {
	for _, length := range []int{3, 12, 24, 40, 100} {
		first, both, pairs := map[uint64]uint64{}, 0, 0
		b := make([]byte, length)
		for i := range 20000 {
			b[0], b[length/2], b[length-1] = byte(i), byte(i>>8), byte(i>>16)
			one, other := Seeded(1, b)>>48, Seeded(2, b)>>48
			if was, met := first[one]; met {
				if pairs++; was == other {
					both++
				}
			} else {
				first[one] = other
			}
		}
		require.Greater(t, pairs, 2000)
		require.LessOrEqual(t, both, 2, "%d bytes", length)
	}
}

// TestRegularWordsSpread fills a table to 0.8 with words like packed roots, which differ in few bits of few
// fields.
func TestRegularWordsSpread(t *testing.T) {
	const n = 1 << 16
	for name, hash := range map[string]func(uint64) uint64{
		"Word":  Word,
		"Pair":  func(w uint64) uint64 { return Pair(w&0xffff|1<<60, w>>16<<8) },
		"Words": func(w uint64) uint64 { return Words([]uint64{1, w & 0xff, w >> 8}) },
	} {
		table := make([]bool, n)
		probes, used := 0, 0
		for a := 0; used < n*8/10; a++ {
			w := uint64(a&7) | uint64(a>>3&7)<<13 | uint64(a>>6&7)<<26 | uint64(a>>9)<<39
			i := Slot(hash(w), n)
			for table[i] {
				probes++
				if i++; i == n {
					i = 0
				}
			}
			table[i] = true
			used++
		}
		// Linear probing at 0.8 costs 2 further probes per insertion on average; with a clustering hash, many
		// more.
		require.Less(t, float64(probes)/float64(used), 2.5, name)
	}
}

func TestSlotKeepsTheOrder(t *testing.T) {
	for i := range 64 {
		h := bits.RotateLeft64(0x9e3779b97f4a7c15, i)
		require.Less(t, Slot(h, 1000), 1000)
		require.InDelta(t, float64(Slot(h, 1000))*1.5, float64(Slot(h, 1500)), 1.5)
	}
	require.Zero(t, Slot(0, 7))
}
