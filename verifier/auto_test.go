package verifier_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/run"
	"gospin/verifier/way"
)

// TestAuto: what is picked has been measured.
func TestAuto(t *testing.T) {
	auto := func(text string, o verifier.Options) *report.Report {
		o.Model = filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(o.Model, []byte(text), 0o600))
		o.Compress = "auto"
		r, err := verifier.Run(context.Background(), o)
		require.NoError(t, err)
		return r
	}
	const few = "byte x; active proctype P() { do :: x < 50 -> x++ :: else -> break od }"
	r := auto(few, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	require.Equal(t, "roots", r.Compress)
	require.Equal(t, "there are only 103 states, which fit in any mode", r.Picked)
	r = auto(few, verifier.Options{Limits: verifier.Limits{Errors: 1, Depth: 1000}})
	require.Equal(t, "roots", r.Compress, "no state is as deep")
	require.Contains(t, r.Picked, "there are only 103 states")
	const product = "active [3] proctype P() { byte c; do :: c < 25 -> c++ :: else -> break od }"
	r = auto(product, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	require.Contains(t, way.Tried(), r.Compress)
	const cost = ` (\w+) \([0-9.]+ million states a second, [0-9]+ bytes a state\); `
	found := regexp.MustCompile(`^for speed` + cost + `for memory` + cost + `here (\w+), the `).FindStringSubmatch(r.Picked)
	require.Len(t, found, 4, r.Picked)
	require.Subset(t, way.Tried(), found[1:])
	require.Equal(t, r.Compress, found[3])
	r = auto(product, verifier.Options{Limits: verifier.Limits{Errors: 1, Memory: 32 << 20}})
	require.Contains(t, r.Picked, "with none does the memory at hand hold")
	require.Contains(t, r.Picked, "for memory "+r.Compress+" ")
	only := verifier.Options{Limits: verifier.Limits{Errors: 1}}
	only.Only = []string{"f"}
	r = auto(product+" ltl f { [] (P[0]:c < 60) }", only)
	require.Contains(t, r.Picked, way.Roots, "what is decided by where it arrives is searched in batches")
	require.Equal(t, report.Holds, r.Verdict)
	r = auto(product+" ltl f { [] (P[0]:c < 1 -> <> (P[0]:c < 60)) }", only)
	require.Contains(t, r.Picked, way.Roots, "cycles are looked for in batches")
	require.Equal(t, report.Holds, r.Verdict)
	// a model with an error at hand: the search in batches would have to be made again
	r = auto(product+"active proctype Q() { assert(false) }", verifier.Options{Limits: verifier.Limits{Errors: 1}})
	require.NotContains(t, r.Picked, way.Roots)
	require.Equal(t, report.Violated, r.Verdict)
}

// TestPickedAlone: unmove searches breadth first, whatever the order of the others.
func TestPickedAlone(t *testing.T) {
	o := verifier.Options{Limits: verifier.Limits{Errors: 1}}
	o.Compress = way.Auto
	o.Source = written("active [3] proctype P() { byte c; do :: c < 25 -> c++ :: else -> break od }")
	o, err := o.Settle()
	require.NoError(t, err)
	model, err := o.Open(t.Context())
	require.NoError(t, err)
	j, err := run.Prepare(t.Context(), &o, model, &ask.Part{})
	require.NoError(t, err)
	var tried []string
	for _, c := range j.Plan.Before.Try {
		tried = append(tried, c.Plan.Store.Name)
		require.True(t, c.Plan.Strict)
	}
	require.Equal(t, way.Tried(), tried)
	j.Plan.Before.Try = j.Plan.Before.Try[len(tried)-1:]
	r, err := j.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, way.Unmove, r.Compress, r.Picked)
	require.Equal(t, way.BreadthFirst, r.Order)
	require.Equal(t, report.Holds, r.Verdict)
}
