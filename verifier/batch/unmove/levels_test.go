package unmove_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/batch/unmove"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// TestUnmoveIsExact checks that counts are exact for all distances between whole states, for few or no bits
// of places and hashes, and if the table is filled anew.
func TestUnmoveIsExact(t *testing.T) {
	toys := map[string]func() *toy{
		"counters": func() *toy { return counters(4, 6) },
		"updown":   func() *toy { return updown(4, 6) },
		"cube":     func() *toy { return counters(11, 2) },
		"graph":    func() *toy { return graph(1000, 5) },
		"wide":     func() *toy { return wide(4, 6) },
	}
	for name, make := range toys {
		for k, every := range []int{1, 2, 4, 1000} {
			for i, u := range []batch.Unmove{
				{Span: 22}, {Span: 8, Least: -1}, {Span: 10, Least: -1, Code: 2},
				{Span: 12, Least: -1, Code: 3},
				{Span: 14, Least: 60, Code: 4, Whole: roots.Trees},
				{Span: 10, Least: 3, Whole: roots.Quotients},
			} {
				if !thorough.Every(3, k+i+len(name)) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%d/%+v", name, every, u), func(t *testing.T) {
					if u.Every = every; every > 4 && u.Span < 22 {
						t.Skip("with few bits, all ways back are followed")
					}
					tell(t, make(), &u, 0)
				})
			}
		}
	}
}

func tell(t *testing.T, space *toy, u *batch.Unmove, memory int64) *batch.Result {
	return tellBy(t, space, u, memory, 1)
}

// tellBy searches with this many scouts.
func tellBy(t *testing.T, space *toy, u *batch.Unmove, memory int64, scouts int) *batch.Result {
	task := &batch.Task{Space: space, Unmove: u, Limits: search.Limits{Memory: memory}, Workers: scouts}
	if scouts > 1 {
		task.Batch = 3
	}
	got, err := unmove.Search(task)
	require.NoError(t, err)
	want := space.Naive(true)
	require.Equal(t, want.Stored, got.Stored)
	require.Equal(t, want.Matched, got.Matched)
	require.Equal(t, want.Atomic, got.AtomicSteps)
	require.Equal(t, want.Depth, got.Depth)
	require.False(t, got.Stopped)
	return got
}

// shorten makes all levels large if there is a limit of memory.
func shorten(t *testing.T) {
	set(t, unmove.LargePart, 1<<40)
}

// TestUnmoveOnGraphs searches a thousand graphs, with entries of 0 to 8 bits of a hash; half of them as if
// there were little memory.
func TestUnmoveOnGraphs(t *testing.T) {
	shorten(t)
	for seed := range thorough.Of(150, 1000) {
		n := 5 + seed%37*3
		tell(t, graph(n, 1+seed%7), &batch.Unmove{
			Every: 1 + seed/3%4, Span: uint(8 + seed%9), Least: -1,
			Code: uint(2 + seed/2%4), Whole: roots.Kind(seed % 3),
			Young: seed%2*2 - 1,
		}, int64(seed/5%2)<<30)
	}
}

// several makes all levels use several scouts.
func several(t *testing.T) {
	set(t, unmove.Scouted, 1)
}

// TestScouts checks that several scouts find the same, also with little memory, and if the space is packed
// again.
func TestScouts(t *testing.T) {
	shorten(t)
	several(t)
	for seed := range thorough.Of(90, 600) {
		n := 5 + seed%41*7
		space := graph(n, 1+seed%7)
		if seed%5 == 4 {
			space = wide(3, 4+seed%3)
		}
		space.Force = seed % 3 * 10
		got := tellBy(t, space, &batch.Unmove{
			Every: 1 + seed/3%6, Span: uint(8 + seed%9), Least: -1,
			Code: uint(2 + seed/2%4), Whole: roots.Kind(seed % 3),
			Young: seed%2*2 - 1,
		}, int64(seed/5%2)<<30, 2+seed%3)
		require.Equal(t, 2+seed%3, got.Workers)
	}
}

// TestScoutsMeetAnError checks that an error in any lot ends the search.
func TestScoutsMeetAnError(t *testing.T) {
	several(t)
	for at := range 40 {
		space := newToy(make([]int, 3), func(values []int, to func(move)) {
			for i, v := range values {
				if v < 8 {
					values[i] = v + 1
					m := move{Values: values}
					if values[0]+8*values[1]+64*values[2] == 11*at+7 {
						m.Effect = vm.InvalidEnd
					}
					to(m)
				}
				values[i] = v
			}
		})
		got, err := unmove.Search(&batch.Task{Space: space, Unmove: &batch.Unmove{}, Workers: 3, Batch: 3})
		require.NoError(t, err)
		require.True(t, got.Failed)
		require.Equal(t, vm.InvalidEnd, got.Kind)
		require.NotNil(t, got.At)
	}
}

// limited searches within limits.
func limited(space *toy, workers int, limits search.Limits) (*batch.Result, error) {
	return unmove.Search(&batch.Task{
		Space: space, Unmove: &batch.Unmove{}, Workers: workers, Limits: limits,
	})
}

// TestLateScouts checks that scouts that join late find the same, and that an error ends the search for all.
func TestLateScouts(t *testing.T) {
	several(t)
	space := updown(5, 8)
	got, err := unmove.Search(&batch.Task{Space: space, Unmove: &batch.Unmove{}, Workers: 3, Late: 1})
	require.NoError(t, err)
	require.EqualValues(t, 8*8*8*8*8, got.Stored)
	require.Equal(t, 3, got.Workers)
	for _, limits := range []search.Limits{{Memory: 100 << 10}, {States: 1000}} {
		got, err = limited(updown(5, 8), 3, limits)
		require.NoError(t, err)
		require.Len(t, got.Incomplete, 1)
		require.True(t, got.Stopped)
	}
}

// TestUnmovePackedAnew checks that entries and counts do not change if the space is packed again at any time.
func TestUnmovePackedAnew(t *testing.T) {
	shorten(t)
	toys := map[string]func() *toy{
		"counters": func() *toy { return counters(3, 6) },
		"updown":   func() *toy { return updown(3, 5) },
		"graph":    func() *toy { return graph(150, 5) },
		"wide":     func() *toy { return wide(3, 6) },
	}
	for name, make := range toys {
		for k, force := range []int{0, 1, 20} {
			for i, u := range []batch.Unmove{
				{}, {Every: 4, Whole: roots.Trees}, {Every: 2, Code: 2, Span: 14, Whole: roots.Quotients},
				{Every: 3, Code: 2}, {Every: 1}, {Every: 1000, Whole: roots.Trees},
			} {
				for j, memory := range []int64{0, 4 << 20} {
					if !thorough.Every(4, i+j+k+len(name)) {
						continue
					}
					t.Run(fmt.Sprintf("%s/%d/%d/%d", name, force, i, memory), func(t *testing.T) {
						space := make()
						space.Force = force
						u.Young = -1
						got := tell(t, space, &u, memory)
						require.Zero(t, got.Unmove.Again)
						require.EqualValues(t, space.Packed, got.Stats.Repacks)
						require.Equal(t, got.Stored, got.Stats.Expanded)
					})
				}
			}
		}
	}
}

// TestUnmoveWithLittleMemory checks that a large frontier is stored in less memory.
func TestUnmoveWithLittleMemory(t *testing.T) {
	space := updown(5, 8)
	got, err := limited(space, 1, search.Limits{Memory: 4 << 20})
	require.NoError(t, err)
	require.EqualValues(t, 8*8*8*8*8, got.Stored)
	require.Empty(t, got.Incomplete)
	got, err = limited(updown(5, 8), 1, search.Limits{Memory: 100 << 10})
	require.NoError(t, err)
	require.Equal(t, []string{search.MemoryLimit}, got.Incomplete)
	got, err = limited(updown(5, 8), 1, search.Limits{States: 1000})
	require.NoError(t, err)
	require.Equal(t, []string{search.StateLimit}, got.Incomplete)
}

// TestUnmoveFrontierHasALimit checks that the next level takes no more than the memory that remains.
func TestUnmoveFrontierHasALimit(t *testing.T) {
	const memory = 120 << 10
	got, err := limited(counters(14, 2), 1, search.Limits{Memory: memory})
	require.NoError(t, err)
	require.Equal(t, []string{search.MemoryLimit}, got.Incomplete)
	require.LessOrEqual(t, got.Stack, int64(memory))
}
