package roots

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

// testPacked checks that a Packed has the same roots as a map, in any order, and that Take returns all of
// them from any slot on.
func testPacked[R Root](t *testing.T, large int) {
	for name, source := range sources[R](thorough.Of(6_000, 30_000)) {
		t.Run(fmt.Sprintf("%d/%s", width[R](), name), func(t *testing.T) {
			s, model := NewPacked[R](1), map[R]int{}
			s.large = large
			random := rand.New(rand.NewPCG(1, 2))
			for range 2 * len(source) / 100 {
				rs := make([]R, random.IntN(200))
				span := 1 + random.IntN(len(source))
				for i := range rs {
					rs[i] = source[random.IntN(span)]
				}
				found := make([]bool, len(rs))
				s.Find(rs, found)
				for i, r := range rs {
					require.Equal(t, model[r] > 0, found[i])
				}
				fresh := AddAll(s, rs, nil)
				checkFresh(t, model, rs, fresh)
				for _, i := range fresh {
					model[rs[i]]++
				}
			}
			require.EqualValues(t, len(model), s.Len())
			s.Each(func(r *R) { model[*r]++ })
			before, some := s.Bytes(), make([]R, 24)
			for n, slot := s.Take(0, some, false); n > 0; n, slot = s.Take(slot, some, false) {
				found := make([]bool, n)
				s.Find(some[:n], found)
				require.NotContains(t, found, false, "what has just been taken is there still")
				for _, r := range some[:n] {
					model[r]++
				}
			}
			for r, n := range model {
				require.Equal(t, 3, n, "%v: once fresh, once in the set, once taken", r)
			}
			require.LessOrEqual(t, s.Bytes(), before)
			like := s.Like(2)
			require.Len(t, AddAll(like, source, nil), len(source))
			require.Len(t, AddAll(like, source, nil), 0)
			like.Free()
			s.Free()
			require.Zero(t, s.Bytes())
		})
	}
}

func TestPacked(t *testing.T) {
	for _, large := range []int{packedSlots, packedLarge} {
		testPacked[[1]uint64](t, large)
		testPacked[[2]uint64](t, large)
		testPacked[[3]uint64](t, large)
		testPacked[[8]uint64](t, large)
	}
}

// TestPackedGathersBits checks that bits that are the same in all roots take no memory until one of them
// differs.
func TestPackedGathersBits(t *testing.T) {
	s := NewPacked[[2]uint64](0)
	s.large = packedSlots
	const n = 1 << 14
	root := func(i int) [2]uint64 { return [2]uint64{1<<62 | uint64(i&0x7f)<<50, uint64(i>>7)<<56>>1 | 1} }
	for i := range n {
		AddAll(s, [][2]uint64{root(i)}, nil)
	}
	require.Equal(t, 2, s.width, "14 bits, and one more")
	late := root(5)
	late[0] |= 1<<3 | 1<<7
	AddAll(s, [][2]uint64{late}, nil)
	require.Equal(t, 3, s.width)
	found := make([]bool, 3)
	s.Find([][2]uint64{root(5), late, {1 << 62, 1<<40 | 1}}, found)
	require.Equal(t, []bool{true, true, false}, found)
	require.EqualValues(t, n+1, s.Len())
}

// TestPackedIsNarrow checks that slots have only the bytes that roots use.
func TestPackedIsNarrow(t *testing.T) {
	s := NewPacked[[4]uint64](0)
	const n = 1 << 16
	for i := range n {
		AddAll(s, [][4]uint64{{1<<40 | uint64(i)}}, nil)
	}
	require.Equal(t, 6, s.width)
	require.Less(t, s.Bytes(), int64(n*6*5))
	AddAll(s, [][4]uint64{{1, 1 << 9}}, nil)
	require.Equal(t, 10, s.width)
	require.EqualValues(t, n+1, s.Len())
	found := make([]bool, 3)
	s.Find([][4]uint64{{1<<40 | n - 1}, {1, 1 << 9}, {1, 1 << 9, 1}}, found)
	require.Equal(t, []bool{true, true, false}, found)
}
