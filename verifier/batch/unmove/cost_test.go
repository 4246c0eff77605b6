package unmove_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/batch/unmove"
	"gospin/verifier/search"
)

// set sets a variable during a test.
func set[T any](t *testing.T, what *T, to T) {
	was := *what
	*what = to
	t.Cleanup(func() { *what = was })
}

// searched searches a toy, and compares the counts with those of a naive search.
func searched(t *testing.T, order batch.Order, u *batch.Unmove, space *toy) *batch.Result {
	got, err := unmove.Search(&batch.Task{Space: space, Order: order, Unmove: u})
	require.NoError(t, err)
	want := space.Naive(true)
	require.Equal(t, want.Stored, got.Stored)
	require.Equal(t, want.Matched, got.Matched)
	require.False(t, got.Stopped)
	return got
}

// TestCrowdedRulesGetMoreNames checks that the search begins again with more names if many rules fit a state.
func TestCrowdedRulesGetMoreNames(t *testing.T) {
	set(t, unmove.CrowdTold, 8)
	set(t, unmove.CrowdWork, 0)
	for _, order := range []batch.Order{batch.BreadthFirst, batch.DepthFirst} {
		got := searched(t, order, &batch.Unmove{Crowd: -1}, shared(2, 16, 14))
		require.Equal(t, 1, got.Unmove.Again)
		require.False(t, got.Left)
		require.Less(t, got.Unmove.Reads, 4*got.Unmove.Looks)
	}
}

// TestDearSearchesChangeTheSet checks that states are stored in another set if more names are not wanted, or
// do not help.
func TestDearSearchesChangeTheSet(t *testing.T) {
	set(t, unmove.WorkEach, 0)
	set(t, unmove.CrowdTold, 8)
	set(t, unmove.CrowdWork, 0)
	for _, order := range []batch.Order{batch.BreadthFirst, batch.DepthFirst} {
		got := searched(t, order, &batch.Unmove{Crowd: -1, Strict: true}, shared(2, 16, 14))
		require.True(t, got.Left)
		require.Zero(t, got.Unmove)
		require.Positive(t, got.Table)
		dear := counters(4, 12)
		dear.Pad = 4
		dear.Pack()
		got = searched(t, order, &batch.Unmove{Code: unmove.WideCode, Free: 1}, dear)
		require.True(t, got.Left)
	}
}

// TestLongChainsEndALook checks that the effort and the memory of one look-up are bounded.
func TestLongChainsEndALook(t *testing.T) {
	set(t, unmove.LooksBytes, 1<<6)
	set(t, unmove.MostReads, 2)
	for _, order := range []batch.Order{batch.BreadthFirst, batch.DepthFirst} {
		u := &batch.Unmove{Code: 2, Span: 8, Least: -1, Free: 1 << 62, Strict: true, Crowd: 1 << 30}
		require.True(t, searched(t, order, u, shared(2, 16, 14)).Left)
	}
}

// TestUnmoveLimitsStandWhereItChanges checks that a limit of states also applies to a search that began
// again.
func TestUnmoveLimitsStandWhereItChanges(t *testing.T) {
	set(t, unmove.CrowdTold, 8)
	set(t, unmove.CrowdWork, 0)
	got, err := unmove.Search(&batch.Task{
		Space: shared(2, 16, 14), Workers: 3, Limits: search.Limits{States: 3000},
		Unmove: &batch.Unmove{Crowd: -1, Strict: true},
	})
	require.NoError(t, err)
	require.True(t, got.Left)
	require.EqualValues(t, 3000, got.Stored)
	require.Equal(t, 1, got.Workers)
}

// TestCrowdedRulesMayBeCheap checks that the search continues unchanged if look-ups cost little.
func TestCrowdedRulesMayBeCheap(t *testing.T) {
	set(t, unmove.CrowdTold, 8)
	for _, order := range []batch.Order{batch.BreadthFirst, batch.DepthFirst} {
		got := searched(t, order, &batch.Unmove{Crowd: -1}, shared(2, 16, 14))
		require.Zero(t, got.Unmove.Again)
		require.False(t, got.Left)
	}
}

// TestManyChainsAreFollowedInParts checks that the memory for chains of many roots is bounded, and the set is
// not changed.
func TestManyChainsAreFollowedInParts(t *testing.T) {
	set(t, unmove.LooksBytes, 1<<12)
	for _, workers := range []int{1, 2} {
		space := shared(2, 16, 14)
		got, err := unmove.Search(&batch.Task{Space: space, Unmove: &batch.Unmove{}, Workers: workers})
		require.NoError(t, err)
		want := space.Naive(true)
		require.Equal(t, want.Stored, got.Stored)
		require.Equal(t, want.Matched, got.Matched)
		require.False(t, got.Left)
	}
}
