package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCertificates: what the commands say, and how they end.
func TestCertificates(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"good.pml":  "byte x; active proctype P() { do :: x < 3 -> x++ :: x = 0 od } ltl l { <> (x == 3) } ltl m { [] (x < 4) }",
		"big.pml":   "byte x, y; active proctype P() { do :: x++ :: y++ od }",
		"bad.pml":   "byte x; active proctype P() { x++; assert(x == 0) }",
		"hide.pml":  "hidden byte x; active proctype P() { x++ }",
		"prio.pml":  "byte x; active proctype P() priority 3 { x++ }",
		"alike.pml": "byte n; active [3] proctype P() { do :: n < 2 -> n++; n-- od } ltl l { [] (n < 3) }",
		"never.pml": "byte x; active proctype P() { do :: x < 3 -> x++ :: x = 0 od } never n { do :: x == 4 -> break :: else od }",
		"loop.pml": "byte x[2]; active [2] proctype P() { byte j; do :: x[_pid]++; " +
			"d_step { for (j : 0 .. 1) { x[j] = 0 }; j = 0 } od }",
		"not.cert": "gospin certificate 2\n" + strings.Repeat("x", 100),
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	run := func(line string) (int, string) {
		var out bytes.Buffer
		return run(append([]string{"gospin"}, strings.Fields(line)...), nil, &out, &out), out.String()
	}
	for _, c := range []struct {
		line string
		code int
		want string
	}{
		{"verify -certificate g.cert good.pml", 0, "certificate: g.cert, all 7 states in "},
		{"verify -json -certificate g.cert good.pml", 0, `"certificate":{"file":"g.cert","states":7,"bytes":309}`},
		{"check g.cert", 0, "certificate: proved (all that comes after a state is there, and nothing fails)\n" +
			"good.pml: no assertion fails, no end state is invalid, in 7 states and "},
		{"check -text g.cert", 0, "do :: x < 3 -> x++ :: x = 0 od"},
		{"check -workers 3 g.cert", 0, "proved"},
		{"check -formulas all g.cert", 1, "l: violated by some run (7 states with the negated formula)\nm: holds"},
		{"check -formulas m g.cert", 0, "m: holds in all runs ("},
		{"check -formulas nix g.cert", 2, "the model has no formula nix; it has l, m"},
		{"verify -certificate big.cert big.pml", 0, "all 65536 states in "},
		{"check -time 1ns big.cert", 3, "certificate: inconclusive (out of time)\n"},
		{"check -mem 10B g.cert", 3, "certificate: inconclusive (out of memory)\n"},
		{"check not.cert", 1, "certificate: refused (it is damaged, or not all of it is there: "},
		{"check good.pml", 1, "certificate: refused ("},
		{"check", 2, "check takes one certificate, not 0; gospin verify -certificate FILE MODEL writes it"},
		{"check none.cert", 2, "none.cert"},
		{"check .", 2, "no regular file"},
		{"check -workers 0 g.cert", 2, "above 0"},
		{"verify -certificate b.cert bad.pml", 1, "certificate: none, only what holds has one\n"},
		{"verify -certificate h.cert hide.pml", 2, "-certificate is not for this model: "},
		{"verify -certificate h.cert prio.pml", 2, "no rules for a model with priorities"},
		{"verify -certificate good.pml good.pml", 2, "would overwrite the model"},
		{"verify -certificate none/x good.pml", 4, "certificate: none, none"},
		{"verify -certificate h.cert -por=computed good.pml", 2, "exclude each other: a certificate is of all states"},
		{"verify -certificate alike.cert -symmetry=auto alike.pml", 0, " each), up to symmetry; next: "},
		{"check alike.cert", 0, "each state stands for those that permutations of processes make of it"},
		{"verify -certificate n.cert never.pml", 0, "certificate: n.cert"},
		{"check -formulas all n.cert", 0, "n: holds in all runs (7 states with the claim)"},
		{"check -formulas x n.cert", 2, "the model has no formula x; it has n"},
		{"check -formulas all alike.cert", 3, "next: gospin check alike.cert, without -formulas, tries "},
		{"verify -certificate h.cert -symmetry=auto loop.pml", 2, "-certificate and -symmetry=auto exclude"},
		{"verify -certificate h.cert -bitstate good.pml", 2, "-certificate and -bitstate exclude"},
		{"verify -certificate h.cert -order=dfs good.pml", 2, "-certificate and -order=dfs exclude"},
		{"verify -certificate h.cert -m 10 good.pml", 2, "-certificate and -m exclude"},
		{"verify -certificate h.cert -ltl l good.pml", 2, "-certificate and -only=l exclude each other"},
		{"verify -certificate h.cert -E good.pml", 2, "-certificate and -A, -E, -q or -W truncation exclude"},
	} {
		code, out := run(c.line)
		require.Contains(t, out, c.want, c.line)
		require.Equal(t, c.code, code, "%s: %s", c.line, out)
	}
	for _, name := range []string{"h.cert", "b.cert"} {
		require.NoFileExists(t, name)
	}
	_, out := run("check -json g.cert")
	var told checked
	require.NoError(t, json.Unmarshal([]byte(out), &told))
	require.Equal(t, []any{"proved", "good.pml", uint64(7), 0}, []any{told.Answer, told.Model, told.States, told.Exit})
	require.Len(t, told.Text, 64)
	file, err := os.ReadFile("g.cert")
	require.NoError(t, err)
	file[len(file)/2] ^= 4
	require.NoError(t, os.WriteFile("g.cert", file, 0o600))
	code, out := run("check -json g.cert")
	require.Equal(t, 1, code)
	require.Contains(t, out, `"answer":"refused","reason":"it is damaged, or not all of it is there: `)
	require.NotContains(t, out, `"states"`)
}
