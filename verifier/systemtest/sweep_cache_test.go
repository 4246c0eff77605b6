package systemtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/search"
	"gospin/verifier/store/cache"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// passing is a sweep-line search with a cache.
type passing struct {
	*search.Swept
	visited map[string]bool
	faults  map[string]bool
	did     cache.Stats
}

func passingOver(
	t *testing.T, g *states, value func(*vm.State, []int32) ([]int32, error), st *cache.Cache,
) passing {
	t.Helper()
	defer st.Free()
	out := passing{visited: map[string]bool{}, faults: map[string]bool{}}
	task := &search.Task{Sys: g.sys, Store: st}
	task.OnFault = func(f *search.Fault) error {
		out.faults[f.Msg] = true
		return nil
	}
	noted := func(s *vm.State, dst []int32) ([]int32, error) {
		out.visited[g.key(s)] = true
		return value(s, dst)
	}
	var err error
	out.Swept, err = search.SweepCached(task, &search.CachedLine{Value: noted})
	require.NoError(t, err)
	out.did = st.Did()
	return out
}

// TestSweepLinesWithCaches: with every measure, strategy and size of the cache, down to the smallest that
// holds the tree, all states are visited, and all errors found. If the cache holds everything that is not
// passed, the search is the same as without it.
func TestSweepLinesWithCaches(t *testing.T) {
	forgot, passed, full, kept := uint64(0), uint64(0), 0, uint64(0)
	kinds := caches()
	names := []string{}
	for name := range kinds {
		names = append(names, name)
	}
	slices.Sort(names)
	all := strategies()
	for seed := range thorough.Of[uint64](13, 80) {
		g := graphOf(Random(seed))
		if len(g.links) > 400 {
			continue
		}
		rank := g.ranks()
		for i, value := range []func(*vm.State, []int32) ([]int32, error){
			func(s *vm.State, dst []int32) ([]int32, error) { return append(dst, rank[g.key(s)]), nil },
			func(_ *vm.State, dst []int32) ([]int32, error) { return dst, nil },
			hashed(g, seed, 1, 4), hashed(g, seed, 2, 3), hashed(g, seed, 3, 1<<32),
		} {
			plain, faults, _ := sweepOver(t, g, value, false)
			pick := int(seed) + i
			cache := func(limit int) *cache.Cache {
				return kinds[names[pick%len(names)]](g.sys.Layout(), cache.Options{
					States: limit, Evict: all[pick%len(all)], Seed: seed, Sweeps: true})
			}
			what := fmt.Sprintf("seed %d, measure %d", seed, i)
			got := passingOver(t, g, value, cache(0))
			require.Empty(t, got.Incomplete, what)
			require.Equal(t, plain.Nodes, got.Nodes, what)
			require.Equal(t, plain.Peak, got.Peak, what)
			require.Equal(t, plain.Persistent, got.Persistent, what)
			require.Equal(t, plain.Regress, got.Regress, what)
			require.Equal(t, plain.Sweeps, got.Sweeps, what)
			require.Equal(t, plain.Values, got.Values, what)
			require.Equal(t, faults, got.faults, what)
			require.Len(t, got.visited, len(g.links), what)
			for limit := int(plain.Peak); limit > 0; limit -= max(1, limit/3) {
				got := passingOver(t, g, value, cache(limit))
				forgot, passed, kept = forgot+got.did.Forgotten, passed+got.did.Passed, kept+got.Persistent
				require.LessOrEqual(t, got.did.Most, limit, what)
				if got.Stopped {
					require.Equal(t, []string{search.MemoryLimit}, got.Incomplete)
					full++
					continue
				}
				require.Equal(t, faults, got.faults, "%s limit %d", what, limit)
				require.Len(t, got.visited, len(g.links), "%s limit %d", what, limit)
			}
		}
	}
	t.Logf("%d states forgotten, %d passed, %d kept for ever, %d caches too small", forgot, passed, kept, full)
	require.Greater(t, forgot, thorough.Of[uint64](33, 1000))
	require.Greater(t, passed, thorough.Of[uint64](333, 10000))
	require.Positive(t, full)
}
