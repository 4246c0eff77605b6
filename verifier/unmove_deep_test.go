package verifier_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
)

func TestUnmoveRefusesDepthFirst(t *testing.T) {
	const why = " is not for -compress=unmove, which makes all moves of a state, once: "
	for _, x := range []struct {
		change func(*verifier.Options)
		want   string
	}{
		{func(o *verifier.Options) { o.Depth = 10 }, "-m" + why + "leave it out, or take -compress=tree"},
		{func(o *verifier.Options) { o.Fair = "weak" }, "a search for cycles (-a, -l, -f)" + why + "take -compress=tree"},
		{func(o *verifier.Options) { o.POR = "spin" }, "-por=spin" + why + "take -noreduce, or -compress=tree"},
		{func(o *verifier.Options) { o.Order = "random" },
			"-order=random is not for -compress=unmove, which searches breadth first or depth first: " +
				"take -order=bfs, -order=dfs, or -compress=tree"},
		{func(o *verifier.Options) { o.Lean = true },
			"-lean is not for -compress=unmove, which makes all moves of a state: take -compress=tree"},
		{func(o *verifier.Options) { o.Cache = "10" }, "-cache and -compress=unmove exclude each other"},
		{func(o *verifier.Options) { o.Sweep = "x" }, "-sweep and -compress=unmove exclude each other"},
		{func(o *verifier.Options) { o.Model = write(t, claim) },
			"-compress=unmove searches for failed assertions and invalid end states only, not for n: " +
				"leave claims out with -noclaim, or take -compress=tree"},
	} {
		o := verifier.Options{Order: "dfs"}
		o.Compress, o.Model = "unmove", write(t, good)
		x.change(&o)
		_, err := verifier.Run(context.Background(), o)
		require.ErrorContains(t, err, x.want)
	}
}

// An error's path is that of a depth-first search; without one, the depth is that of the path, not how far
// states are.
func TestUnmoveDepthFirst(t *testing.T) {
	run := func(mode, model string) *report.Report {
		o := limited(verifier.Limits{Errors: 1})
		o.Order, o.Compress = "dfs", mode
		return verify(t, model, o)
	}
	const counts = "byte x; active [2] proctype P() { byte i; do :: i < 9 -> i++; x++ :: else -> break od; "
	for _, end := range []string{"assert(x < 18) }", "}"} {
		want, got := run("tree", counts+end), run("unmove", counts+end)
		require.Equal(t, want.Errors, got.Errors)
		require.Equal(t, want.States, got.States)
		require.Equal(t, want.Verdict, got.Verdict)
		if want.Errors > 0 {
			require.Equal(t, want.Properties[0].Message, got.Properties[0].Message)
			continue
		}
		require.NotNil(t, got.Unmove)
		require.Positive(t, got.Unmove.Rules)
	}
}
