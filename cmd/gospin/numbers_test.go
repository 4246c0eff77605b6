package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression/automaton"
)

// TestVerticesWithoutNumbers: where an automaton has no more numbers for its vertices, nothing holds,
// whatever the order of the search, and the report has the reason.
func TestVerticesWithoutNumbers(t *testing.T) {
	was := automaton.MostWords
	t.Cleanup(func() { automaton.MostWords = was })
	model := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(grown), 0o600))
	for _, flags := range []string{"", "-order=bfs", "-order=dfs", "-noreduce", "-ltl [](c[0]<50)", "-a", "-json"} {
		automaton.MostWords = 1 << 10
		var out, errs strings.Builder
		line := append([]string{"gospin", "verify", "-compress=ma"}, strings.Fields(flags)...)
		code := runContext(t.Context(), append(line, model), strings.NewReader(""), &out, &errs)
		require.Equal(t, 3, code, "%s\n%s%s", flags, &out, &errs)
		require.Contains(t, out.String(), automaton.ErrFull.Error(), flags)
		require.NotContains(t, out.String(), "holds", flags)
	}
}
