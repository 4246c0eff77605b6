package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/lint"
)

// linted runs a command line in a directory that has the models lint.pml, which has findings, many.pml, which
// has a dozen, good.pml and broken.pml.
func linted(t *testing.T, line string) (code int, out, errs string) {
	t.Helper()
	dir := t.TempDir()
	many := "byte " + strings.Join(strings.Split("abcdefghijkl", ""), ", ") + ";\nactive proctype P() { skip }\n"
	for name, text := range map[string]string{
		"lint.pml": "byte x = 300;\nactive proctype P() {\n\tdo :: x == 1 -> break :: x = 1 od\n}\n",
		"many.pml": many, "good.pml": good, "broken.pml": "active proctype P() { x = }\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	t.Chdir(dir)
	var o, e strings.Builder
	code = run(append([]string{"gospin"}, strings.Fields(line)...), strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

func TestLint(t *testing.T) {
	const text = `lint.pml:1:10: warning: 'x' holds 0 to 255, not 300 [value-out-of-range]
byte x = 300;
         ^
hint: 300 is stored as 44
lint.pml:3:27: warning: an assignment is no condition: this branch can always be taken [always-true-guard]
	do :: x == 1 -> break :: x = 1 od
	                         ^
hint: a comparison is written x == 1
`
	code, out, errs := linted(t, "lint lint.pml good.pml")
	require.Equal(t, 0, code)
	require.Equal(t, text, out)
	require.Empty(t, errs)

	code, out, _ = linted(t, "lint lint.pml -W always-true-guard=error -W value-out-of-range=off")
	require.Equal(t, 2, code)
	require.True(t, strings.HasPrefix(out, "lint.pml:3:27: error: an assignment"), out)

	code, out, _ = linted(t, "lint broken.pml lint.pml -W always-true-guard=off")
	require.Equal(t, 2, code)
	require.True(t, strings.HasPrefix(out, "broken.pml:1:23: error: undeclared variable: x"), out)
	require.Contains(t, out, "[value-out-of-range]")

	code, out, _ = linted(t, "lint -list")
	require.Equal(t, 0, code)
	require.Equal(t, lint.Table(), out)
}

func TestLintInJSON(t *testing.T) {
	code, out, _ := linted(t, "lint -json lint.pml")
	require.Equal(t, 0, code)
	var got []map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Len(t, got, 2)
	require.Equal(t, map[string]any{"file": "lint.pml", "line": 1.0, "column": 10.0, "severity": "warning",
		"lint": "value-out-of-range", "message": "'x' holds 0 to 255, not 300", "hint": "300 is stored as 44"}, got[0])
	_, out, _ = linted(t, "lint -json good.pml")
	require.Equal(t, "[]\n", out)
}

func TestLintsBeforeASearch(t *testing.T) {
	const first = "lint.pml:1:10: warning: 'x' holds 0 to 255, not 300 [value-out-of-range]\n" +
		"lint.pml:3:27: warning: an assignment is no condition: this branch can always be taken [always-true-guard]\n"
	code, out, errs := linted(t, "verify -pan lint.pml")
	require.Equal(t, 0, code)
	require.Equal(t, first, errs, "once, though there may be several searches")
	require.Contains(t, out, "verdict: holds")

	_, _, errs = linted(t, "verify -pan lint.pml -Wall=off")
	require.Empty(t, errs)

	code, out, errs = linted(t, "verify -pan lint.pml -W value-out-of-range=error")
	require.Equal(t, 2, code)
	require.Empty(t, out)
	require.Contains(t, errs, "lint.pml:1:10: error: 'x' holds 0 to 255, not 300 [value-out-of-range]\nbyte x = 300;\n")

	code, _, errs = linted(t, "verify -pan many.pml -DN=1 -W write-only=off")
	require.Equal(t, 0, code)
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	require.Len(t, lines, maxLints+1)
	require.Equal(t, "many.pml:1:6: warning: variable 'a' is never used [unused-variable]", lines[0])
	require.Equal(t, "and 2 more: gospin lint -DN=1 -W write-only=off many.pml", lines[maxLints])
}

func TestWrongUseOfLint(t *testing.T) {
	for line, want := range map[string]string{
		"lint":                          "gospin: lint takes one model or several\n",
		"lint lint.pml -W unused=off":   "gospin: no lint is called \"unused\": gospin lint -list has their names\n",
		"verify lint.pml -W write-only": "gospin: -W takes NAME=off, NAME=warning or NAME=error, not \"write-only\"\n",
		"lint -p lint.pml":              "gospin: lint has no flag -p: gospin lint -h lists them\n",
		"lint nosuch.pml":               "",
	} {
		code, out, errs := linted(t, line)
		require.Equal(t, 2, code, line)
		if want != "" {
			require.Equal(t, want, errs, line)
		} else {
			require.NotEmpty(t, out+errs)
		}
	}
}
