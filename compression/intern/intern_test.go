package intern

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersAreDenseExactAndInvertible(t *testing.T) {
	for _, length := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 200, 70000} {
		r := rand.New(rand.NewPCG(uint64(length), 3))
		tab := New(length)
		oracle := map[string]uint32{}
		rounds := 5000
		if length > 1000 {
			rounds = 100
		}
		for range rounds {
			b := make([]byte, length)
			for range r.IntN(4) {
				if length > 0 {
					b[r.IntN(length)] = byte(r.IntN(256))
				}
			}
			n := tab.Index(b)
			want, known := oracle[string(b)]
			if !known {
				want = uint32(len(oracle))
				oracle[string(b)] = want
			}
			require.Equal(t, want, n)
		}
		require.Equal(t, len(oracle), tab.Len())
		for s, n := range oracle {
			b := make([]byte, length)
			tab.Copy(b, n)
			require.Equal(t, []byte(s), b)
		}
		require.Positive(t, tab.Bytes())
		tab.Free()
		require.Zero(t, tab.Bytes())
	}
}

func TestLookupDoesNotAllocate(t *testing.T) {
	for _, length := range []int{5, 40} {
		tab := New(length)
		b := make([]byte, length)
		i := 0
		require.Zero(t, testing.AllocsPerRun(1000, func() {
			b[i%length] = byte(i % 3)
			b[length-1] = 0
			i++
			tab.Index(b[:length])
			clear(b)
		}))
		tab.Free()
	}
}
