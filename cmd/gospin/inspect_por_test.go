package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the expected texts anew")

// TestInspectReduction compares with what was read line by line against the model; with
// -update it is written again.
func TestInspectReduction(t *testing.T) {
	t.Chdir("testdata")
	for file, args := range map[string][]string{
		"por.txt": {"gospin", "inspect", "-por", "por.pml"},
		"por.dot": {"gospin", "inspect", "-por", "-dot", "por.pml"},
	} {
		var out, errs bytes.Buffer
		require.Equal(t, 0, run(args, nil, &out, &errs), errs.String())
		if *update {
			require.NoError(t, os.WriteFile(file, out.Bytes(), 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), out.String())
	}
}

// TestInspectWithoutReduction: where neither rule fits, it is said why, and the rest is left out.
func TestInspectWithoutReduction(t *testing.T) {
	model := filepath.Join(t.TempDir(), "last.pml")
	text := "active proctype P() { byte x; x = _last }\n"
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	var out, errs bytes.Buffer
	require.Equal(t, 0, run([]string{"gospin", "inspect", "-por", model}, nil, &out, &errs), errs.String())
	require.Equal(t, "SPIN does not reduce: the model refers to _last\n"+
		"the computed rule is off: the model uses _last\n", out.String())
	require.Equal(t, 2, run([]string{"gospin", "inspect", "-por", "-dot", model}, nil, &out, &errs))
	require.Equal(t, "gospin: the computed rule is off: the model uses _last\n", errs.String())
}

func TestInspectDotIsForReductions(t *testing.T) {
	code, _, errs := gospin(t, "inspect good.pml -dot")
	require.Equal(t, 2, code)
	require.Equal(t, "gospin: -dot needs -por\n", errs)
}
