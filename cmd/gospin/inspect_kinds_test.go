package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInspectKinds: the model's comments say what each process depends on.
func TestInspectKinds(t *testing.T) {
	code, out, errs := gospin(t, "inspect -kinds "+absolute(t, "testdata/kinds.pml"))
	require.Equal(t, 0, code, errs)
	require.Regexp(t, `^searched 14600 states, 66651 transitions; a state takes 1 word of the table, rebuilt \w+( times)?\n`+
		`moves looked up \d+ times, \d+ of them not found; moves executed: \d+ to be remembered, 0 that can't be, `+
		`and in 0 states without moves\n`, out)
	for _, want := range []string{
		"process 0, blinker: 1 value of its own state\n  in 1: the same moves in every state\n  remembered: 0 entries, ",
		"process 1, counter: 3 values of its own state\n  in 2: moves that depend on other parts of the state\n" +
			"  in 1: moves of which each is remembered by itself\n  depends on x, y\n",
		"process 2, sender: 1 value of its own state\n  in 1: moves that depend on other parts of the state\n  depends on q\n",
		"process 3, taker: 2 values of its own state\n  in 1: the same moves in every state\n" +
			"  in 1: moves that depend on other parts of the state\n  depends on q\n",
		"process 4, partner: 1 value of its own state\n  in 1: the same moves in every state\n" +
			"  may take part in a rendezvous: 1 pair of a value and an offer\n",
	} {
		require.Contains(t, out, want)
	}
}

// TestInspectKindsOfSequences: where a sequence looks at too much as a whole, its steps are told of. Elements
// of arrays are named where only one is looked at; what always fails is remembered, too.
func TestInspectKindsOfSequences(t *testing.T) {
	model := filepath.Join(t.TempDir(), "long.pml")
	text := `byte a[2], b[2], c;
active proctype long() { do :: atomic { a[0] < 24 -> a[0]++; b[1] = 24 - c } od }
active proctype other() { do :: c < 24 -> c++ :: c == 24 -> c = 0 od }
active proctype wrong() { assert(a[1] == 1) }
`
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	code, out, errs := gospin(t, "inspect -kinds "+model)
	require.Equal(t, 0, code, errs)
	require.Regexp(t, `process 0, long: \d+ values? of its own state\n  in \d+: moves that depend on .*\n  depends on a\[0\], c\n`+
		`  atomic sequences remembered step by step: \d+ parts?, with \d+ values? inside\n`, out)
	require.Regexp(t, `process 2, wrong: 2 values of its own state\n(?s:.*)  depends on a\[1\]\n  remembered: 1 entry, `, out)
}

func TestInspectKindsSaysWhyNot(t *testing.T) {
	model := filepath.Join(t.TempDir(), "hidden.pml")
	text := "hidden byte h; byte x; active proctype P() { do :: h = 1 - h :: x = h od }\n"
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	code, out, errs := gospin(t, "inspect -kinds "+model)
	require.Equal(t, 0, code, errs)
	require.Equal(t, "the model is not searched in batches of roots: the values of hidden variables depend on the order "+
		"of the search\n", out)
}

func absolute(t *testing.T, path string) string {
	out, err := filepath.Abs(path)
	require.NoError(t, err)
	return out
}
