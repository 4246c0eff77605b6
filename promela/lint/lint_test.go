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
	m, err := resolve.ParseString(t.Context(), "m.pml", text, resolve.Options{})
	require.NoError(t, err, text)
	return m
}

func check(t *testing.T, text string) diag.List {
	t.Helper()
	return checkAt(t, read(t, text), nil)
}

func checkAt(t *testing.T, m *promela.Model, l lint.Levels) diag.List {
	t.Helper()
	found, err := lint.Check(t.Context(), m, l)
	require.NoError(t, err)
	return found
}

// names returns the lints of a list without repetitions.
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
		found := checkAt(t, read(t, l.Example), lint.Levels{l.Name: lint.Warning})
		if l.Off {
			require.Empty(t, check(t, l.Example))
		}
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
		for _, d := range checkAt(t, read(t, text), l) {
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

// Warnings of the resolver have the name of a lint, and remain the resolver's.
func TestWarningsOfReadingAreToldOnce(t *testing.T) {
	m := read(t, "unsigned u;\nbyte a[1];\nactive proctype P() { a = 1; a == u }\n")
	var got []string
	for _, d := range checkAt(t, m, lint.Levels{"array-without-index": "off"}) {
		got = append(got, d.String())
	}
	require.Equal(t, []string{"m.pml:1:10: warning: unsigned 'u' has no width; 16 bits are taken [no-width]"}, got)
	require.Len(t, m.Warnings, 3)
	require.Equal(t, diag.Warning, m.Warnings[0].Severity)
	checkAt(t, m, lint.Levels{"no-width": "error"})
	require.Equal(t, diag.Warning, m.Warnings[0].Severity, "the model's own list stays")
}

func TestMessages(t *testing.T) {
	for text, want := range map[string]string{
		"byte x; active proctype P() { do :: x == 1 -> break :: x++ od }": "an assignment is no condition: this branch " +
			"can always be taken [always-true-guard]",
		"byte x; active proctype P() { do :: x == 1 -> break :: x = 2 od }": "an assignment is no condition: this " +
			"branch can always be taken [always-true-guard] a comparison is written x == 2",
		"byte x; active proctype P() { x <= 255 }":     "x<=255 is always true: x is 0 to 255 [constant-comparison]",
		"byte x; active proctype P() { x >= 0 }":       "x>=0 is always true: x is 0 to 255 [constant-comparison]",
		"byte x; active proctype P() { x < 256 }":      "x<256 is always true: x is 0 to 255 [constant-comparison]",
		"byte x; active proctype P() { x > -1 }":       "x>-(1) is always true: x is 0 to 255 [constant-comparison]",
		"byte x; active proctype P() { 300 == x }":     "300==x is always false: x is 0 to 255 [constant-comparison]",
		"byte x; active proctype P() { x != 300 }":     "x!=300 is always true: x is 0 to 255 [constant-comparison]",
		"byte x; active proctype P() { x > 255 }":      "x>255 is always false: x is 0 to 255 [constant-comparison]",
		"byte x; active proctype P() { x[1] == 1 }":    "'x' is no array [index-out-of-range]",
		"byte x[2]; active proctype P() { x[2] == 1 }": "'x' has elements 0 to 1 [index-out-of-range]",
		"short x = 32768; active proctype P() { x == 1 }": "'x' holds -32768 to 32767, not 32768 [value-out-of-range] " +
			"32768 is stored as -32768",
		"bit x = 3; active proctype P() { x == 1 }": "'x' holds 0 to 1, not 3 [value-out-of-range] 3 is stored as 1",
		"unsigned x : 3 = 9; active proctype P() { x == 1 }": "'x' holds 0 to 7, not 9 [value-out-of-range] 9 is " +
			"stored as 1",
		"bit x[2] = 3; active proctype P() { x[0] == 1 }": "an element of 'x' holds 0 to 1, not 3 [value-out-of-range]",
		"chan c = [1] of { byte, byte }; active proctype P() { c!1 }": "messages of 'c' have 2 fields, not 1 " +
			"[message-fields]",
		"mtype = { x }; mtype:b = { y }; active proctype P() { x == y }": "x is of mtype, and y of mtype:b [mtype-mix] " +
			"SPIN refuses this",
		"byte x; active proctype P() { x = 1 }": "'x' is given values, but never read [write-only]",
		"chan c = [1] of { byte }; byte x; active proctype P() { c!1; c?x }": "'x' is given values, but never read " +
			"[write-only] a message field that nobody wants is received into _",
		"byte x; active proctype P() { acept: x == 1 }": "nothing refers to label acept, and it has no meaning of its own " +
			"[label-name] did you mean \"accept\"?",
		"byte x; active proctype P() { ende: x == 1 }": "label ende is an end label, since its name begins so " +
			"[label-name] write end or end_..., or a name that begins otherwise",
	} {
		found := check(t, text)
		require.Len(t, found, 1, text)
		_, got, _ := strings.Cut(found[0].String(), ": warning: ")
		require.Equal(t, want, strings.TrimSpace(got+" "+found[0].Hint), text)
	}
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
