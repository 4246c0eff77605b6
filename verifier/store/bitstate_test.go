package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBitstate knows every state again; of what is new it may miss a little.
func TestBitstate(t *testing.T) {
	l := testLayout(false)
	s := NewBitstate(l, 1<<18)
	oracle := map[string]bool{}
	w := newWalk(3, l, 5)
	missed := 0
	for range 20000 {
		w.step()
		_, status := s.Visit(&Arrival{State: &w.s})
		key := string(l.Key(w.s.Vec))
		if oracle[key] {
			require.Equal(t, Closed, status)
		} else if status == Closed {
			missed++
		}
		oracle[key] = true
	}
	require.Greater(t, len(oracle), 10000)
	require.Less(t, missed, len(oracle)/100)
	require.EqualValues(t, len(oracle)-missed, s.Stats().Stored)
	require.EqualValues(t, 1<<18, s.Stats().Bytes)
	require.Equal(t, Caps{}, s.Caps())
	s.Free()
}
