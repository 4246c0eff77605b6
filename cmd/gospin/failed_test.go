package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// full is a device that nothing can be written to.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/full", Err: syscall.ENOSPC}
}

// TestOutputThatCannotBeWritten ends a command at once, with an exit code of its own.
func TestOutputThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	model := filepath.Join(dir, "m.pml")
	require.NoError(t, os.WriteFile(model, []byte("byte x; active proctype P() { do :: x++ od }"), 0o600))
	for _, line := range []string{"simulate -n 1 -p ", "verify -quiet ", "fmt ", "lint -list ", "graph -o /dev/full "} {
		var errs bytes.Buffer
		code := run(append([]string{"gospin"}, strings.Fields(line+model)...), nil, full{}, &errs)
		require.Equal(t, failedCode, code, line+errs.String())
		require.Equal(t, 1, strings.Count(errs.String(), "no space left"), errs.String())
	}
}

// TestTrailThatCannotBeWritten: the verdict says so, and an older trail is gone.
func TestTrailThatCannotBeWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(wrong), 0o600))
	require.NoError(t, os.Mkdir("m.pml.trail", 0o700))
	require.NoError(t, os.Mkdir("m.pml.assertions.trail", 0o700))
	var out, errs bytes.Buffer
	require.Equal(t, 1, run([]string{"gospin", "verify", "-report", "html:m.html", "-report", "junit:m.xml", "m.pml"},
		nil, &out, &errs))
	require.Contains(t, out.String(), "; its trail could not be written")
	require.Contains(t, out.String(), "P (0)             m.pml:2  x = 2", "the run is shown all the same")
	require.NotContains(t, out.String(), "gospin replay")
	for file, want := range map[string]string{"m.html": "<iframe ", "m.xml": "1 P(0) m.pml:2 x = 2"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(text), want)
	}
	require.DirExists(t, "m.pml.trail")
}

// TestGraphsAreWhole: one that is cut short takes no other's place.
func TestGraphsAreWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte("byte x; active proctype P() { do :: x++ od }"), 0o600))
	var out, errs bytes.Buffer
	require.Zero(t, run([]string{"gospin", "graph", "-o", "g", "m.pml"}, nil, &out, &errs), errs.String())
	whole, err := os.ReadFile("g")
	require.NoError(t, err)
	require.Equal(t, 3, run([]string{"gospin", "graph", "-o", "g", "-states", "9", "m.pml"}, nil, &out, &errs))
	require.Contains(t, out.String(), "wrote g.partial: ")
	now, err := os.ReadFile("g")
	require.NoError(t, err)
	require.Equal(t, whole, now)
	list, err := os.ReadDir(".")
	require.NoError(t, err)
	require.Len(t, list, 3)
}
