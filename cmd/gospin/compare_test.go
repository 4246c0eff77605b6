package main

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCompareInterrupted: what has been run is printed, and the exit code says that it is not all.
func TestCompareInterrupted(t *testing.T) {
	const endless = "int n; active proctype Q() { do :: n++ od }"
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte(endless), 0o644))
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if signal.Ignored(s) { // as SIGINT is in the background of a script
			continue
		}
		cmd := exec.Command(filepath.Join(installed(t), "gospin"), "compare", "-modes", "mask,tree", "m.pml")
		var out bytes.Buffer
		cmd.Dir, cmd.Stdout = dir, &out
		errs, err := cmd.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		_, err = errs.Read(make([]byte, 1)) // the first line of progress comes when the first run begins
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Signal(s))
		var exit *exec.ExitError
		require.ErrorAs(t, cmd.Wait(), &exit)
		require.Equal(t, 3, exit.ExitCode())
		require.Contains(t, out.String(), "interrupted: rows are missing\n")
	}
}

// TestCompareFails where no mode can do anything, in the words of the model's error.
func TestCompareFails(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte("byte x = ;"), 0o644))
	cmd := exec.Command(filepath.Join(installed(t), "gospin"), "compare", "-modes", "mask,tree", "m.pml")
	var errs bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &errs
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &exit)
	require.Equal(t, 2, exit.ExitCode())
	require.Contains(t, errs.String(), "gospin: m.pml, mode mask: ")
}
