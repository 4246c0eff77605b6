package lint_test

import (
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/examples"
	"gospin/examples/papers"
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

var update = flag.Bool("update", false, "write lints.md anew")

func TestTheDocumentIsTheTable(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile("lints.md", []byte(lint.Table()), 0o644))
	}
	text, err := os.ReadFile("lints.md")
	require.NoError(t, err)
	require.Equal(t, lint.Table(), string(text))
}

func TestLevels(t *testing.T) {
	const text = "byte x, y;\nactive proctype P() { x = 300 }\n"
	told := func(specs ...string) (out []string) {
		l := lint.Levels{}
		for _, s := range specs {
			require.NoError(t, l.Set(s))
		}
		for _, d := range lint.Check(read(t, text), l) {
			out = append(out, d.Severity.String()+" "+d.Name)
		}
		return out
	}
	require.Equal(t, []string{"warning write-only", "warning unused-variable", "warning value-out-of-range"}, told())
	require.Equal(t, []string{"error write-only", "warning unused-variable"},
		told("write-only=error", "value-out-of-range=off"))
	require.Equal(t, []string{"warning write-only"}, told("all=off", "write-only=warning"))
	require.ErrorContains(t, lint.Levels{}.Set("write-olny=off"), `did you mean "write-only"?`)
	for _, wrong := range []string{"", "write-only", "write-only=", "write-only=of"} {
		require.ErrorContains(t, lint.Levels{}.Set(wrong), "NAME=off")
	}
}

// What reading a model warns of has the name of a lint, and stays a warning of the resolver's.
func TestWarningsOfReadingAreToldOnce(t *testing.T) {
	m := read(t, "byte a[0];\nactive proctype P() { a = 1; a == 1 }\n")
	var got []string
	for _, d := range lint.Check(m, lint.Levels{"array-without-index": "off"}) {
		got = append(got, d.String())
	}
	require.Equal(t, []string{"m.pml:1:8: warning: an array of no elements is given one [empty-array]"}, got)
	require.Len(t, m.Warnings, 3)
	require.Equal(t, diag.Warning, m.Warnings[0].Severity)
	lint.Check(m, lint.Levels{"empty-array": "error"})
	require.Equal(t, diag.Warning, m.Warnings[0].Severity, "the model's own list stays")
}

func TestExamplesHaveNone(t *testing.T) {
	n := 0
	for _, files := range []fs.FS{examples.Models, papers.Models} {
		paths, err := fs.Glob(files, "*.pml")
		require.NoError(t, err)
		for _, path := range paths {
			text, err := fs.ReadFile(files, path)
			require.NoError(t, err)
			for _, d := range check(t, string(text)) {
				t.Errorf("%s: %s: %s", path, d, strings.TrimSpace(d.Source))
			}
			n++
		}
	}
	require.GreaterOrEqual(t, n, 17+15)
}
