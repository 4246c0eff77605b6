package systemtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
)

func dfs(t *testing.T, sys system.System, st store.Store, limits search.Limits) *search.Result {
	t.Helper()
	defer st.Free()
	r, err := search.DFS(&search.Task{Sys: sys, Store: st, Limits: limits}, search.DFSOptions{})
	require.NoError(t, err)
	return r
}

// TestRandomSystems compares searches with every store with the naive one.
func TestRandomSystems(t *testing.T) {
	total, faults, atomic := uint64(0), 0, uint64(0)
	for seed := range thorough.Of[uint64](66, 400) {
		for _, depth := range []int{0, 3, 6, 9, 14} {
			// Each search has its own system, since layouts number shapes in the order of their appearance.
			want := Count(Random(seed), depth)
			for name, mk := range stores(t) {
				sys := Random(seed)
				r := dfs(t, sys, mk(sys.Layout(), 0), search.Limits{Depth: depth})
				got := Counts{r.Stored, r.Matched, r.AtomicSteps, r.Depth, r.Errors, r.MaxVector}
				require.False(t, r.Stopped)
				require.Equal(t, want, got, "seed %d depth %d store %s", seed, depth, name)
			}
			total, faults, atomic = total+want.Stored, faults+want.Errors, atomic+want.AtomicSteps
		}
	}
	t.Logf("%d states, %d errors, %d atomic steps", total, faults, atomic)
	require.Greater(t, total, thorough.Of[uint64](666, 20000))
	require.Greater(t, faults, thorough.Of(33, 1000))
	require.Greater(t, atomic, thorough.Of[uint64](33, 1000))
}

// TestFixedSystems compares with counts that follow from the systems.
func TestFixedSystems(t *testing.T) {
	for name, mk := range stores(t) {
		sys := Counters(3, 7)
		r := dfs(t, sys, mk(sys.Layout(), 0), search.Limits{})
		require.EqualValues(t, 7*7*7, r.Stored, name)
		require.EqualValues(t, 3*7*7*7+1, r.Transitions(), name)
		require.Zero(t, r.Errors)
		require.Equal(t, 3+3+3*8, r.MaxVector)

		sys = Blocked()
		r = dfs(t, sys, mk(sys.Layout(), 0), search.Limits{})
		require.EqualValues(t, 1, r.Stored)
		require.Equal(t, 1, r.Errors)

		sys = Spawning(100)
		r = dfs(t, sys, mk(sys.Layout(), 0), search.Limits{})
		require.EqualValues(t, 2*100+1, r.Stored, name)
		require.Zero(t, r.Errors)
	}
}
