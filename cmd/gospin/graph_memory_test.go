//go:build unix

package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGraphsWithoutNodes: one that was stopped before its first node was whole is said to be so.
func TestGraphsWithoutNodes(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("m.pml", []byte("byte x; active proctype P() { do :: x++ od }"), 0o600))
	// in its own process, since the memory of the tests' process would count
	cmd, _, said := program(t, dir, "", "graph -o g -mem 1K m.pml")
	code, _ := ended(cmd)
	require.Equal(t, 3, code, said)
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(strings.Fields("gospin graph stat g.partial"), nil, &out, &errs))
	require.Contains(t, errs.String(), "the graph has no nodes: its search ended before the first was whole: out of memory")
}
