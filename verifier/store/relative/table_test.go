package relative

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTablesTellByLess: records are also found if they are stored with fewer bits of their hashes, or without
// any, so that all have the same home.
func TestTablesTellByLess(t *testing.T) {
	for _, bits := range []int{-1, 0, 1, 3, 16, 31} {
		r := rand.New(rand.NewPCG(uint64(bits+1), 2))
		tab := newTable(16, 1<<10)
		tab.tellBy(bits)
		hashes, others := []uint32{}, 0
		for i := range 1500 {
			h := r.Uint32() >> (r.IntN(2) * 12) // half of them have few homes
			if !tab.fits(uint64(i)) {
				tab.grow(tab.larger(), uint64(2*i+10))
			}
			l := tab.lookUp(h)
			for _, ok := tab.next(&l); ok; _, ok = tab.next(&l) {
				others++
			}
			tab.put(&l, uint64(i))
			hashes = append(hashes, h)
		}
		require.Equal(t, bits, tab.bits)
		for _, h := range hashes {
			l := tab.lookUp(h)
			got := map[uint64]bool{}
			for n, ok := tab.next(&l); ok; n, ok = tab.next(&l) {
				got[n] = true
			}
			for n, other := range hashes {
				home := tab.lookUp(other).home == l.home
				if must := other == h || bits == 0 && home; (must || !home) && must != got[uint64(n)] {
					require.Equal(t, must, got[uint64(n)], "%d bits, record %d", bits, n)
				}
			}
		}
		require.Equal(t, bits >= 0 && bits < 16, others > 500, "%d bits: %d", bits, others)
		tab.free()
	}
}

// TestTablesFindWhatIsPutIn inserts records with all kinds of hashes, many of them equal, into tables of all
// sizes that grow or not.
func TestTablesFindWhatIsPutIn(t *testing.T) {
	for _, c := range []struct {
		homes  int
		fixed  bool
		spread uint32 // number of different hashes
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
		find := func(h uint32) (got []uint64, l lookup) {
			l = tab.lookUp(h)
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
				l = tab.lookUp(h)
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
