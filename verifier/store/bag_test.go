package store

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBagAgreesWithAMap inserts and removes hashes, many of them with the same home.
func TestBagAgreesWithAMap(t *testing.T) {
	var s Bag
	r := rand.New(rand.NewPCG(1, 2))
	oracle, all := map[uint64]int{}, 0
	for range 200000 {
		h := r.Uint64() &^ (1<<56 - 1) >> (r.Uint64() & 3) >> 1 << 1
		if h |= uint64(r.IntN(4)); h == 1 { // has the same home as 0
			continue
		}
		if s.n > 0 {
			require.Equal(t, oracle[h] > 0, s.Has(h))
		}
		switch {
		case oracle[h] == 0 || oracle[h] < 3 && r.IntN(4) == 0:
			s.Add(h)
			oracle[h]++
			all++
		case r.IntN(2) == 0 || all > 500:
			s.Drop(h)
			oracle[h]--
			all--
		}
		require.Equal(t, all, s.n)
	}
	require.Panics(t, func() { s.Drop(1 << 40) })
	s.Free()
}
