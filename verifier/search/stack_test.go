package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStackKeepsPieces pushes and cuts pieces at random, some longer than a chunk.
func TestStackKeepsPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var s stack[uint64]
	chunkLen := 1 << s.shift()
	type piece struct {
		off, n int
		fill   uint64
	}
	var pieces []piece
	for i := range uint64(4000) {
		if n := len(pieces); n > 0 && r.IntN(5) < 2 {
			s.cut(pieces[n-1].off)
			pieces = pieces[:n-1]
		} else {
			x := make([]uint64, 1+r.IntN(200))
			if r.IntN(50) == 0 {
				x = make([]uint64, chunkLen-10+r.IntN(2*chunkLen))
			}
			for j := range x {
				x[j] = i
			}
			pieces = append(pieces, piece{s.push(x), len(x), i})
		}
		if len(pieces) > 0 && i%7 == 0 {
			p := pieces[r.IntN(len(pieces))]
			for i, x := range s.at(p.off, p.n) {
				if x != p.fill || *s.of(p.off, i) != p.fill {
					t.Fatalf("piece %+v holds %d", p, x)
				}
			}
		}
	}
	require.Greater(t, len(pieces), 100)
	require.Equal(t, pieces[5].fill, *s.item(pieces[5].off))
}
