package batch_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/search"
	"gospin/verifier/thorough"
	"gospin/vm"
)

func check(t *testing.T, space *toy, task batch.Task) *batch.Result {
	task.Space = space
	got, err := batch.Search(&task)
	require.NoError(t, err)
	want := space.Naive(task.Order == batch.BreadthFirst)
	require.Equal(t, want.Stored, got.Stored)
	require.Equal(t, want.Matched, got.Matched)
	require.Equal(t, want.Atomic, got.AtomicSteps)
	require.False(t, got.Stopped)
	require.False(t, got.Failed)
	require.Equal(t, want.Stored, got.Stats.Expanded)
	require.Equal(t, want.Matched+want.Stored-1, got.Stats.Found)
	require.EqualValues(t, space.Packed, got.Stats.Repacks)
	require.Equal(t, space.Words(), got.Stats.Words)
	if task.Order != batch.AnyOrder {
		require.Equal(t, want.Depth, got.Depth)
		require.Equal(t, want.Order, space.Expanded)
	}
	return got
}

var batches = []int{1, 2, 24, 1000}

func TestCountsAreExact(t *testing.T) {
	toys := map[string]func() *toy{
		"counters": func() *toy { return counters(4, 6) },
		"cube":     func() *toy { return counters(11, 2) },
		"graph":    func() *toy { return graph(1000, 5) },
		"wide":     func() *toy { return wide(4, 6) },
	}
	for name, make := range toys {
		for _, size := range batches {
			for i, workers := range []int{1, 2, 3, 8} {
				if !thorough.Every(2, i+len(name)) {
					continue
				}
				t.Run(fmt.Sprintf("%s/batch=%d/workers=%d", name, size, workers), func(t *testing.T) {
					check(t, make(), batch.Task{Workers: workers, Batch: size})
				})
			}
		}
	}
}

func TestPackedAnewAtAnyState(t *testing.T) {
	for i, force := range []int{1, 2, 7, 40} {
		for j, size := range batches {
			for k, workers := range []int{1, 2, 3, 8} {
				if !thorough.Every(3, i+j+k) {
					continue
				}
				t.Run(fmt.Sprintf("%d/batch=%d/workers=%d", force, size, workers), func(t *testing.T) {
					space := counters(3, 6)
					space.Force = force
					r := check(t, space, batch.Task{Workers: workers, Batch: size})
					require.GreaterOrEqual(t, int(r.Stats.Repacks), 216/(force+1)/workers)
				})
			}
		}
	}
}

func TestOrders(t *testing.T) {
	toys := map[string]func() *toy{
		"counters": func() *toy { return counters(3, 6) },
		"graph":    func() *toy { return graph(200, 5) },
		"wide":     func() *toy { return wide(3, 6) },
	}
	for name, make := range toys {
		for i, size := range batches {
			for k, force := range []int{0, 1, 7, 100} {
				if !thorough.Every(4, i+k) {
					continue
				}
				for _, order := range []batch.Order{batch.DepthFirst, batch.BreadthFirst} {
					t.Run(fmt.Sprintf("%s/batch=%d/%d/%d", name, size, force, order), func(t *testing.T) {
						space := make()
						space.Force = force
						check(t, space, batch.Task{Order: order, Batch: size, Workers: 2})
					})
				}
			}
		}
	}
}

// all makes a task in all orders, and in any order with one worker and with three.
func all(t *testing.T, f func(t *testing.T, task batch.Task)) {
	for name, task := range map[string]batch.Task{
		"any": {}, "3 workers": {Workers: 3}, "deep": {Order: batch.DepthFirst}, "broad": {Order: batch.BreadthFirst},
	} {
		t.Run(name, func(t *testing.T) { f(t, task) })
	}
}

func TestLimitOfStates(t *testing.T) {
	all(t, func(t *testing.T, task batch.Task) {
		for _, most := range []uint64{1, 2, 100, 2401, 2402} {
			space := counters(4, 7)
			task.Space, task.Limits.States = space, most
			r, err := batch.Search(&task)
			require.NoError(t, err)
			require.Equal(t, most <= 2401, r.Stopped)
			if most > 2401 {
				require.Equal(t, space.Naive(false).Stored, r.Stored)
				continue
			}
			require.Equal(t, []string{search.StateLimit}, r.Incomplete)
			if task.Workers < 2 {
				require.Equal(t, most, r.Stored)
			} else {
				require.GreaterOrEqual(t, r.Stored, most)
				require.LessOrEqual(t, r.Stored, most+3*batch.GoodBatch*4)
			}
		}
	})
}

func TestLimitOfMemory(t *testing.T) {
	all(t, func(t *testing.T, task batch.Task) {
		const most = 3_000_000
		task.Space, task.Limits.Memory = quick[[2]uint64]{mask: 1<<20 - 1}, most
		if task.Order == batch.DepthFirst {
			task.Space = chain{1 << 20}
		}
		r, err := batch.Search(&task)
		require.NoError(t, err)
		require.Equal(t, []string{search.MemoryLimit}, r.Incomplete)
		require.True(t, r.Stopped)
		chunks := int64(max(1, task.Workers)) << 18 // by which stacks may exceed the limit unnoticed
		require.LessOrEqual(t, r.Table+r.Stack, int64(most)+chunks)
		require.Greater(t, r.Stored, uint64(20_000))
	})
}

func TestLimitOfTime(t *testing.T) {
	all(t, func(t *testing.T, task batch.Task) {
		ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer stop()
		task.Context = ctx
		task.Space = quick[[1]uint64]{mask: 1<<40 - 1}
		if task.Order == batch.DepthFirst {
			task.Space = chain{1 << 40}
		}
		r, err := batch.Search(&task)
		require.NoError(t, err)
		require.Equal(t, []string{search.TimeLimit}, r.Incomplete)
		require.Greater(t, r.Stored, uint64(1))
	})
}

func TestProgress(t *testing.T) {
	all(t, func(t *testing.T, task batch.Task) {
		var told []search.Result
		task.Space = counters(4, 3)
		task.Progress = func(r *search.Result) { told = append(told, *r) }
		task.Context = t.Context()
		w := batch.NewCommon(&task)
		batch.Due(w)
		counted := func() search.Result { return search.Result{Stored: 7} }
		require.True(t, w.Look(100, 50, counted))
		require.True(t, w.Look(100, 20, counted), "not again within a second")
		require.Equal(t, []search.Result{{Stored: 7, Stack: 50, MaxVector: 4}}, told)
	})
}

// odd is a toy that is unusable in some way.
type odd struct {
	*toy
	narrow bool // Repack fails
	effect vm.Effect
	engine any
}

func (o *odd) Repack() bool { return !o.narrow && o.toy.Repack() }

func (o *odd) Initial() ([]uint64, vm.Effect) {
	r, _ := o.toy.Initial()
	return r, o.effect
}

func (o *odd) Engine() any {
	if o.engine != nil {
		return o.engine
	}
	return o.toy.Engine()
}

func TestSearchesThatCannotBeMade(t *testing.T) {
	all(t, func(t *testing.T, task batch.Task) {
		task.Space = &odd{toy: counters(2, 3), narrow: true}
		_, err := batch.Search(&task)
		require.ErrorIs(t, err, batch.ErrWide)

		never := counters(2, 3)
		never.Force = -1
		task.Space = never
		_, err = batch.Search(&task)
		require.ErrorContains(t, err, "any packing")

		task.Space = &odd{toy: counters(2, 3), engine: "none"}
		_, err = batch.Search(&task)
		require.ErrorContains(t, err, "no engine")

		task.Space = &odd{toy: counters(2, 3), effect: vm.Failed | vm.Pruned}
		r, err := batch.Search(&task)
		require.NoError(t, err)
		require.True(t, r.Failed)
		require.Equal(t, vm.Failed, r.Kind)
		require.Zero(t, r.Stored)
	})
}

func TestTimesAreTakenIfAskedFor(t *testing.T) {
	all(t, func(t *testing.T, task batch.Task) {
		task.Space = counters(4, 6)
		require.Zero(t, check(t, counters(4, 6), task).Stats.Expand)
		task.Stats = true
		r := check(t, counters(4, 6), task)
		require.Positive(t, r.Stats.Expand)
		require.Positive(t, r.Stats.Add)
		require.Positive(t, r.Stack)
		require.Positive(t, r.Table)
	})
}

// failing returns counters that have an effect when all are at the top, and continue nevertheless.
func failing(effect vm.Effect, kinds ...vm.FaultKind) *toy {
	s := counters(3, 6)
	next := s.Next
	s.Next = func(values []int, to func(move)) {
		next(values, to)
		if values[0]+values[1]+values[2] == 15 {
			m := move{Effect: effect}
			for _, kind := range kinds {
				m.Faults = append(m.Faults, vm.Fault{Kind: kind})
			}
			to(m)
		}
	}
	return s
}

func TestErrors(t *testing.T) {
	all(t, func(t *testing.T, task batch.Task) {
		for name, c := range map[string]struct {
			space  *toy
			limits search.Limits
			fails  bool
			kind   vm.Effect
		}{
			"assertion":     {failing(vm.Failed, vm.AssertionViolated), search.Limits{}, true, vm.Failed},
			"excused":       {failing(vm.Failed, vm.AssertionViolated), search.Limits{NoAssert: true}, false, 0},
			"run time":      {failing(vm.Failed, vm.RuntimeError), search.Limits{NoAssert: true}, true, vm.Failed},
			"one of two":    {failing(vm.Failed, 0, vm.EventError), search.Limits{NoAssert: true}, true, vm.Failed},
			"end":           {failing(vm.InvalidEnd), search.Limits{NoAssert: true}, true, vm.InvalidEnd},
			"end, excused":  {failing(vm.InvalidEnd), search.Limits{NoEnd: true}, false, 0},
			"end, but fail": {failing(vm.InvalidEnd|vm.Failed, 0), search.Limits{NoEnd: true}, true, 0},
			"abort":         {failing(vm.Abort), search.Limits{NoAssert: true, NoEnd: true}, true, vm.Abort},
		} {
			t.Run(name, func(t *testing.T) {
				if !c.fails {
					task.Limits = c.limits
					check(t, c.space, task)
					return
				}
				task.Space, task.Limits = c.space, c.limits
				r, err := batch.Search(&task)
				require.NoError(t, err)
				require.True(t, r.Failed)
				require.True(t, r.Stopped)
				if c.kind != 0 {
					require.Equal(t, c.kind, r.Kind)
				}
				require.Equal(t, []int{5, 5, 5}, c.space.Values(r.At))
				require.Equal(t, r.Kind&vm.Failed != 0, len(r.Faults) > 0)
			})
		}
	})
}

func TestWorkersJoinLate(t *testing.T) {
	for _, force := range []int{0, 5000} {
		for _, workers := range []int{2, 3, 8} {
			space := counters(5, 7)
			space.Force = force
			r := check(t, space, batch.Task{Workers: workers, Late: 1})
			require.Equal(t, workers, r.Workers)
		}
	}
	require.Equal(t, 1, check(t, counters(4, 7), batch.Task{Workers: 2, Late: time.Hour}).Workers)
	require.Equal(t, 1, check(t, counters(4, 7), batch.Task{Workers: 2, Order: batch.BreadthFirst}).Workers)
}

// TestCrew checks that Task.Crew is called whenever the number of workers changes.
func TestCrew(t *testing.T) {
	for name, task := range map[string]batch.Task{"at once": {Workers: 3}, "late": {Workers: 3, Late: 1}} {
		t.Run(name, func(t *testing.T) {
			var said []int
			task.Crew = func(workers int) { said = append(said, workers) }
			check(t, counters(5, 7), task)
			require.Equal(t, []int{3, 1}, said)
		})
	}
	check(t, counters(3, 3), batch.Task{Crew: func(int) { t.Fatal("one worker takes no other processors") }})
}

// TestPathsToErrors checks that a search with paths counts the same, and that paths to errors are shortest
// paths, whatever the batch and however often the packing changes.
func TestPathsToErrors(t *testing.T) {
	for _, size := range []int{1, 3, 24} {
		for _, force := range []int{0, 7, 60} {
			space := failing(vm.Failed|vm.InvalidEnd, vm.AssertionViolated, vm.AssertionViolated)
			space.Force = force
			met := 0
			task := &batch.Task{Space: space, Batch: size, OnError: func(l *batch.Lead) bool {
				met++
				require.Len(t, l.Faults, 2)
				path := l.Path()
				require.Len(t, path, 16)
				require.Equal(t, []int{5, 5, 5}, space.Values(path[15]))
				for i, root := range path {
					v := space.Values(root)
					require.Equal(t, i, v[0]+v[1]+v[2])
				}
				return true
			}}
			r, err := batch.Search(task)
			require.NoError(t, err)
			require.Equal(t, 1, met)
			require.Equal(t, 3, r.Errors)
			require.False(t, r.Stopped)
			require.EqualValues(t, 6*6*6, r.Stored)
			require.Equal(t, 15, r.Depth)
			require.ElementsMatch(t, []batch.Met{{End: true}, {Kind: vm.AssertionViolated}}, r.Met)
			if force > 0 {
				require.Positive(t, r.Stats.Repacks)
			}
			task.OnError = func(*batch.Lead) bool { return false }
			task.Space = failing(vm.Failed, vm.AssertionViolated)
			r, err = batch.Search(task)
			require.NoError(t, err)
			require.True(t, r.Stopped)
			require.Equal(t, 1, r.Errors)
		}
	}
}
