package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/store"
	"gospin/verifier/store/storetest"
	"gospin/vm"
	"gospin/vm/layout"
)

func TestFailingCodecsMakeTheStoreFull(t *testing.T) {
	l := storetest.Layout(false)
	c := compression.NewCollapse1997(l, compression.CollapseOptions{IndexBytes: 1})
	s := store.NewCoded(l, compression.NewChain(c, compression.NewHuffman(nil)), 0)
	why := s.Err
	require.NoError(t, why())
	n, status := count(s, l, 1000)
	require.Equal(t, store.Full, status)
	require.Equal(t, 256, n, "one byte tells as many values apart")
	require.EqualValues(t, 256, s.Stats().Stored)
	require.ErrorContains(t, why(), "-index-bytes 2 is needed")
	require.GreaterOrEqual(t, s.Stats().Bytes, c.Bytes())
	s.Free()
	require.NoError(t, store.NewCoded(l, compression.RLE{}, 0).Err())
}

// TestLongCodes has codes of lengths around the maximum of one byte, and codes longer than a chunk of the
// arena.
func TestLongCodes(t *testing.T) {
	for _, n := range []int{120, 126, 127, 128, 130, 40000, 1 << 20} {
		l := &layout.Layout{Globals: n - layout.ShapeBytes}
		s := store.NewCoded(l, compression.RLE{}, 0)
		sh := l.Root()
		st := vm.State{Vec: make([]byte, sh.Size)}
		for i := range 5 {
			for j := range l.Globals { // no runs: a code is twice as long as its key
				st.Vec[layout.ShapeBytes+j] = byte(1 + j&1 + 2*i)
			}
			ref, status := s.Visit(&store.Arrival{State: &st})
			require.Equal(t, store.New, status)
			again, status := s.Visit(&store.Arrival{State: &st})
			require.Equal(t, store.Closed, status)
			require.Equal(t, ref, again)
		}
		require.EqualValues(t, 5, s.Stats().Stored, n)
		s.Free()
	}
}
