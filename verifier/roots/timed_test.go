package roots

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTimed checks that measuring times does not change which roots are new, with one worker and with
// several.
func TestTimed(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, workers := range []int{1, 2} {
		plain, timed := NewPlain[[2]uint64](0, workers), NewPlain[[2]uint64](0, workers)
		var times Times
		for range 200 {
			rs := make([][2]uint64, random.IntN(300))
			for i := range rs {
				rs[i] = [2]uint64{1 + random.Uint64N(300), random.Uint64N(300)}
			}
			var want, got []uint32
			for from := 0; from < len(rs); {
				if want, from = plain.Add(rs, from, want); from < len(rs) {
					require.True(t, plain.Grow(0))
				}
			}
			for from := 0; from < len(rs); {
				if got, from = timed.AddTimed(rs, from, got, &times); from < len(rs) {
					require.True(t, timed.Grow(0))
				}
			}
			require.Equal(t, want, got)
		}
		require.Equal(t, plain.Len(), timed.Len())
		require.Positive(t, times.Hash)
		require.Positive(t, times.Wait)
		require.Positive(t, times.Put)
		require.Equal(t, times.Hash+times.Wait+times.Put, times.All())
		plain.Free()
		timed.Free()
	}
}
