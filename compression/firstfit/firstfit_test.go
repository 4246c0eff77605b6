package firstfit

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFieldsFit: fields lie within words, do not overlap, and use as many bytes as reported. The same fields
// fit into as many bytes, and not into one less.
func TestFieldsFit(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for range 500 {
		head, taken := 63+r.IntN(2), r.IntN(9)
		widths := make([]int, 1+r.IntN(40))
		for i := range widths {
			widths[i] = 1 + r.IntN(32)
		}
		place := func(most int) (w Words, ok bool) {
			w.Start(most, head, taken)
			used := map[int]uint64{0: 1<<taken - 1}
			for _, width := range widths {
				word, shift, ok := w.Place(width)
				if !ok {
					return w, false
				}
				mask := uint64(1<<width-1) << shift
				require.Zero(t, used[word]&mask)
				used[word] |= mask
				require.LessOrEqual(t, int(shift)+width, 64)
				require.True(t, word > 0 || int(shift)+width <= head)
			}
			return w, true
		}
		all, ok := place(1 << 20)
		require.True(t, ok)
		n := all.Bytes()
		again, ok := place(n)
		require.True(t, ok)
		require.Equal(t, n, again.Bytes())
		_, ok = place(n - 1)
		require.False(t, ok)
	}
}
