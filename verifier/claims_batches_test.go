package verifier_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/thorough"
)

// violating are models with claims that decide where they come to, and are violated or hold.
var violating = map[string]string{
	"formula":   "byte x; active [2] proctype P() { do :: x < 5 -> x++ :: x = 0 od } ltl p { [] (x < 4) }",
	"until":     "byte x, y; active proctype P() { do :: x++; y = x % 3 od } ltl p { [] (y == 1 -> (y > 0 W x == 9)) }",
	"next":      "byte x; active proctype P() { do :: x = 1 - x :: x = x od } ltl p { [] (x == 1 -> X (x == 0)) }",
	"end":       "byte x; active proctype P() { x = 1; x = 2 } never p { do :: x == 2 -> break :: true od }",
	"stutter":   "byte x; active proctype P() { x = 1 } ltl p { [] (x == 1 -> X (x == 0)) }",
	"unsettled": "byte x; active proctype P() { x = 1 } never p { true; true; true; true; true; true; do :: x == 0 -> break :: else od }",
	"late":      "byte x; active proctype P() { x = 1 } never p { true; true; true; true; x == 1 }",
	"assertion": "byte x; active proctype P() { do :: x < 5 -> x++; assert(x < 5) od } ltl p { [] (x < 9) }",
	"division":  "byte x = 3; active proctype P() { do :: x-- od } ltl p { [] (7 / x < 9) }",
	"atomic":    "byte x; active [2] proctype P() { atomic { x++; x++; x-- } } ltl p { [] (x != 2) }",
	"rendezvous": "chan c = [0] of { byte }; byte x; active proctype P() { c!1; c!2 } active proctype Q() { do :: c?x od }" +
		" ltl p { [] (x < 2) }",
	"births":  "byte x; proctype P() { x++ } init { run P(); run P() } ltl p { [] (x < 2) }",
	"endless": "byte x; active proctype P() { x = 2; atomic { do :: x = 1 - x od } } ltl p { [] (x < 2) }",
	"trace": "byte x; chan c = [1] of { byte }; active proctype P() { c!1; c?1; c!2 } trace { do :: c!1; c?1 od }" +
		" ltl p { [] (len(c) < 2) }",
	"holds":   "byte x; active [2] proctype P() { x++; x++ } ltl p { [] (x < 5) }",
	"asserts": "byte x; active [2] proctype P() { x++; x++; x-- } never p { do :: assert(x != 3) od }",
	"asserts at last": "byte x; active proctype P() { x = 1; x = 2 } never p { x == 0; x == 1; x == 2; x == 2; x == 2; " +
		"assert(x == 1) }",
	"asserts the same": "byte x; active proctype P() { do :: x < 5 -> x++; assert(x != 2) :: x = 0 od } " +
		"never p { do :: x == 4 -> assert(x != 2) :: x != 4 od }",
}

// TestClaimsAreAsStepByStep: what a search in batches says beside a claim is what mask says, depth first, or
// breadth first if that is the order.
func TestClaimsAreAsStepByStep(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(violating)) {
		for j, q := range []verifier.Question{{}, {Only: []string{"p"}}, {Only: []string{"p"}, NoAssert: true}} {
			for k, order := range []string{"any", "bfs"} {
				if thorough.Every(4, i+3*j+k) {
					besideAsStepByStep(t, name, violating[name], order, q)
				}
			}
		}
	}
}

func besideAsStepByStep(t *testing.T, name, text, order string, q verifier.Question) {
	t.Helper()
	o := one()
	o.Question, o.Model = q, write(t, text)
	trail := o.Model + ".trail"
	if o.Compress = "mask"; order == "bfs" {
		o.Order = order
	}
	want, err := verifier.Run(context.Background(), o)
	require.NoError(t, err, name)
	steps, _ := os.ReadFile(trail)
	for _, mode := range []string{"", "collapse", "tree", "ma"} {
		_ = os.Remove(trail)
		o.Compress, o.Order = mode, order
		got, err := verifier.Run(context.Background(), o)
		require.NoError(t, err, name)
		what := fmt.Sprintf("%s %s, order %s, %+v", name, mode, order, q)
		require.Equal(t, want.Verdict, got.Verdict, what)
		require.Equal(t, want.Reason, got.Reason, what)
		require.Equal(t, want.Properties, got.Properties, what)
		require.Equal(t, want.Messages, got.Messages, what)
		again, _ := os.ReadFile(trail)
		require.Equal(t, string(steps), string(again), what)
		all := append([]*report.Report{got}, got.Searches...)
		for i, r := range append([]*report.Report{want}, want.Searches...) {
			require.Equal(t, r.Claim, all[i].Claim, what)
			all[i].States.Depth = r.States.Depth // of batches, something else
			require.Equal(t, r.States, all[i].States, what)
		}
	}
}

// TestPathsBesideClaims: the run that is shown of an error beside a claim is a shortest one, for any number
// of workers. The search does not begin again step by step.
func TestPathsBesideClaims(t *testing.T) {
	stepwise := map[string]bool{ // what batches can't go beyond
		"unsettled": true, "late": true, "endless": true,
	}
	for name, text := range violating {
		o := one()
		o.Question, o.Model = verifier.Question{Only: []string{"p"}}, write(t, text)
		o.Compress, o.Order = "mask", "bfs"
		o.Shorten, o.Shortest = time.Minute, true
		want, err := verifier.Run(context.Background(), o)
		require.NoError(t, err, name)
		if want.Verdict != report.Violated {
			continue
		}
		shortest := stepsOf(t, violated(t, want))
		o.Compress, o.Order, o.Shortest = "", "", false
		for o.Workers = 1; o.Workers < 4; o.Workers++ {
			got, err := verifier.Run(context.Background(), o)
			require.NoError(t, err, name)
			require.Equal(t, shortest, stepsOf(t, violated(t, got)), name)
			require.Equal(t, violated(t, want).Message, violated(t, got).Message, name)
			if !stepwise[name] {
				require.Equal(t, "batch", got.Engine, name+got.EngineReason)
			}
		}
	}
}

// TestCyclesWithoutLabels: where nothing is accepted, counts are those of the search for safety.
func TestCyclesWithoutLabels(t *testing.T) {
	for _, text := range []string{good, counting, violating["rendezvous"], violating["births"]} {
		for _, por := range []string{"", "computed"} {
			o := with(func(o *verifier.Options) {
				o.Acceptance, o.NoClaim, o.Only, o.POR = true, true, []string{ask.OnlyClaims}, por
			})
			got := verify(t, text, o)
			require.Equal(t, "batch", got.Engine)
			o.Compress = "mask"
			want := verify(t, text, o)
			require.Equal(t, want.Verdict, got.Verdict)
			got.States.Depth = want.States.Depth
			require.Equal(t, want.States, got.States, "%s\n%s", por, text)
		}
	}
}

// TestBatchesOfClaims: where nothing is found, the search is in batches, with as many workers as are asked
// for.
func TestBatchesOfClaims(t *testing.T) {
	r := verify(t, violating["holds"], with(func(o *verifier.Options) { o.Workers, o.Only = 3, []string{"p"} }))
	require.Equal(t, "batch", r.Engine)
	require.Equal(t, 3, r.Workers)
	require.Equal(t, "any", r.Order)
	require.Equal(t, report.Holds, r.Verdict)
	r = verify(t, violating["unsettled"], with(func(o *verifier.Options) { o.Only = []string{"p"} }))
	require.Equal(t, "a state was met that batches can't go beyond", r.EngineReason)
}
