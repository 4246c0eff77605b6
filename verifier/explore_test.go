package verifier_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
)

// everyOrder are the orders that are kept step by step, of each kind one, besides depth first.
var everyOrder = slices.DeleteFunc(way.OrderExamples("_nr_pr - 3"),
	func(order string) bool { return order == way.AnyOrder || order == way.DepthFirst })

// TestEveryOrderOnExamples: pan's counts in every order; those of many states in one.
func TestEveryOrderOnExamples(t *testing.T) {
	models, err := filepath.Glob("../examples/*.pml")
	require.NoError(t, err)
	for i, model := range models {
		text, err := os.ReadFile(model)
		require.NoError(t, err)
		want := recorded.FindStringSubmatch(string(text))
		require.NotNil(t, want, model)
		stored, err := strconv.Atoi(want[1])
		require.NoError(t, err)
		for n, order := range everyOrder {
			if stored > 20000 && (n != i%len(everyOrder) || !thorough.On) {
				continue
			}
			o := with(func(o *verifier.Options) {
				o.Model, o.Order, o.NoClaim, o.Seed = model, order, true, 7
			})
			if order == "bfs" {
				o.Compress = "mask" // else it is in batches
			}
			r, err := verifier.Run(context.Background(), o)
			require.NoError(t, err)
			what := fmt.Sprintf("%s, %s", model, order)
			require.Equal(t, report.Holds, r.Verdict, what)
			require.Equal(t, order, r.Order, what)
			s := r.States
			got := fmt.Sprint(s.Stored, s.Matched, s.Transitions, s.AtomicSteps)
			require.Equal(t, strings.Join(want[1:5], " "), got, what)
		}
	}
}

// TestFailuresInEveryOrder: what fails does so in every order and mode, breadth first after the fewest steps.
// Each trail has been followed on the whole model before it is reported.
func TestFailuresInEveryOrder(t *testing.T) {
	for name, text := range failing {
		if slow[name] || name == "endless" || !thorough.Every(2, len(name)) {
			continue
		}
		want := verify(t, text, one())
		least := 0
		for _, order := range everyOrder {
			for i, mode := range []string{"", "mask", "tree", "collapse1997", "ma"} {
				if !thorough.Every(3, i+len(order)) && order != "bfs" {
					continue
				}
				for _, por := range []string{"off", "computed"} {
					o := with(func(o *verifier.Options) { o.Order, o.Compress, o.POR = order, mode, por })
					o.Model = write(t, text)
					r, err := verifier.Run(context.Background(), o)
					what := fmt.Sprintf("%s, order %s, %s, %s", name, order, mode, por)
					require.NoError(t, err, what)
					require.Equal(t, report.Violated, r.Verdict, what)
					require.Equal(t, len(want.Properties), len(r.Properties), what)
					steps, err := os.ReadFile(o.Model + ".trail")
					require.NoError(t, err, what)
					n := strings.Count(string(steps), "\n")
					if order == "bfs" && (least == 0 || n < least) {
						least = n
					}
					require.GreaterOrEqual(t, n, least, what)
				}
			}
		}
	}
}

// TestRendezvousDeadlocksBreadthFirst: SPIN's breadth-first search misses them.
func TestRendezvousDeadlocksBreadthFirst(t *testing.T) {
	const text = "chan c = [0] of { byte }; active proctype S() { c!1; c!2; c!3 } active proctype R() { c?1; c?2 }"
	for _, mode := range []string{"", "mask", "collapse"} {
		r := verify(t, text, with(func(o *verifier.Options) { o.Order, o.Compress = "bfs", mode }))
		require.Equal(t, report.Violated, r.Verdict, mode)
		require.Equal(t, "bfs", r.Order)
	}
}

// TestBreadthFirstWithinLimits: a limit of depth keeps the order.
func TestBreadthFirstWithinLimits(t *testing.T) {
	r := verify(t, counting, with(func(o *verifier.Options) { o.Order, o.Depth = "bfs", 10 }))
	require.Equal(t, report.Inconclusive, r.Verdict)
	require.Contains(t, r.Reason, "depth limit")
	require.Equal(t, "bfs", r.Order)
	require.Empty(t, r.Warnings)
	require.Equal(t, "a depth limit asks for a search step by step", r.EngineReason)
}

// TestOrdersThatAreRefused are refused with what to type instead.
func TestOrdersThatAreRefused(t *testing.T) {
	for _, c := range []struct{ text, order, por, want string }{
		{good, "dsf", "", `unknown order "dsf" (did you mean "dfs"?): there are ` +
			strings.Join(slices.Concat(way.Orders(), way.Explored()), ", ")},
		{good, "bfs:3", "", "-order=bfs takes nothing more: -order=bfs"},
		{good, "bbfs", "", `-order=bbfs takes a width above 0, or inf: bbfs:4; not ""`},
		{good, "bbfs:0", "", `-order=bbfs takes a width above 0, or inf: bbfs:4; not "0"`},
		{good, "alt:0,0", "", `-order=alt takes two numbers of levels that are not both 0, or inf: alt:2,1; not "0,0"`},
		{good, "alt:1", "", `-order=alt takes two numbers of levels that are not both 0, or inf: alt:2,1; not "1"`},
		{good, "best:", "", "-order=best takes an expression over a state, of which the least comes first: best:len(q); " +
			`not ""`},
		{good, "best:1, 2", "", "-order=best takes one expression, not 2"},
		{good, "best:nothing + 1", "", "-order:1:1: error: undeclared variable: nothing"},
		{cycling, "bfs", "", "-order=bfs is not for p: it may be violated by a cycle alone, and cycles are looked " +
			"for depth first: leave -order=bfs out, or claims with -only=safety or -noclaim"},
		{counting, "bbfs:2", "spin", "-order=bbfs:2: -por=spin asks for the path of a depth-first search: " +
			"use -por=computed or -noreduce"},
	} {
		o := with(func(o *verifier.Options) { o.Order, o.POR = c.order, c.por })
		o.Model = write(t, c.text)
		_, err := verifier.Run(context.Background(), o)
		require.ErrorContains(t, err, c.want, c.order)
	}
	o := with(func(o *verifier.Options) { o.Order = "best:1 / (small - 3)" })
	o.Model = write(t, counting)
	_, err := verifier.Run(context.Background(), o)
	require.ErrorContains(t, err, "-order=best:1 / (small - 3): expression 1: ")
}

// TestSeedsOfRandomOrders: the same seed makes the same search, others make others.
func TestSeedsOfRandomOrders(t *testing.T) {
	depth := map[uint64]int{}
	for _, seed := range []uint64{1, 2, 3, 1, 2, 3} {
		o := with(func(o *verifier.Options) { o.Order, o.Seed, o.Model = "random", seed, "../examples/peterson.pml" })
		r, err := verifier.Run(context.Background(), o)
		require.NoError(t, err)
		if known, ok := depth[seed]; ok {
			require.Equal(t, known, r.States.Depth)
		}
		depth[seed] = r.States.Depth
	}
	require.False(t, depth[1] == depth[2] && depth[2] == depth[3])
}
