package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInspectReduction compares with what was read line by line against the model; with GOSPIN_UPDATE=1 it
// is written anew.
func TestInspectReduction(t *testing.T) {
	t.Chdir("testdata")
	for file, args := range map[string][]string{
		"por.txt": {"gospin", "inspect", "-por", "por.pml"},
		"por.dot": {"gospin", "inspect", "-por", "-dot", "por.pml"},
	} {
		var out, errs bytes.Buffer
		require.Equal(t, 0, run(args, nil, &out, &errs), errs.String())
		if os.Getenv("GOSPIN_UPDATE") != "" {
			require.NoError(t, os.WriteFile(file, out.Bytes(), 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), out.String())
	}
}

func TestInspectDotIsForReductions(t *testing.T) {
	code, _, errs := gospin(t, "inspect good.pml -dot")
	require.Equal(t, 2, code)
	require.Equal(t, "gospin: -dot needs -por\n", errs)
}
