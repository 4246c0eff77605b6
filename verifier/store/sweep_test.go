package store_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/store"
	"gospin/vm"
	"gospin/vm/layout"
)

// Vectors may be longer than chunks, and the measure may have many values.
func TestSweepOfLongVectors(t *testing.T) {
	for _, size := range []int{5, 30_000, 100_000} {
		l := &layout.Layout{Hidden: 4, Unstored: true, Globals: size}
		var st vm.State
		st.Vec = make([]byte, l.Root().Size)
		l.SetShape(st.Vec, l.Root())
		s := store.NewSweep(l, 0)
		put := func(i int) *vm.State {
			st.Vec[0] = byte(i) // hidden, but kept with the vector
			binary.LittleEndian.PutUint32(st.Vec[len(st.Vec)-4:], uint32(i))
			return &st
		}
		value := func(i int) []int32 { return []int32{int32(-i / 20), int32(i) % 2 << 30, 1, -1 << 31} }
		const n = 100
		for _, want := range []store.Status{store.New, store.Closed} {
			for i := range n {
				m, status, regress := s.Arrive(put(i), value(i), uint32(2*i))
				require.Equal(t, store.Met{uint32(i), uint32(2 * i)}, m)
				require.False(t, regress)
				require.Equal(t, want, status)
			}
			_, ok := s.Known(put(n - 1))
			require.True(t, ok)
		}
		_, err := s.Sweep(nil)
		require.NoError(t, err)
		var last []int32
		seen := map[uint32]bool{}
		for {
			var got vm.State
			m, ok := s.Next(&got)
			if !ok {
				break
			}
			i := int(m.Number)
			require.Equal(t, put(i).Vec, got.Vec)
			require.False(t, seen[m.Number])
			seen[m.Number] = true
			if last != nil {
				require.LessOrEqual(t, last[0], value(i)[0])
			}
			last = value(i)
		}
		require.Len(t, seen, n)
		_, ok := s.Known(put(n - 1))
		require.False(t, ok, "what has been forgotten is known")
		_, status, regress := s.Arrive(put(3), value(3), 0)
		require.Equal(t, store.New, status)
		require.False(t, regress, "between sweeps there is nothing to go back from")
		s.Free()
	}
}

func TestSweepLimits(t *testing.T) {
	l := &layout.Layout{Hidden: 1, Globals: 40}
	var st vm.State
	st.Vec = make([]byte, l.Root().Size)
	l.SetShape(st.Vec, l.Root())
	s := store.NewSweep(l, 8<<20)
	defer s.Free()
	for i := uint32(0); ; i++ {
		binary.LittleEndian.PutUint32(st.Vec[10:], i)
		if _, status, _ := s.Arrive(&st, nil, 0); status == store.Full {
			require.Greater(t, i, uint32(50_000))
			break
		}
		require.LessOrEqual(t, s.Bytes(), int64(8<<20))
	}
	binary.LittleEndian.PutUint32(st.Vec[10:], 7)
	m, status, _ := s.Arrive(&st, nil, 0)
	require.Equal(t, store.Closed, status)
	require.EqualValues(t, 7, m.Number)
}
