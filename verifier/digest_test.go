package verifier

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestProfilesFitHoweverStatementsAreMerged: unless a variable is dropped.
func TestProfilesFitHoweverStatementsAreMerged(t *testing.T) {
	models, err := filepath.Glob("../examples/*.pml")
	require.NoError(t, err)
	same := 0
	for _, path := range models {
		m, err := Source{Model: path}.Open()
		require.NoError(t, err)
		digests := map[string]int{}
		for _, merging := range Mergings {
			r := Reduction{Merging: merging}
			p, err := m.Compile(r.merged(Aim{}))
			require.NoError(t, err)
			digests[digest(p)] = p.Layout.Globals
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
