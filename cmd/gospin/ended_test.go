package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/limit"
)

// TestEveryCommandEndsByItsContext: where the time is up while the model is read, nothing is refused, and
// nothing holds.
func TestEveryCommandEndsByItsContext(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(model, []byte("byte x; active proctype P() { x = 1 }\n"), 0o600))
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(limit.Time)
	for _, args := range []string{
		"verify", "verify -json", "verify -ltl []x<2", "verify -ctl AG(x<2)", "verify -compress=auto", "graph",
		"simulate", "lint", "fmt", "inspect", "inspect -por", "train", "explore",
	} {
		var out, errs strings.Builder
		line := append(append([]string{"gospin"}, strings.Fields(args)...), model)
		code := runContext(ctx, line, strings.NewReader(""), &out, &errs)
		require.Equal(t, 3, code, "%s\n%s%s", args, &out, &errs)
		require.Contains(t, errs.String(), "inconclusive (out of time)", args)
		require.NotContains(t, out.String()+errs.String(), "holds", args)
		if args == "verify -json" {
			require.Contains(t, out.String(), `"exit":3`)
		}
	}
}
