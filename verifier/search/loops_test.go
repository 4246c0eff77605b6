package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/store"
	"gospin/vm"
)

// TestLoopsAreKnownByState: a sequence has looped if the same process continues in the same state.
func TestLoopsAreKnownByState(t *testing.T) {
	l := loops{at: -1}
	at := func(a byte, excl int16) *vm.State { return &vm.State{Vec: []byte{a}, Excl: excl} }
	require.False(t, l.closed(at(7, 1), 1<<11, 5))
	require.False(t, l.closed(at(8, 1), 1<<11+1, 6))
	require.False(t, l.closed(at(7, 2), 1<<11+2, 7), "another process has the control")
	require.True(t, l.closed(at(7, 1), 1<<11+3, 8))
}

// exact is a store.
type exact struct{ store.Store }

// TestSweepLinesHaveAStore: a sweep-line search rejects an additional store, and a cache that forgets
// nothing.
func TestSweepLinesHaveAStore(t *testing.T) {
	_, err := Sweep(&Task{Store: exact{}}, &Line{})
	require.ErrorContains(t, err, "a store of its own")
	_, err = SweepCached(&Task{Store: exact{}}, &CachedLine{})
	require.ErrorContains(t, err, "forgets states")
}
