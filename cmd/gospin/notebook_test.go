package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNotebookMagic: the magic for notebooks shows reports and texts, with an object in place of IPython.
func TestNotebookMagic(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	cmd := exec.Command(python, "-B", "test_gospin_magic.py")
	cmd.Dir = "../../examples/jupyter"
	cmd.Env = append(cmd.Environ(), "GOSPIN="+filepath.Join(installed(t), "gospin"))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}
