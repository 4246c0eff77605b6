package verifier_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
)

// TestTheStackCounts: a search that goes ever deeper ends at the limit of memory, however little its states
// take.
func TestTheStackCounts(t *testing.T) {
	const deeper = "int x; active proctype P() { do :: x++ :: x = x + 2 od }"
	for i, mode := range way.Names() {
		if !thorough.Every(6, i) && mode != "unmove" {
			continue
		}
		r := verify(
			t,
			deeper,
			verifier.Options{
				Storage: verifier.Storage{Compress: mode},
				Limits:  verifier.Limits{Memory: 8 << 20},
				Workers: 1, // each has a stack
			},
		)
		require.Equal(t, report.Inconclusive, r.Verdict, mode)
		require.Contains(t, r.Reason, "out of memory", mode)
		if r.Engine != "batch" { // there is no path
			if mode == "unmove" { // its depth is that of the levels
				require.NotContains(t, r.Reason, "-m bounds", mode)
			} else {
				require.Contains(t, r.Reason, "-m bounds its depth", mode)
			}
			require.Greater(t, r.Memory.Stack, r.Memory.Store, mode)
		}
		require.Greater(t, r.Memory.Stack+r.Memory.Store, int64(4<<20), mode)
		require.Less(t, r.Memory.Stack+r.Memory.Store, int64(10<<20), mode)
	}
	for _, mode := range []string{"mask", "collapse", "ma"} { // nested searches have stacks, too
		r := verify(t, deeper+" ltl f { [] <> (x != -1) }", verifier.Options{
			Storage:  verifier.Storage{Compress: mode},
			Limits:   verifier.Limits{Memory: 8 << 20},
			Question: verifier.Question{Only: []string{"f"}},
		})
		require.Equal(t, report.Inconclusive, r.Verdict, mode)
		require.Contains(t, r.Reason, "out of memory", mode)
		require.Less(t, r.Memory.Stack+r.Memory.Store, int64(9<<20), mode)
	}
	r := verify(t, deeper, verifier.Options{Limits: verifier.Limits{Depth: 1000, Memory: 8 << 20}})
	require.Equal(t, report.Inconclusive, r.Verdict)
	require.Contains(t, r.Reason, "depth limit")
}

// TestPartsAreTheWhole: what the report tells of memory adds up.
func TestPartsAreTheWhole(t *testing.T) {
	for _, mode := range way.Names() {
		m := verify(t, counting, verifier.Options{Storage: verifier.Storage{Compress: mode}}).Memory
		sum := int64(0)
		for _, p := range m.Parts {
			require.Positive(t, p.Bytes, "%s: %s", mode, p.Name)
			sum += p.Bytes
		}
		require.Equal(t, m.Store, sum, mode)
		require.Positive(t, m.Stack, mode)
		require.Greater(t, m.PeakRSS, m.Store+m.Stack, mode)
	}
}
