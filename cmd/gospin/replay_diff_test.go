package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRunDiff: two runs that part are compared step by step, with the steps of both around the difference; a
// run does not differ from itself.
func TestRunDiff(t *testing.T) {
	dir := t.TempDir()
	model := filepath.Join(dir, "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(`byte x, y, z;
active proctype P() { y = 1; y = 2; y = 3; y = 4; x = 1; z = 1; if :: z = x :: z = 7 fi; assert(x == 2) }
active proctype Q() { x == 1; x = 5 }
`), 0o600))
	code, _, errs := gospin(t, "verify -e -c0 -quiet "+model)
	require.Equal(t, 1, code, errs)
	code, out, errs := gospin(t, "replay -k "+model+"1.trail -diff "+model+"1.trail "+model)
	require.Equal(t, 0, code, errs)
	require.Contains(t, out, "the runs are the same\n")
	code, out, errs = gospin(t, "replay -t 1 -diff "+model+"2.trail "+model)
	require.Equal(t, 0, code, errs)
	require.Contains(t, out, "- "+model+"1.trail\n+ "+model+"2.trail\n  ... ")
	require.Regexp(t, `(?m)^     8    8  Q \(1\) +:3  x == 1\n\+         9  Q \(1\) +:3  x = 5 +x: 1 → 5\n     9   10  P`, out)
	code, _, errs = gospin(t, "replay -t 1 -diff "+dir+"/none "+model)
	require.Equal(t, 2, code)
	require.Contains(t, errs, "none")
}
