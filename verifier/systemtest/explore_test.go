package systemtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
	"gospin/vm"
)

// frontiers are the frontiers of all registered orders, some with several arguments.
func frontiers(seed uint64) map[string]search.Frontier {
	names := way.OrderExamples("x")
	const inf = search.Unbounded
	for _, w := range []int{1, 2, 3, 7, inf} {
		names = append(names, fmt.Sprint("bbfs:", w))
	}
	for _, a := range [][2]int{{0, inf}, {inf, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 0}, {3, 1}} {
		names = append(names, fmt.Sprint("alt:", a[0], ",", a[1]))
	}
	out := map[string]search.Frontier{}
	for _, name := range names {
		o, err := way.ParseOrder(strings.ReplaceAll(name, fmt.Sprint(inf), "inf"))
		if err != nil {
			panic(err)
		}
		if o.Kind != way.AnyOrder { // only for batches
			out[name] = o.Frontier(way.Meaning{Seed: seed, Value: func(s *vm.State) int32 {
				return int32(s.Vec[len(s.Vec)-1]) % 3
			}})
		}
	}
	return out
}

// exploration is the behaviour of a search in an order.
type exploration struct {
	Counts
	visits []string
	faults []string
	depths []int // of the faults
}

// witness is a store that records the order of visits.
type witness struct {
	store.Store
	sys    system.System
	visits *[]string
}

func (w witness) Visit(a *store.Arrival) (store.Ref, store.Status) {
	*w.visits = append(*w.visits, string(w.sys.Layout().Key(a.State.Vec)))
	return w.Store.Visit(a)
}

// follow makes the moves of a path one by one, and returns the effect of the last one.
func follow(t *testing.T, sys system.System, moves []vm.Move) (s vm.State, eff vm.Effect) {
	sys.Initial(&s)
	for _, m := range moves {
		x := &system.Expansion{}
		if sys.Expand(&s, x); x.Effect&vm.Released != 0 {
			sys.Expand(&s, x)
		}
		c := system.ChoiceOf(m)
		require.Contains(t, x.Choices, c)
		eff = sys.Do(&s, &c, 0).Effect
	}
	return s, eff
}

// explored searches, and replays each counterexample.
func explored(
	t *testing.T, mk func() system.System, st store.Store, by func(*search.Task) (*search.Result, error),
) exploration {
	t.Helper()
	var out exploration
	sys, again := mk(), mk()
	task := &search.Task{Sys: sys, Store: witness{st, sys, &out.visits}}
	defer st.Free()
	task.OnFault = func(f *search.Fault) error {
		moves := f.Moves()
		out.faults, out.depths = append(out.faults, f.Msg), append(out.depths, len(moves))
		s, eff := follow(t, again, moves)
		if f.EndState {
			x := &system.Expansion{}
			again.Expand(&s, x)
			if x.Effect&vm.Released != 0 {
				again.Expand(&s, x)
			}
			require.NotZero(t, x.Effect&vm.InvalidEnd)
		} else {
			require.NotZero(t, eff&vm.Failed)
			require.Equal(t, f.Msg, again.Faults()[0].Msg)
		}
		return nil
	}
	r, err := by(task)
	require.NoError(t, err)
	require.False(t, r.Stopped)
	out.Counts = Counts{r.Stored, r.Matched, r.AtomicSteps, r.Depth, r.Errors, r.MaxVector}
	return out
}

func exploring(order search.Frontier) func(*search.Task) (*search.Result, error) {
	return func(task *search.Task) (*search.Result, error) {
		return search.Explore(task, search.ExploreOptions{Open: order})
	}
}

// deep searches depth first.
func deep(task *search.Task) (*search.Result, error) {
	return search.DFS(task, search.DFSOptions{})
}

func sameCounts(t *testing.T, want, got Counts, what string) {
	t.Helper()
	got.Depth = want.Depth
	require.Equal(t, want, got, what)
}

// TestRandomSystemsInEveryOrder: every order has the counts of the naive search, and some have the same
// visits.
func TestRandomSystemsInEveryOrder(t *testing.T) {
	total, faults := uint64(0), 0
	for seed := range thorough.Of[uint64](20, 120) {
		want := Count(Random(seed), 0)
		if want.Stored > 3000 {
			continue
		}
		total += want.Stored
		for _, together := range []bool{false, true} {
			mk := func() system.System {
				if toy := RandomBeside(seed); together {
					return atomic.New(toy, nil)
				}
				return Random(seed)
			}
			want := want
			if together {
				want = Count(RandomBeside(seed).Toy, 0)
			}
			all := map[string]exploration{}
			for name, order := range frontiers(seed) {
				sys := mk()
				got := explored(t, mk, store.NewPlain(sys.Layout(), 0), exploring(order))
				sameCounts(t, want, got.Counts, fmt.Sprint(seed, " ", name))
				all[name] = got
				faults += len(got.faults)
			}
			sys := mk()
			path := explored(t, mk, store.NewPlain(sys.Layout(), 0), deep)
			for _, same := range []string{"dfs", "bbfs:1", fmt.Sprint("alt:0,", search.Unbounded)} {
				require.Equal(t, path, all[same], "seed %d %s", seed, same)
			}
			for _, same := range []string{fmt.Sprint("bbfs:", search.Unbounded), fmt.Sprint("alt:", search.Unbounded, ",0")} {
				require.Equal(t, all["bfs"], all[same], "seed %d %s", seed, same)
			}
		}
	}
	t.Logf("%d states, %d faults", total, faults)
	require.Greater(t, total, thorough.Of[uint64](66, 2000))
	require.Greater(t, faults, thorough.Of(33, 1000))
}

// TestBreadthFirstIsShortest: without sequences, every fault is found with the minimum number of moves.
func TestBreadthFirstIsShortest(t *testing.T) {
	compared := 0
	for seed := range thorough.Of[uint64](33, 200) {
		mk := func() system.System {
			toy := Random(seed)
			for _, steps := range toy.Types {
				for i := range steps {
					steps[i].Atomic = false
				}
			}
			return toy
		}
		sys := mk()
		if Count(mk(), 0).Stored > 3000 {
			continue
		}
		var want []int
		type at struct {
			s     *vm.State
			depth int
		}
		s := &vm.State{}
		sys.Initial(s)
		seen := map[string]bool{string(sys.Layout().Key(s.Vec)): true}
		for next := []at{{s, 0}}; len(next) > 0; next = next[1:] {
			a := next[0]
			choices, eff := expand(sys, a.s)
			if eff&vm.InvalidEnd != 0 {
				want = append(want, a.depth)
			}
			for _, c := range choices {
				s := clone(a.s)
				eff := sys.Do(s, &c, 0).Effect
				for range sys.Faults() {
					want = append(want, a.depth+1)
				}
				if key := string(sys.Layout().Key(s.Vec)); eff&vm.Pruned == 0 && !seen[key] {
					seen[key] = true
					next = append(next, at{s, a.depth + 1})
				}
			}
		}
		got := explored(t, mk, store.NewPlain(sys.Layout(), 0), exploring(search.BreadthFirst()))
		require.ElementsMatch(t, want, got.depths, "seed %d", seed)
		compared += len(want)
	}
	require.Greater(t, compared, thorough.Of(10, 300))
}

// asking is a store that requests the moves to each state, and makes them itself.
type asking struct {
	store.Store
	t      *testing.T
	again  system.System
	chosen *vm.State
	asked  *int
}

func (a asking) Caps() store.Caps { return store.Caps{Exact: true, Via: true} }

func (a asking) Visit(at *store.Arrival) (store.Ref, store.Status) {
	if len(a.chosen.Vec) > 0 {
		s := clone(a.chosen)
		for _, m := range at.Via {
			c := system.ChoiceOf(m)
			choices, eff := expand(a.again, s)
			if eff&vm.Released != 0 {
				choices, _ = expand(a.again, s)
			}
			require.Contains(a.t, choices, c)
			a.again.Do(s, &c, 0)
		}
		require.True(a.t, a.again.Same(at.State, s.Vec))
		*a.asked++
	}
	return a.Store.Visit(at)
}

// telling is an order that reports which state it has chosen.
type telling struct {
	search.Frontier
	all    map[uint32]*vm.State
	chosen *vm.State
}

func (o telling) Add(open uint32, s *vm.State) {
	o.all[open] = clone(s)
	o.Frontier.Add(open, s)
}

func (o telling) Next() (uint32, bool) {
	open, ok := o.Frontier.Next()
	if ok {
		o.chosen.CopyFrom(o.all[open])
	}
	return open, ok
}

// TestMovesOfArrivals: in all orders, the moves lead from the chosen state to the visited one.
func TestMovesOfArrivals(t *testing.T) {
	asked := 0
	for seed := range thorough.Of[uint64](6, 40) {
		if Count(Random(seed), 0).Stored > 300 {
			continue
		}
		for _, order := range frontiers(seed) {
			sys, chosen := Random(seed), &vm.State{}
			st := asking{store.NewPlain(sys.L, 0), t, sys.Again(), chosen, &asked}
			by := telling{order, map[uint32]*vm.State{}, chosen}
			_, err := search.Explore(&search.Task{Sys: sys, Store: st}, search.ExploreOptions{Open: by})
			require.NoError(t, err)
			st.Free()
		}
	}
	require.Greater(t, asked, thorough.Of(100, 3000))
}
