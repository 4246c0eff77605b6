package verifier_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// TestSweepLinesWithCachesOverStopAndWait: of the states of a value that are not open, those are forgotten
// that do not lead to open ones.
func TestSweepLinesWithCachesOverStopAndWait(t *testing.T) {
	run := func(cache string) *report.Report {
		o := verifier.Options{Source: source.Source{Model: stopAndWait, Defines: []string{"N=100"}}}
		o.Sweep, o.Cache = "received", cache
		r, err := verifier.Run(context.Background(), o)
		require.NoError(t, err)
		return r
	}
	r := run("1000")
	require.Equal(t, report.Holds, r.Verdict)
	require.Equal(t, &report.Sweep{Sweeps: 1, Nodes: 26932, Peak: 295, Values: 101}, r.Sweep)
	require.Zero(t, r.Cache.Forgotten)
	var b bytes.Buffer
	require.NoError(t, r.WriteText(&b))
	require.Contains(t, b.String(), "\nsweep: 1 sweep, 26932 nodes, peak 295, 0 persistent, 0 regress edges, "+
		"101 progress values\n")
	require.Contains(t, b.String(), " 0 forgotten, 26932 visits (100 %)\n")
	for _, cache := range []string{"200", "1%"} {
		r = run(cache)
		require.Equal(t, report.Holds, r.Verdict, r.Reason)
		require.Positive(t, r.Cache.Forgotten)
		require.LessOrEqual(t, r.Sweep.Peak, uint64(269))
		require.Greater(t, r.States.Stored, uint64(26932))
	}
	r = run("20")
	require.Equal(t, report.Inconclusive, r.Verdict)
	require.Contains(t, r.Reason, "the cache is full of states that the search needs to come to an end")
}

// TestSweepLinesWithCachesTellOfErrors: the path is found without the cache.
func TestSweepLinesWithCachesTellOfErrors(t *testing.T) {
	for name, text := range failing {
		if slow[name] || name == "endless" {
			continue
		}
		o := one()
		o.Sweep, o.Cache = "_nr_pr", "200"
		want := verify(t, text, one())
		r := verify(t, text, o)
		require.Equal(t, report.Violated, r.Verdict, name)
		require.Equal(t, want.Properties[0].Kind, r.Properties[0].Kind, name)
		violated := slices.IndexFunc(r.Properties, func(p report.Property) bool {
			return p.Verdict == report.Violated
		})
		require.FileExists(t, r.Properties[violated].Trail, name)
		require.Equal(t, "an error was met, to which the sweep-line without a cache tells the path", r.EngineReason)
	}
}
