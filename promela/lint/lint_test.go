package lint_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/lint"
	"gospin/promela/resolve"
)

func read(t *testing.T, text string) *promela.Model {
	t.Helper()
	m, err := resolve.ParseString("m.pml", text, resolve.Options{})
	require.NoError(t, err, text)
	return m
}

func check(t *testing.T, text string) diag.List {
	t.Helper()
	return lint.Check(read(t, text), nil)
}

// names are the lints of a list, each once.
func names(list diag.List) []string {
	var out []string
	seen := map[string]bool{}
	for _, d := range list {
		if !seen[d.Name] {
			seen[d.Name] = true
			out = append(out, d.Name)
		}
	}
	return out
}

func TestEachExampleHasItsLintAndNoOther(t *testing.T) {
	for i, l := range lint.All {
		require.NotEmpty(t, l.Says, l.Name)
		found := check(t, l.Example)
		require.Equal(t, []string{l.Name}, names(found), "%s: %v", l.Name, found)
		require.Positive(t, found[0].Pos.Col)
		require.NotEmpty(t, found[0].Source)
		require.True(t, i == 0 || lint.All[i-1].Name < l.Name, "sorted")
	}
}
