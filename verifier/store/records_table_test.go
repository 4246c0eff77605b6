package store

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTablesFindWhatIsPutIn puts records under hashes of all kinds, many of them alike, into tables of all
// sizes that grow or don't.
func TestTablesFindWhatIsPutIn(t *testing.T) {
	for _, c := range []struct {
		homes  int
		fixed  bool
		spread uint32 // different hashes
		n      int
	}{
		{1, true, 1, 300}, {1, true, 1 << 31, 500}, {1, false, 1, 300}, {16, true, 5, 400},
		{16, false, 1 << 31, 100000},
		{1000, false, 3000, 20000}, {16, false, 40, 3000},
	} {
		r := rand.New(rand.NewPCG(uint64(c.spread), 2))
		tab := newTable(c.homes, 1<<uint(10+10*min(1, c.n/4000)))
		if c.fixed {
			tab.free()
			tab = newTable(c.homes, 1<<26-1)
		}
		tab.fixed = c.fixed
		want := map[uint32][]uint64{}
		find := func(h uint32) (got []uint64, l look) {
			l = tab.look(h)
			for n, ok := tab.next(&l); ok; n, ok = tab.next(&l) {
				got = append(got, n)
			}
			slices.Sort(got)
			return got, l
		}
		for i := range c.n {
			h := uint32(uint64(r.Uint32N(c.spread)) * (1<<32 - 1) / uint64(c.spread))
			got, l := find(h)
			if !slices.Equal(got, want[h]) {
				require.Equal(t, want[h], got, "%+v: %d", c, i)
			}
			if !tab.fits(uint64(i)) {
				tab.grow(tab.larger(), uint64(2*i+10))
				l = tab.look(h)
				tab.place(&l)
			}
			tab.put(&l, uint64(i))
			want[h] = append(want[h], uint64(i))
		}
		for h, numbers := range want {
			if got, _ := find(h); !slices.Equal(got, numbers) {
				require.Equal(t, numbers, got)
			}
		}
		require.Equal(t, c.n, tab.n)
		tab.free()
	}
}
