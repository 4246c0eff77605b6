package mix

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBytesSeeEveryBit: strings of all lengths that differ in one bit, or in length only, differ in hash.
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

// TestRegularWordsSpread fills a table to 0.8 with words as packed roots are: few bits of a few fields set.
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
		// Linear probing at 0.8 costs 2 further probes per insertion on average; a clustering hash many more.
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
