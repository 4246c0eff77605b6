package systemtest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/store/cache"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm/layout"
)

// places are the shared places that a step reads or writes.
func (s *Step) places() (all, written []Place) {
	for _, t := range []*Test{s.If, s.Fail, s.Crash} {
		if t != nil {
			all = append(all, t.Place)
		}
	}
	for i := range s.Set {
		all, written = append(all, s.Set[i].Place), append(written, s.Set[i].Place)
	}
	return all, written
}

func shared(p Place) bool { return p.In == Global || p.In == Chan || p.In == Hidden }

func meet(a, b []Place) bool {
	for _, p := range a {
		for _, q := range b {
			if shared(p) && p == q {
				return true
			}
		}
	}
	return false
}

// lean is a search.Lean of a toy.
func (t *Toy) lean(e, f *system.Choice) bool {
	if e.Pid >= f.Pid || e.Trans == 0 || f.Trans == 0 {
		return false
	}
	a, b := t.trans[e.Trans].Step, t.trans[f.Trans].Step
	for _, s := range []*Step{a, b} {
		if s.Send+s.Recv+s.Run > 0 || s.Atomic || s.To == End || s.Crash != nil {
			return false
		}
	}
	x, xw := a.places()
	y, yw := b.places()
	return !meet(xw, y) && !meet(yw, x)
}

// TestLeanSearchesVisitAllStates: in all orders, with a cache and without one, no state or error is only
// reachable by edges that are omitted.
func TestLeanSearchesVisitAllStates(t *testing.T) {
	searches, left, all := 0, uint64(0), uint64(0)
	kinds, strategies := caches(), strategies()
	for seed := range thorough.Of[uint64](13, 80) {
		mk := func() system.System {
			toy := Random(seed)
			for len(toy.Start) < 3 && seed%2 == 0 { // several that run concurrently
				toy.Start = append(toy.Start, int(seed)%len(toy.Types))
			}
			toy.Max = max(toy.Max, len(toy.Start))
			for _, steps := range toy.Types {
				for i := range steps {
					if seed%4 < 2 {
						steps[i].Run, steps[i].Crash = 0, nil
					}
				}
			}
			return toy
		}
		if c := Count(mk(), 0); c.Stored > 400 || c.Stored < 5 {
			continue
		}
		sys := mk()
		want := explored(t, mk, store.NewPlain(sys.Layout(), 0), deep)
		wanted := map[string]bool{}
		for _, v := range want.visits {
			wanted[v] = true
		}
		for name := range frontiers(seed) {
			searches++
			sys := mk()
			by := func(task *search.Task) (*search.Result, error) {
				return search.Explore(task, search.ExploreOptions{
					Open: frontiers(seed)[name], Lean: task.Sys.(*Toy).lean,
				})
			}
			got := explored(t, mk, store.NewPlain(sys.Layout(), 0), by)
			what := fmt.Sprintf("seed %d %s", seed, name)
			require.Equal(t, want.Stored, got.Stored, what)
			require.Equal(t, messages(want), messages(got), what)
			left, all = left+want.Matched-got.Matched, all+want.Matched+want.Stored
			evict := strategies[searches%len(strategies)]
			for _, chains := range []bool{false, true} {
				limit := 0
				for limit >= 0 {
					st := func(l *layout.Layout) *cache.Cache {
						return kinds["keys"](l, cache.Options{States: limit, Evict: evict})
					}
					how := search.Caching{Chains: chains}
					_, found, did, full := forgetful(t, mk, frontiers(seed)[name], st, how, true)
					if !full {
						require.Len(t, found, len(wanted), "%s limit %d", what, limit)
					}
					if limit > 0 || full {
						break
					}
					limit = did.Tree
				}
			}
		}
	}
	t.Logf("%d searches left out %d of %d edges", searches, left, all)
	require.Greater(t, left, all/50)
}
