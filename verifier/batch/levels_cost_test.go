package batch

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/search"
)

// shared are cells that all set one more to any number: any other may have been there before.
func shared(n, k, m int) *toy {
	space := newToy(make([]int, n+1), func(values []int, to func(move)) {
		was := values[n]
		for i, v := range values[:n] {
			values[i] = (v + 1) % k
			for values[n] = range m {
				to(move{values: values, deeper: 1})
			}
			values[i], values[n] = v, was
		}
	})
	space.pad = 4
	space.pack()
	return space
}

// set gives a variable another value during a test.
func set[T any](t *testing.T, what *T, to T) {
	was := *what
	*what = to
	t.Cleanup(func() { *what = was })
}

// searched is a search of a toy, whose counts must be those of a naive one.
func searched(t *testing.T, order Order, u *Unmove, space *toy) *Result {
	got, err := Search(&Task{Space: space, Order: order, Unmove: u})
	require.NoError(t, err)
	want := space.naive(true)
	require.Equal(t, want.stored, got.Stored)
	require.Equal(t, want.matched, got.Matched)
	require.False(t, got.Stopped)
	return got
}

// TestCrowdedRulesGetMoreNames: where many rules fit a state, the search begins again with more names.
func TestCrowdedRulesGetMoreNames(t *testing.T) {
	set(t, &crowdTold, 8)
	set(t, &crowdWork, 0)
	for _, order := range []Order{BreadthFirst, DepthFirst} {
		got := searched(t, order, &Unmove{Crowd: -1}, shared(2, 16, 14))
		require.Equal(t, 1, got.Unmove.Again)
		require.False(t, got.Left)
		require.Less(t, got.Unmove.Reads, 4*got.Unmove.Looks)
	}
}

// TestDearSearchesChangeTheSet: where that is not wanted, or does not help, the states are kept otherwise.
func TestDearSearchesChangeTheSet(t *testing.T) {
	set(t, &workEach, 0)
	set(t, &crowdTold, 8)
	set(t, &crowdWork, 0)
	for _, order := range []Order{BreadthFirst, DepthFirst} {
		got := searched(t, order, &Unmove{Crowd: -1, Strict: true}, shared(2, 16, 14))
		require.True(t, got.Left)
		require.Zero(t, got.Unmove)
		require.Positive(t, got.Table)
		dear := counters(4, 12)
		dear.pad = 4
		dear.pack()
		got = searched(t, order, &Unmove{Code: wideCode, Free: 1}, dear)
		require.True(t, got.Left)
	}
}

// TestLongChainsEndALook: one look does not follow chains without a bound, and what it takes is bounded.
func TestLongChainsEndALook(t *testing.T) {
	set(t, &looksBytes, 1<<6)
	set(t, &mostReads, 2)
	for _, order := range []Order{BreadthFirst, DepthFirst} {
		u := &Unmove{Code: 2, Span: 8, Least: -1, Free: 1 << 62, Strict: true, Crowd: 1 << 30}
		require.True(t, searched(t, order, u, shared(2, 16, 14)).Left)
	}
}

// TestUnmoveLimitsStandWhereItChanges: a limit of states holds for the search that began again.
func TestUnmoveLimitsStandWhereItChanges(t *testing.T) {
	set(t, &crowdTold, 8)
	set(t, &crowdWork, 0)
	got, err := Search(&Task{Space: shared(2, 16, 14), Unmove: &Unmove{Crowd: -1, Strict: true}, Workers: 3,
		Limits: search.Limits{States: 3000}})
	require.NoError(t, err)
	require.True(t, got.Left)
	require.EqualValues(t, 3000, got.Stored)
	require.Equal(t, 1, got.Workers)
}

// TestCrowdedRulesMayBeCheap: where looks cost little, the search goes on as it is.
func TestCrowdedRulesMayBeCheap(t *testing.T) {
	set(t, &crowdTold, 8)
	for _, order := range []Order{BreadthFirst, DepthFirst} {
		got := searched(t, order, &Unmove{Crowd: -1}, shared(2, 16, 14))
		require.Zero(t, got.Unmove.Again)
		require.False(t, got.Left)
	}
}

// TestManyChainsAreFollowedInParts: what chains from many roots take together is bounded, and the set stays.
func TestManyChainsAreFollowedInParts(t *testing.T) {
	set(t, &looksBytes, 1<<12)
	for _, workers := range []int{1, 2} {
		space := shared(2, 16, 14)
		got, err := Search(&Task{Space: space, Unmove: &Unmove{}, Workers: workers})
		require.NoError(t, err)
		want := space.naive(true)
		require.Equal(t, want.stored, got.Stored)
		require.Equal(t, want.matched, got.Matched)
		require.False(t, got.Left)
	}
}
