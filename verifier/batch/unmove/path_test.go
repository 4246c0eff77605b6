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
)

// TestUnmoveIsExactDepthFirst checks that counts are exact for all distances between whole states, for few or
// no bits of places and hashes, and if the table is filled anew; and that the depth is that of a path.
func TestUnmoveIsExactDepthFirst(t *testing.T) {
	toys := map[string]func() *toy{
		"counters": func() *toy { return counters(4, 5) },
		"updown":   func() *toy { return updown(4, 5) },
		"cube":     func() *toy { return counters(10, 2) },
		"graph":    func() *toy { return graph(700, 5) },
		"wide":     func() *toy { return wide(4, 5) },
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
					dive(t, make, &u, 0)
				})
			}
		}
	}
}

// dive compares a depth-first search with a naive one.
func dive(t *testing.T, make func() *toy, u *batch.Unmove, memory int64) *batch.Result {
	t.Helper()
	want := make().Naive(false)
	got, err := unmove.Search(&batch.Task{
		Space: make(), Order: batch.DepthFirst, Unmove: u, Limits: search.Limits{Memory: memory},
	})
	require.NoError(t, err)
	require.Equal(t, want.Stored, got.Stored)
	require.Equal(t, want.Matched, got.Matched)
	require.Equal(t, want.Atomic, got.AtomicSteps)
	require.Equal(t, want.Depth, got.Depth)
	require.Empty(t, got.Incomplete)
	require.False(t, got.Stopped)
	return got
}

// TestUnmoveOnGraphsDepthFirst searches a thousand graphs, with entries of 0 to 8 bits of a hash.
func TestUnmoveOnGraphsDepthFirst(t *testing.T) {
	for seed := range thorough.Of(150, 1000) {
		n := 5 + seed%37*3
		dive(t, func() *toy { return graph(n, 1+seed%7) }, &batch.Unmove{
			Every: 1 + seed/3%4, Span: uint(8 + seed%9), Least: -1,
			Code: uint(2 + seed/2%4), Whole: roots.Kind(seed % 3),
			Young: seed%2*2 - 1,
		}, 0)
	}
}

// TestUnmovePackedAnewDepthFirst checks that the path, entries and counts do not change if the space is
// packed again at any time.
func TestUnmovePackedAnewDepthFirst(t *testing.T) {
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
				if !thorough.Every(4, i+k+len(name)) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%d/%d", name, force, i), func(t *testing.T) {
					var space *toy
					u.Young = -1
					got := dive(t, func() *toy {
						space = make()
						space.Force = force
						return space
					}, &u, 0)
					require.Zero(t, got.Unmove.Again)
					require.EqualValues(t, space.Packed, got.Stats.Repacks)
					require.Equal(t, got.Stored, got.Stats.Expanded)
				})
			}
		}
	}
}

// TestUnmoveDepthFirstEnds checks that limits end a search.
func TestUnmoveDepthFirstEnds(t *testing.T) {
	for want, limits := range map[string]search.Limits{
		search.MemoryLimit: {Memory: 400 << 10}, search.StateLimit: {States: 1000},
	} {
		got, err := unmove.Search(&batch.Task{
			Space: updown(5, 8), Order: batch.DepthFirst, Unmove: &batch.Unmove{}, Limits: limits,
		})
		require.NoError(t, err)
		require.Equal(t, []string{want}, got.Incomplete)
		require.True(t, got.Stopped)
	}
}
