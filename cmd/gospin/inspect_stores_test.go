package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInspectStores: three lines about a model that is not small, and one about others; no trail is left.
func TestInspectStores(t *testing.T) {
	t.Chdir(t.TempDir())
	const cost = `\w+ \(\d+\.\d\d million states a second, \d+ bytes a state\)\n`
	write := func(name, text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	write("big.pml", "byte x[6];\nactive [6] proctype P() { do :: x[_pid]++ od }\n")
	code, out, errs := typedLine("inspect -stores big.pml")
	require.Zero(t, code, errs)
	require.Regexp(t, "^for speed "+cost+"for memory "+cost+`here \w+, the (fastest|smallest)[^\n]*\n$`, out)
	write("stuck.pml", "byte x;\nactive proctype P() { x > 0 }\n")
	code, out, errs = typedLine("inspect -stores stuck.pml")
	require.Zero(t, code, errs)
	require.Equal(t, "there is only one state\n", out)
	require.NoFileExists(t, "stuck.pml.trail")
}
