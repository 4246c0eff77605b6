package batch

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// full is a set that has no room, and can't grow.
type full struct{ roots.Set[[1]uint64] }

func (full) Add(_ [][1]uint64, from int, fresh []uint32) ([]uint32, int) { return fresh, from }
func (full) Grow(int64) bool                                             { return false }

// TestSetsThatDoNotGrow checks that a search ends with a reason if its states don't fit into a set of another
// width.
func TestSetsThatDoNotGrow(t *testing.T) {
	w := &job{Common: NewCommon(&Task{Context: t.Context()})}
	left := &rest{n: 1, set: func(f func([]uint64)) { f([]uint64{1}) }}
	takeSet(w, left, func(_ roots.Kind, room uint64, workers int) roots.Set[[1]uint64] {
		return full{roots.NewPlain[[1]uint64](room, workers)}
	}).Free()
	require.Equal(t, []string{search.MemoryLimit}, w.Result.Incomplete)
	require.True(t, w.Result.Stopped)
}
