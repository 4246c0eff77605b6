package main

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOpen: the browser gets the page of the first violation, and there is none where all holds. That no
// browser starts changes no verdict.
func TestOpen(t *testing.T) {
	defer func(before func(string) error) { opener = before }(opener)
	t.Setenv("TMPDIR", t.TempDir())
	shown := ""
	opener = func(path string) error {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		shown = string(text)
		return nil
	}
	code, _, errs := gospin(t, "verify -open m.pml")
	require.Equal(t, 1, code, errs)
	require.Regexp(t, `^page: .*m\.pml\.html\n$`, errs)
	require.Contains(t, shown, "assertion violated")
	shown = ""
	code, _, errs = gospin(t, "verify -open good.pml")
	require.Zero(t, code, errs)
	require.Empty(t, shown)
	require.Equal(t, "note: -open: no property is violated, there is no run to show\n", errs)
	opener = func(string) error { return errors.New("no such program") }
	code, _, errs = gospin(t, "verify -open m.pml")
	require.Equal(t, 1, code)
	require.Contains(t, errs, "note: -open: the browser cannot be started: no such program\n")
}
