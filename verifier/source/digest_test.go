package source_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/source"
)

// TestProfilesFitHoweverStatementsAreMerged: unless a variable is dropped.
func TestProfilesFitHoweverStatementsAreMerged(t *testing.T) {
	models, err := filepath.Glob("../../examples/*.pml")
	require.NoError(t, err)
	same := 0
	for _, path := range models {
		m, err := source.Source{Model: path}.Open(t.Context())
		require.NoError(t, err)
		digests := map[string]int{}
		for _, merging := range ask.Mergings {
			aim, err := verifier.Reduction{Merging: merging}.Aim()
			require.NoError(t, err)
			p, err := m.Compile(t.Context(), aim)
			require.NoError(t, err)
			digests[source.Digest(p)] = p.Layout.Globals
		}
		sizes := map[int]bool{}
		for _, n := range digests {
			sizes[n] = true
		}
		require.Len(t, digests, len(sizes), path)
		if len(digests) == 1 {
			same++
		}
	}
	require.Greater(t, same, len(models)/2)
}
