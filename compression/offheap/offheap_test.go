package offheap

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBlocksAreZeroAndKeepWhatIsWritten(t *testing.T) {
	for _, n := range []int{0, 1, 100, mapFrom, 1<<20 + 3} {
		b := Alloc[uint64](n)
		require.Len(t, b.Data, n)
		require.EqualValues(t, 8*n, b.Bytes())
		for i := range b.Data {
			if b.Data[i] != 0 {
				t.Fatal("memory is not zero")
			}
			b.Data[i] = uint64(i)
		}
		b.Discard(0, n/2)
		for i := n/2 + 1; i < n; i++ {
			if b.Data[i] != uint64(i) {
				t.Fatalf("cell %d of %d holds %d", i, n, b.Data[i])
			}
		}
		b.Free()
		require.Empty(t, b.Data)
	}
}

// TestArenaKeepsPieces allocates pieces of all sizes, some larger than a chunk.
func TestArenaKeepsPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var a Arena[byte]
	type piece struct {
		off, n int
		fill   byte
	}
	var pieces []piece
	for i := range 3000 {
		n := 1 + r.IntN(3000)
		if i%700 == 699 {
			n = chunkBytes + r.IntN(3*chunkBytes)
		}
		need, before := a.Need(n), a.Bytes()
		off := a.Alloc(n)
		require.LessOrEqual(t, a.Bytes()-before, need+chunkBytes)
		b := a.At(off, n)
		for j := range b {
			if b[j] != 0 {
				t.Fatal("memory is not zero")
			}
			b[j] = byte(i)
		}
		pieces = append(pieces, piece{off, n, byte(i)})
	}
	i := 0
	a.Walk(func(off int) int {
		p := pieces[i]
		require.Equal(t, p.off, off)
		for _, x := range a.At(p.off, p.n) {
			if x != p.fill {
				t.Fatalf("piece %d is damaged", i)
			}
		}
		i++
		return p.n
	})
	require.Equal(t, len(pieces), i)
	require.Positive(t, a.End())
	a.Free()
	require.Zero(t, a.Bytes())
}

func TestSmallArenasAreSmall(t *testing.T) {
	var a Arena[uint64]
	a.Alloc(3)
	require.LessOrEqual(t, a.Bytes(), int64(4096))
	a.Free()
}

// TestNoMemory: if there is no memory, Alloc panics with a value that Exhausted recognizes; released memory
// is available again.
func TestNoMemory(t *testing.T) {
	try := func(n int) (failed bool) {
		defer func() { failed = Exhausted(recover()) }()
		b := Alloc[byte](n)
		b.Free()
		return false
	}
	Limit(held.Load() + 1<<20)
	defer Limit(0)
	for range 3 {
		require.False(t, try(1<<20))
		require.True(t, try(1<<20+1))
	}
	Limit(0)
	require.True(t, try(1<<60), "the system refuses")
	require.False(t, try(1<<20))
	Refuse(func(bytes int) bool { return bytes > 100 })
	defer Refuse(nil)
	require.False(t, try(100))
	require.True(t, try(101))
	require.PanicsWithValue(t, "other", func() { Exhausted("other") })
}
