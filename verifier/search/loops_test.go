package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// dressed is a system whose vectors have a byte that says nothing.
type dressed struct{ system.System }

func (dressed) Repeats(s *vm.State, vec []byte) bool { return s.Vec[0] == vec[0] }

// TestLoopsAreKnownByWhatStatesSay: the system decides if a state repeats another one, not its bytes.
func TestLoopsAreKnownByWhatStatesSay(t *testing.T) {
	sys, l := dressed{}, loops{at: -1}
	at := func(a, b byte, excl int16) *vm.State { return &vm.State{Vec: []byte{a, b}, Excl: excl} }
	require.False(t, l.closed(sys, at(7, 0, 1), 1<<11, 5))
	require.False(t, l.closed(sys, at(8, 0, 1), 1<<11+1, 6))
	require.False(t, l.closed(sys, at(7, 1, 2), 1<<11+2, 7), "another process has the control")
	require.True(t, l.closed(sys, at(7, 1, 1), 1<<11+3, 8))
}

// exact is a store.
type exact struct{ store.Store }

// TestSweepLinesHaveAStore: a store beside theirs is refused, and so is one that forgets nothing as a cache.
func TestSweepLinesHaveAStore(t *testing.T) {
	_, err := Sweep(&Task{Store: exact{}}, &Line{})
	require.ErrorContains(t, err, "a store of its own")
	_, err = SweepCached(&Task{Store: exact{}}, &CachedLine{})
	require.ErrorContains(t, err, "forgets states")
}
