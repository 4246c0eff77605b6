package verifier_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/thorough"
)

// inOrders are searches that are not depth first, by how they are asked for.
var inOrders = map[string]func(o *verifier.Options){
	"bfs":      func(o *verifier.Options) { o.Order, o.Compress = "bfs", "mask" },
	"none":     func(o *verifier.Options) { o.Order, o.Compress = "bbfs:3", "none" },
	"roots":    func(o *verifier.Options) { o.Order = "bfs" },
	"collapse": func(o *verifier.Options) { o.Order, o.Compress = "bbfs:2", "collapse" },
	"tree":     func(o *verifier.Options) { o.Order, o.Compress = "alt:2,3", "tree" },
	"ma":       func(o *verifier.Options) { o.Order, o.Compress = "random", "ma" },
	"huffman":  func(o *verifier.Options) { o.Order, o.Compress = "random", "mask+huffman" },
	"delta":    func(o *verifier.Options) { o.Order, o.Compress, o.KDelta = "bfs", "delta", 3 },
	"diff":     func(o *verifier.Options) { o.Order, o.Compress, o.KDiff = "random", "diff", 3 },
	"best":     func(o *verifier.Options) { o.Order = "best:x" },
	"cache":    func(o *verifier.Options) { o.Order, o.Cache = "bfs", "100" },
	"chains": func(o *verifier.Options) {
		o.Order, o.Cache, o.Chains, o.Compress = "dfs", "100", true, "mask"
	},
	"percent": func(o *verifier.Options) { o.Order, o.Cache, o.Evict = "random", "100%", []string{"depth"} },
	"sweep":   func(o *verifier.Options) { o.Sweep = "x" },
	"back":    func(o *verifier.Options) { o.Sweep = "-x * 7 % 3" },
	"both":    func(o *verifier.Options) { o.Sweep, o.Cache = "x", "60" },
	"limit":   func(o *verifier.Options) { o.Order, o.Compress, o.Depth = "bfs", "mask", 1000 },
}

// inAllOrders verifies a model in each of inOrders: the verdict of each property is to be that of a search
// depth first, and is returned.
func inAllOrders(t *testing.T, name, text string, q verifier.Question, least bool) report.Verdict {
	t.Helper()
	o := with(func(o *verifier.Options) { o.Question, o.Compress, o.Order, o.Errors = q, "mask", "dfs", 1 })
	want := verify(t, text, o)
	shortest := 0
	for order, change := range inOrders {
		for _, por := range []string{"off", "computed"} {
			o := with(change)
			o.Question, o.Errors, o.POR = q, 1, por
			if o.Model = write(t, text); o.Sweep == "" {
				o.Seed = 3
			}
			got, err := verifier.Run(context.Background(), o)
			what := fmt.Sprintf("%s %s %s %+v", name, order, por, q)
			require.NoError(t, err, what)
			require.Equal(t, want.Verdict, got.Verdict, what+got.Reason)
			for i, p := range want.Properties {
				require.Equal(t, p.Kind, got.Properties[i].Kind, what)
				if len(want.Properties) == 1 || want.Errors == 0 { // else there may be others before
					require.Equal(t, p.Verdict, got.Properties[i].Verdict, what)
				}
			}
			if want.Verdict != report.Violated {
				continue
			}
			steps, err := os.ReadFile(o.Model + ".trail")
			require.NoError(t, err, what)
			n := strings.Count(string(steps), "\n")
			if order == "bfs" && (shortest == 0 || n < shortest) {
				shortest = n
			}
			if least && shortest > 0 {
				require.GreaterOrEqual(t, n, shortest, what)
			}
		}
	}
	return want.Verdict
}

// TestMonitorsInEveryOrder: claims that are decided by where they come to have the verdict of a search depth
// first in every order, mode and with few states kept. Each run is followed on the whole model before it is
// told.
func TestMonitorsInEveryOrder(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(violating)) {
		if name == "endless" {
			continue
		}
		for j, isOff := range []bool{false, true} {
			if thorough.Every(5, i+j) {
				only := verifier.Question{Only: []string{"p"}, NoAssert: isOff}
				inAllOrders(t, name, violating[name], only, false)
			}
		}
	}
}

// TestMonitorsThatAreRefused: claims that depend on the order of the search are refused by name, before
// anything is searched.
func TestMonitorsThatAreRefused(t *testing.T) {
	const np = "byte x; active proctype P() { progress: x = 1 } never p { do :: np_ -> break :: true od }"
	const waits = "byte x; active proctype P() { x = 1 } never p { do :: timeout -> break :: true od }"
	const leave = ": leave %s out, or claims with -only=safety or -noclaim"
	const atomic = "byte x; active proctype P() { x = 1 } never p { do :: atomic { x == 1 -> assert(x != 1) } :: true od }"
	bfs := func(o *verifier.Options) { o.Order = "bfs" }
	for _, c := range []struct {
		text, want string
		change     func(o *verifier.Options)
	}{
		{np, "-order=bfs is not for p: what np_ says depends on whose turn it is" +
			fmt.Sprintf(leave, "-order=bfs"), bfs},
		{waits, "-order=bfs is not for p: the claim waits for a timeout" +
			fmt.Sprintf(leave, "-order=bfs"), bfs},
		{atomic, "-order=bfs is not for p: it has an atomic sequence, which is followed depth first (a d_step is not)" +
			fmt.Sprintf(leave, "-order=bfs"), bfs},
		{waits, "-cache is not for p: ", func(o *verifier.Options) { o.Cache = "9" }},
		{waits, "-sweep is not for p: ", func(o *verifier.Options) { o.Sweep = "x" }},
		{good, "-order=bfs is not for non-progress cycles: cycles are looked for depth first: leave -order=bfs out, or -l",
			func(o *verifier.Options) { o.Order, o.NonProgress = "bfs", true }},
		{claim, "-order=bfs is not for n: whether cycles are fair is seen depth first",
			func(o *verifier.Options) { o.Order, o.Fair = "bfs", "weak" }},
		{claim, "-lean and n exclude each other: the claim sees which of two steps comes first: leave -lean out, or " +
			"claims with -only=safety or -noclaim", func(o *verifier.Options) { o.Lean = true }},
		{claim, "-graph is about all states of the model; n is about its runs: leave claims out with -only=safety or " +
			"-noclaim, and check formulas over the graph, with gospin graph check",
			func(o *verifier.Options) { o.Graph = "g" }},
	} {
		o := with(c.change)
		o.Model = write(t, c.text)
		o.Ended = func(*report.Report) error {
			t.Error("a search was made")
			return nil
		}
		_, err := verifier.Run(context.Background(), o)
		require.ErrorContains(t, err, c.want)
	}
}
