package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPools: pieces don't change while others come and go, and memory is reused.
func TestPools(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		r := rand.New(rand.NewPCG(1, 2))
		p := &pool[byte]{grain: 8, inOrder: inOrder}
		type piece struct {
			off int
			x   []byte
		}
		var kept []piece
		for i := range 60000 {
			n := 1 + r.IntN(300)
			if i%1000 == 0 {
				n = 1<<16 + r.IntN(1<<16) // longer than a chunk
			}
			x := slices.Repeat([]byte{byte(i)}, n)
			kept = append(kept, piece{p.keep(x), x})
			if len(kept) > 1000 {
				at := 0
				if !inOrder || i%50 == 0 {
					at = r.IntN(len(kept))
				}
				old := kept[at]
				require.Equal(t, old.x, p.chunks[old.off>>p.shift()][old.off&(1<<p.shift()-1):][:len(old.x)])
				p.giveBack(old.off, len(old.x))
				kept = slices.Delete(kept, at, at+1)
			}
		}
		require.Less(t, len(p.chunks), 200, "in order: %v", inOrder)
	}
}
