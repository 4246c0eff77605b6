package systemtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/search"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/thorough"
	"gospin/vm"
)

var _ space.Noted = Noted{}

// batched searches a toy in batches of roots.
func batched(
	t *testing.T,
	toy *Toy,
	coarsely bool,
	task batch.Task,
	grain int,
	offers, ones *int,
) *batch.Result {
	t.Helper()
	states := space.New(func() space.Noted {
		return Noted{Toy: toy.Again(), Coarsely: coarsely, Offers: offers, Ones: ones}
	}, grain, nil)
	states.SetWidths(task.Widths())
	task.Space = states
	r, err := space.Run(&task)
	require.NoError(t, err)
	return r
}

// holdToy compares searches in batches with the naive one.
func holdToy(t *testing.T, name any, mk func() *Toy, offers, ones *int) (want Counts) {
	t.Helper()
	want = Count(mk(), 0)
	ignore := search.Limits{NoEnd: true, NoAssert: true}
	for grain := range space.Coarsest + 1 {
		for _, coarsely := range []bool{false, true} {
			for _, task := range []batch.Task{
				{Limits: ignore}, {Limits: ignore, Batch: 1}, {Limits: ignore, Order: batch.DepthFirst},
				{Limits: ignore, Order: batch.BreadthFirst, Batch: 3}, {Limits: ignore, Workers: 3, Batch: 2},
				{Limits: ignore, Unmove: &batch.Unmove{Every: 5, Code: 3, Span: 14, Young: -1}},
			} {
				a, b := offers, ones
				if task.Workers > 1 {
					a, b = new(int), new(int)
					if !coarsely {
						continue // counting is not synchronized
					}
				}
				toy := mk()
				if !coarsely {
					toy.ShowBytes()
				}
				r := batched(t, toy, coarsely, task, grain, a, b)
				got := Counts{r.Stored, r.Matched, r.AtomicSteps, want.Depth, want.Errors, r.MaxVector}
				if task.Order == batch.DepthFirst {
					got.Depth = r.Depth
				}
				require.False(t, r.Failed)
				require.Equal(t, want, got, "%v grain %d coarsely %v %+v", name, grain, coarsely, task)
			}
		}
	}
	return want
}

// TestRandomSystemsInBatches: systems with coarse or fine records of their accesses give the same result as
// the naive search.
func TestRandomSystemsInBatches(t *testing.T) {
	states, offers, ones, crashes := uint64(0), 0, 0, 0
	for seed := range thorough.Of[uint64](25, 150) {
		mk := func() *Toy {
			toy := RandomBeside(seed).Toy
			for _, steps := range toy.Types {
				for i := range steps {
					if steps[i].Crash != nil {
						crashes++
						steps[i].Crash = nil
					}
				}
			}
			return toy
		}
		states += holdToy(t, seed, mk, &offers, &ones).Stored
	}
	t.Logf("%d states, %d offers, without %d crashes", states, offers, crashes)
	require.Greater(t, states, thorough.Of[uint64](333, 10000))
	require.Greater(t, offers, thorough.Of(33, 1000))
}

// TestCrashesInBatches: faults that end a search are found.
func TestCrashesInBatches(t *testing.T) {
	met := 0
	for seed := range thorough.Of[uint64](50, 300) {
		sys := RandomBeside(seed).Toy
		crashes := 0
		_, err := search.DFS(&search.Task{Sys: RandomBeside(seed), Store: store.NewPlain(sys.L, 0),
			OnFault: func(f *search.Fault) error {
				if !f.EndState && f.Kind == vm.RuntimeError {
					crashes++
				}
				return nil
			}}, search.DFSOptions{})
		require.NoError(t, err)
		r := batched(t, sys, seed%2 == 0, batch.Task{
			Limits: search.Limits{NoEnd: true, NoAssert: true},
		}, 0, new(int), new(int))
		require.Equal(t, crashes > 0, r.Failed, "seed %d", seed)
		if crashes > 0 {
			met++
			require.Equal(t, vm.Failed, r.Kind)
			require.Contains(t, kindsOf(r.Faults), vm.RuntimeError)
		}
	}
	require.Greater(t, met, thorough.Of(0, 10))
}

func kindsOf(faults []vm.Fault) (kinds []vm.FaultKind) {
	for _, f := range faults {
		kinds = append(kinds, f.Kind)
	}
	return kinds
}

// TestStepsOneByOneInBatches has a process that reads more than can be remembered for the whole process.
func TestStepsOneByOneInBatches(t *testing.T) {
	mk := func() *Toy {
		var watch []Step
		var types [][]Step
		for i := range 3 {
			at := Place{In: Global, At: i}
			types = append(types, []Step{{Set: []Set{{Place: at, Mul: 1, Add: 1, Mod: 9}}}})
			watch = append(watch, Step{If: &Test{Place: at, Val: byte(2 * i)},
				Set: []Set{{Place: Place{In: Local, At: i}, Mul: 1, Add: 1, Mod: 2}}})
		}
		toy := plain(3, 4, append(types, watch)...)
		toy.Start = []int{0, 1, 2, 3}
		return toy.Prepare()
	}
	offers, ones := 0, 0
	want := holdToy(t, "watching", mk, &offers, &ones)
	require.EqualValues(t, 9*9*9*2*2*2, want.Stored)
	require.Greater(t, ones, thorough.Of(0, 10))
}

// TestFixedSystemsInBatches compares with counts that follow from the systems.
func TestFixedSystemsInBatches(t *testing.T) {
	for name, mk := range map[string]func() *Toy{
		"counters":  func() *Toy { return Counters(3, 7) },
		"asserting": Asserting,
		"blocked":   Blocked,
		"spawning":  func() *Toy { return Spawning(30) },
		"sequence":  func() *Toy { return Sequence().Toy },
		"failing":   func() *Toy { return FailingSequence().Toy },
	} {
		holdToy(t, name, mk, new(int), new(int))
	}
	require.EqualValues(t, 7*7*7, Count(Counters(3, 7), 0).Stored)
	r := batched(t, Blocked(), false, batch.Task{}, 0, new(int), new(int))
	require.True(t, r.Failed)
	require.Equal(t, vm.InvalidEnd, r.Kind)
	r = batched(t, Asserting(), true, batch.Task{}, 0, new(int), new(int))
	require.True(t, r.Failed)
	require.Equal(t, []vm.FaultKind{vm.AssertionViolated}, kindsOf(r.Faults))
}
