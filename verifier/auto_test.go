package verifier

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/report"
	"gospin/verifier/way"
)

// TestChoice: the fastest mode is taken that the memory suffices for.
func TestChoice(t *testing.T) {
	all := []measured{{"roots", 4e6, 16}, {"mask", 1e6, 60}, {"collapse", 3e6, 6}, {"tree", 5e5, 4}}
	for memory, want := range map[float64]string{
		16 * manyStates:     "roots",
		16*manyStates - 100: "collapse",
		4 * manyStates:      "tree",
		1000:                "tree",
	} {
		name, why := choose(all, memory)
		require.Equal(t, want, name)
		require.Contains(t, why, "roots 4.00 million states per second, 16 bytes each; mask 1.00 million")
	}
	name, why := choose(all[1:2], 1000)
	require.Equal(t, "mask", name)
	require.Contains(t, why, "with none does the memory at hand hold 20 million states")
	_, why = choose(all, 1e12)
	require.Contains(t, why, "the fastest with which the memory at hand holds 20 million states")
}

// TestStackThatStopsGrowing does not count for the states to come.
func TestStackThatStopsGrowing(t *testing.T) {
	half := &probe{states: 1000, store: 9000, stack: 50000}
	require.InDelta(t, 10, (&probe{states: 2000, store: 20000, stack: 50000}).each(half), 1e-9)
	require.InDelta(t, 60, (&probe{states: 2000, store: 20000, stack: 100000}).each(half), 1e-9)
	require.InDelta(t, 60, (&probe{states: 1000, store: 10000, stack: 50000}).each(half), 1e-9)
}

// TestWhatIsLearntAtFirst does not count for the time to come.
func TestWhatIsLearntAtFirst(t *testing.T) {
	half := &probe{states: 1000, time: 6 * time.Millisecond}
	require.InDelta(t, 250e3, (&probe{states: 2000, time: 10 * time.Millisecond}).rate(half), 1e-3)
	require.InDelta(t, 2000/7e-3, (&probe{states: 2000, time: 7 * time.Millisecond}).rate(half), 1e-3, "too soon")
	require.InDelta(t, 100e3, (&probe{states: 1100, time: 11 * time.Millisecond}).rate(half), 1e-3, "too few")
}

// TestAuto: what is picked has been measured.
func TestAuto(t *testing.T) {
	auto := func(text string, o Options) *report.Report {
		o.Model = filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(o.Model, []byte(text), 0o600))
		o.Compress = "auto"
		r, err := Run(context.Background(), o)
		require.NoError(t, err)
		return r
	}
	const few = "byte x; active proctype P() { do :: x < 50 -> x++ :: else -> break od }"
	r := auto(few, Options{Limits: Limits{Errors: 1}})
	require.Equal(t, "roots", r.Compress)
	require.Equal(t, "there are only 103 states, which fit in any mode", r.Picked)
	r = auto(few, Options{Limits: Limits{Errors: 1, Depth: 1000}})
	require.Equal(t, "mask", r.Compress, "batches know no depth")
	require.Contains(t, r.Picked, "there are only 103 states")
	const product = "active [3] proctype P() { byte c; do :: c < 25 -> c++ :: else -> break od }"
	r = auto(product, Options{Limits: Limits{Errors: 1}})
	require.Contains(t, candidates, r.Compress)
	for _, mode := range candidates[:4] {
		require.Regexp(t, mode+` [0-9.]+ million states per second, [0-9]+ bytes each`, r.Picked)
	}
	r = auto(product, Options{Limits: Limits{Errors: 1, Memory: 32 << 20}})
	require.Contains(t, r.Picked, "with none does the memory at hand hold")
	require.Contains(t, r.Picked, "unmove ")
	raw := Options{Limits: Limits{Errors: 1, Memory: 32 << 20}}
	all := candidates
	candidates = []string{way.Unmove}
	defer func() { candidates = all }()
	r = auto(product, raw)
	require.Equal(t, way.Unmove, r.Compress, r.Picked)
	require.Equal(t, way.BreadthFirst, r.Order)
	require.Equal(t, report.Holds, r.Verdict)
	candidates = all
	r = auto(product+" ltl f { [] (P[0]:c < 60) }", Options{Limits: Limits{Errors: 1}, Question: Question{Only: []string{"f"}}})
	require.NotContains(t, r.Picked, way.Roots, "claims are not searched in batches")
	require.Equal(t, report.Holds, r.Verdict)
	// a model with an error at hand: the search in batches would have to be made again
	r = auto(product+"active proctype Q() { assert(false) }", Options{Limits: Limits{Errors: 1}})
	require.NotContains(t, r.Picked, way.Roots)
	require.Equal(t, report.Violated, r.Verdict)
}
