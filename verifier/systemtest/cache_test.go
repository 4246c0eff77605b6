package systemtest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/atomic"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/store/cache"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/layout"
)

// caches are all ways to keep keys in a cache.
func caches() map[string]func(l *layout.Layout, o cache.Options) *cache.Cache {
	return map[string]func(l *layout.Layout, o cache.Options) *cache.Cache{
		"keys": cache.OfKeys,
		"codes": func(l *layout.Layout, o cache.Options) *cache.Cache {
			return cache.OfCodes(l, compression.RLE{}, o)
		},
		"roots": func(l *layout.Layout, o cache.Options) *cache.Cache {
			return cache.OfRoots(l, compression.CollapseOptions{}, o)
		},
	}
}

// strategies determine what is forgotten first.
func strategies() [][]cache.Criterion {
	return [][]cache.Criterion{
		nil,
		{{By: cache.OldestOut}},
		{{By: cache.NewestOut}},
		{{By: cache.Depth}},
		{{By: cache.Depth, Reverse: true}, {By: cache.OldestOut}},
		{{By: cache.Indegree}, {By: cache.Outdegree, Reverse: true}},
		{{By: cache.Visits}, {By: cache.NewestOut}},
		{{By: cache.Strata, Modulo: 3}, {By: cache.Outdegree}},
	}
}

// noting is an order that records which states are found.
type noting struct {
	search.Frontier
	sys   system.System
	found map[string]int
}

func (n noting) Add(open uint32, s *vm.State) {
	n.found[string(n.sys.Layout().Key(s.Vec))]++
	n.Frontier.Add(open, s)
}

// forgetful searches with a cache, replays each counterexample, and returns the findings.
func forgetful(
	t *testing.T, mk func() system.System, order search.Frontier, st func(*layout.Layout) *cache.Cache,
	how search.Caching, lean bool,
) (exploration, map[string]int, cache.Stats, bool) {
	t.Helper()
	var did cache.Stats
	found, full := map[string]int{}, false
	var out exploration
	sys, again := mk(), mk()
	made := st(sys.Layout())
	defer made.Free()
	task := &search.Task{Sys: sys, Store: made}
	options := search.ExploreOptions{Open: noting{order, sys, found}, Caching: how}
	if lean {
		options.Lean = sys.(*Toy).lean
	}
	told := map[string]bool{}
	task.OnFault = func(f *search.Fault) error {
		out.faults = append(out.faults, f.Msg)
		if len(out.faults) > 50 && told[f.Msg] {
			return nil
		}
		told[f.Msg] = true
		_, eff := follow(t, again, f.Moves())
		require.True(t, f.EndState || eff&vm.Failed != 0)
		return nil
	}
	r, err := search.Explore(task, options)
	require.NoError(t, err)
	did = made.Did()
	if r.Stopped {
		require.Equal(t, []string{search.MemoryLimit}, r.Incomplete)
		require.ErrorIs(t, made.Err(), cache.ErrFull)
		full = true
	}
	out.Counts = Counts{r.Stored, r.Matched, r.AtomicSteps, r.Depth, r.Errors, r.MaxVector}
	return out, found, did, full
}

func messages(e exploration) []string {
	seen := map[string]bool{}
	for _, m := range e.faults {
		seen[m] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// TestCachesVisitAllStates: in all orders, with all strategies and caches down to the smallest that holds the
// tree, every state is visited, and the same errors are found; a smaller cache reports that it is too small.
func TestCachesVisitAllStates(t *testing.T) {
	searches, forgot, full, states := 0, uint64(0), 0, uint64(0)
	kinds := caches()
	names := slices.Sorted(maps.Keys(kinds))
	all := strategies()
	for seed := range thorough.Of[uint64](6, 60) {
		mk := func() system.System { return Random(seed) }
		if seed%3 == 0 {
			mk = func() system.System { return atomic.New(RandomBeside(seed), nil) }
		}
		if Count(RandomBeside(seed).Toy, 0).Stored > 300 {
			continue
		}
		sys := mk()
		want := explored(t, mk, store.NewPlain(sys.Layout(), 0), deep)
		wanted := map[string]bool{}
		for _, v := range want.visits {
			wanted[v] = true
		}
		states += want.Stored
		for name := range frontiers(seed) {
			for _, chains := range []bool{false, true} {
				searches++
				keys, evict := names[searches%len(names)], all[searches%len(all)]
				st := func(limit int) func(l *layout.Layout) *cache.Cache {
					return func(l *layout.Layout) *cache.Cache {
						return kinds[keys](l, cache.Options{States: limit, Evict: evict, Seed: seed})
					}
				}
				what := fmt.Sprintf("seed %d %s %s %v chains %v", seed, name, keys, evict, chains)
				how := search.Caching{Chains: chains}
				got, found, did, _ := forgetful(t, mk, frontiers(seed)[name], st(0), how, false)
				sameCounts(t, want.Counts, got.Counts, what)
				require.Zero(t, did.Forgotten)
				require.Zero(t, did.InTree, what)
				for limit := did.Tree; limit > 0; limit -= max(1, limit/3) {
					got, found, did, failed := forgetful(t, mk, frontiers(seed)[name], st(limit), how, false)
					forgot += did.Forgotten
					require.LessOrEqual(t, did.Most, limit, what)
					if failed {
						full++
						continue
					}
					require.Equal(t, len(wanted), len(found), "%s limit %d", what, limit)
					require.Equal(t, messages(want), messages(got), what)
				}
				require.Len(t, found, len(wanted))
			}
		}
	}
	t.Logf("%d searches of %d states, %d forgotten, %d caches too small", searches, states, forgot, full)
	require.Greater(t, forgot, thorough.Of[uint64](333, 10000))
	require.Greater(t, full, thorough.Of(16, 500))
}
