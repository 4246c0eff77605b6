package batch

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/search"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// counters are n counters from 0 to m-1, each of which may take a step.
func counters(n, m int) *toy {
	return newToy(make([]int, n), func(values []int, to func(move)) {
		for i, v := range values {
			values[i] = (v + 1) % m
			to(move{values: values, atomic: uint64(v & 1), deeper: 1 + v%3, reach: v * 2})
			values[i] = v
		}
		if values[0]%2 == 1 {
			to(move{reach: 3})
		}
	})
}

// graph is a random graph: from each of n nodes lead up to k edges.
func graph(n, k int) *toy {
	return newToy([]int{0, 0}, func(values []int, to func(move)) {
		x := uint64(values[0])*0x9e3779b97f4a7c15 + uint64(values[1])
		for range 1 + int(x>>60)%k {
			x = x*0xd1b54a32d192ed03 + 0x9e3779b97f4a7c15
			next := []int{int(x>>32) % n, int(x>>40) % 3}
			to(move{values: next, atomic: x >> 62, deeper: 1, reach: int(x >> 59 & 3)})
		}
	})
}

// wide are counters whose roots get wider: of one word at first, and of more later.
func wide(n, m int) *toy {
	s := counters(n, m)
	s.pad = 60 / n
	s.pack()
	return s
}

func check(t *testing.T, space *toy, task Task) *Result {
	task.Space = space
	got, err := Search(&task)
	require.NoError(t, err)
	want := space.naive(task.Order == BreadthFirst)
	require.Equal(t, want.stored, got.Stored)
	require.Equal(t, want.matched, got.Matched)
	require.Equal(t, want.atomic, got.AtomicSteps)
	require.False(t, got.Stopped)
	require.False(t, got.Failed)
	require.Equal(t, want.stored, got.Stats.Expanded)
	require.Equal(t, want.matched+want.stored-1, got.Stats.Found)
	require.EqualValues(t, space.packed, got.Stats.Repacks)
	require.Equal(t, space.Words(), got.Stats.Words)
	if task.Order != AnyOrder {
		require.Equal(t, want.depth, got.Depth)
		require.Equal(t, want.order, space.order)
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
		for _, batch := range batches {
			for i, workers := range []int{1, 2, 3, 8} {
				if !thorough.Every(2, i+len(name)) {
					continue
				}
				t.Run(fmt.Sprintf("%s/batch=%d/workers=%d", name, batch, workers), func(t *testing.T) {
					check(t, make(), Task{Workers: workers, Batch: batch})
				})
			}
		}
	}
}

func TestPackedAnewAtAnyState(t *testing.T) {
	for _, force := range []int{1, 2, 7, 40} {
		for _, batch := range batches {
			for _, workers := range []int{1, 2, 3, 8} {
				t.Run(fmt.Sprintf("%d/batch=%d/workers=%d", force, batch, workers), func(t *testing.T) {
					space := counters(3, 6)
					space.force = force
					r := check(t, space, Task{Workers: workers, Batch: batch})
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
		for i, batch := range batches {
			for k, force := range []int{0, 1, 7, 100} {
				if !thorough.Every(2, i+k) {
					continue
				}
				for _, order := range []Order{DepthFirst, BreadthFirst} {
					t.Run(fmt.Sprintf("%s/batch=%d/%d/%d", name, batch, force, order), func(t *testing.T) {
						space := make()
						space.force = force
						check(t, space, Task{Order: order, Batch: batch, Workers: 2})
					})
				}
			}
		}
	}
}

// all makes a task in all orders, in any order by one worker and by three.
func all(t *testing.T, f func(t *testing.T, task Task)) {
	for name, task := range map[string]Task{
		"any": {}, "3 workers": {Workers: 3}, "deep": {Order: DepthFirst}, "broad": {Order: BreadthFirst},
	} {
		t.Run(name, func(t *testing.T) { f(t, task) })
	}
}

func TestLimitOfStates(t *testing.T) {
	all(t, func(t *testing.T, task Task) {
		for _, most := range []uint64{1, 2, 100, 2401, 2402} {
			space := counters(4, 7)
			task.Space, task.Limits.States = space, most
			r, err := Search(&task)
			require.NoError(t, err)
			require.Equal(t, most <= 2401, r.Stopped)
			if most > 2401 {
				require.Equal(t, space.naive(false).stored, r.Stored)
				continue
			}
			require.Equal(t, []string{search.StateLimit}, r.Incomplete)
			if task.Workers < 2 {
				require.Equal(t, most, r.Stored)
			} else {
				require.GreaterOrEqual(t, r.Stored, most)
				require.LessOrEqual(t, r.Stored, most+3*goodBatch*4)
			}
		}
	})
}

func TestLimitOfMemory(t *testing.T) {
	all(t, func(t *testing.T, task Task) {
		const most = 3_000_000
		task.Space, task.Limits.Memory = quick[[2]uint64]{mask: 1<<20 - 1}, most
		if task.Order == DepthFirst {
			task.Space = chain{1 << 20}
		}
		r, err := Search(&task)
		require.NoError(t, err)
		require.Equal(t, []string{search.MemoryLimit}, r.Incomplete)
		require.True(t, r.Stopped)
		chunks := int64(max(1, task.Workers)) << 18 // which stacks may have more before that is seen
		require.LessOrEqual(t, r.Table+r.Stack, int64(most)+chunks)
		require.Greater(t, r.Stored, uint64(20_000))
	})
}

func TestLimitOfTime(t *testing.T) {
	all(t, func(t *testing.T, task Task) {
		ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer stop()
		task.Context = ctx
		task.Space = quick[[1]uint64]{mask: 1<<40 - 1}
		if task.Order == DepthFirst {
			task.Space = chain{1 << 40}
		}
		r, err := Search(&task)
		require.NoError(t, err)
		require.Equal(t, []string{search.TimeLimit}, r.Incomplete)
		require.Greater(t, r.Stored, uint64(1))
	})
}

func TestProgress(t *testing.T) {
	all(t, func(t *testing.T, task Task) {
		var told []search.Result
		task.Space = counters(4, 3)
		task.Progress = func(r *search.Result) { told = append(told, *r) }
		task.Context = t.Context()
		w := &whole{Task: &task}
		counted := func() search.Result { return search.Result{Stored: 7} }
		require.True(t, w.look(100, 50, counted))
		require.True(t, w.look(100, 20, counted), "not again within a second")
		require.Equal(t, []search.Result{{Stored: 7, Stack: 50, MaxVector: 4}}, told)
	})
}

// odd is a toy that is of no use in some way.
type odd struct {
	*toy
	narrow bool // cannot be packed for more
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
	all(t, func(t *testing.T, task Task) {
		task.Space = &odd{toy: counters(2, 3), narrow: true}
		_, err := Search(&task)
		require.ErrorIs(t, err, ErrWide)

		never := counters(2, 3)
		never.force = -1
		task.Space = never
		_, err = Search(&task)
		require.ErrorContains(t, err, "any packing")

		task.Space = &odd{toy: counters(2, 3), engine: "none"}
		_, err = Search(&task)
		require.ErrorContains(t, err, "no engine")

		task.Space = &odd{toy: counters(2, 3), effect: vm.Failed | vm.Pruned}
		r, err := Search(&task)
		require.NoError(t, err)
		require.True(t, r.Failed)
		require.Equal(t, vm.Failed, r.Kind)
		require.Zero(t, r.Stored)
	})
}

func TestTimesAreTakenIfAskedFor(t *testing.T) {
	all(t, func(t *testing.T, task Task) {
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

// failing are counters with an effect where they are all at the top, which leads on nevertheless.
func failing(effect vm.Effect, kinds ...vm.FaultKind) *toy {
	s := counters(3, 6)
	next := s.next
	s.next = func(values []int, to func(move)) {
		next(values, to)
		if values[0]+values[1]+values[2] == 15 {
			m := move{effect: effect}
			for _, kind := range kinds {
				m.faults = append(m.faults, vm.Fault{Kind: kind})
			}
			to(m)
		}
	}
	return s
}

func TestErrors(t *testing.T) {
	all(t, func(t *testing.T, task Task) {
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
				r, err := Search(&task)
				require.NoError(t, err)
				require.True(t, r.Failed)
				require.True(t, r.Stopped)
				if c.kind != 0 {
					require.Equal(t, c.kind, r.Kind)
				}
				values := decode(c.space.widths, r.At)
				for i, n := range values {
					require.Equal(t, 5, c.space.values[i][n])
				}
				require.Equal(t, r.Kind&vm.Failed != 0, len(r.Faults) > 0)
			})
		}
	})
}

func TestWorkersJoinLate(t *testing.T) {
	for _, force := range []int{0, 5000} {
		for _, workers := range []int{2, 3, 8} {
			space := counters(5, 7)
			space.force = force
			r := check(t, space, Task{Workers: workers, Late: 1})
			require.Equal(t, workers, r.Workers)
		}
	}
	require.Equal(t, 1, check(t, counters(4, 7), Task{Workers: 2, Late: time.Hour}).Workers)
	require.Equal(t, 1, check(t, counters(4, 7), Task{Workers: 2, Order: BreadthFirst}).Workers)
}
