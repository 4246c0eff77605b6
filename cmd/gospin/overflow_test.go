package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cuts puts values where they do not fit: into variables of each type, elements, messages, parameters.
const cuts = `byte x; bit b; short s; unsigned u : 3; int i;
byte arr[2];
bool fl[2];
chan c = [2] of { byte, bit };
proctype Q(byte p; short z) { x = p }
active proctype P() {
	x = 300;
	x = 255;
	x++;
	x--;
	b = 2;
	s = 40000;
	u = 9;
	arr[1] = 256 + x;
	fl[1] = 2;
	c!300(3);
	c?x,b;
	c!2,1;
	c?i,s;
	run Q(257, 70000);
	{ byte loc = 400; x = loc }
}
`

// TestValuesThatDoNotFit: the lines are those of: spin -n1 cuts.pml
func TestValuesThatDoNotFit(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("cuts.pml", []byte(cuts), 0o600))
	told, _ := commands(t, "simulate -n1 cuts.pml")
	var got []string
	for line := range strings.Lines(told) {
		if rest, ok := strings.CutPrefix(line, "gospin: cuts.pml:"); ok {
			got = append(got, strings.TrimSuffix(rest, " truncated in assignment\n"))
		}
	}
	require.Equal(t, []string{
		"7, Error: value (300->44 (8))", "9, Error: value (256->0 (8))", "10, Error: value (-1->255 (8))",
		"11, Error: value (2->0 (1))", "12, Error: value (40000->-25536 (16))", "13, Error: value (9->1 (5))",
		"14, Error: value (511->255 (8))", "15, Error: value (2->0 (1))", "16, Error: value (300->44 (8))",
		"16, Error: value (3->1 (1))", "20, Error: value (257->1 (8))", "20, Error: value (70000->4464 (16))",
		"21, Error: value (400->144 (8))",
	}, got)
}

const wraps = `byte seq; bool on;
active proctype P() { do :: on = !on; seq++ od }
`

// TestOverflowIsAProperty: with a trail that replays, a place, and a remark where nobody asks for it.
func TestOverflowIsAProperty(t *testing.T) {
	for _, flags := range []string{"-only=overflow", "-only=overflow -order=bfs", "-W truncation=error -only=safety",
		"-only=overflow -compress=collapse", "-only=overflow -order=dfs"} {
		t.Chdir(t.TempDir())
		require.NoError(t, os.WriteFile("m.pml", []byte(wraps), 0o600))
		out, errs := commands(t, "verify "+flags+" m.pml")
		require.Contains(t, out, "overflow: violated at m.pml:2:39: value (256->0 (8)) ", "%s %s", flags, errs)
		out, errs = commands(t, "replay -k m.pml.overflow.trail m.pml")
		require.Contains(t, out, "seq: 255 → 0\n       does not fit: value (256->0 (8)) truncated in assignment\n")
		require.Empty(t, errs)
	}
	out, _ := commands(t, "verify m.pml")
	require.Contains(t, out, "remark: seq++ at m.pml:2 does not fit, first after 512 steps: ")
	for _, held := range []string{"x < 9 -> x++", "x > 0 -> x = x / 2"} {
		model := "byte x; active proctype P() { do :: " + held + " :: break od }"
		require.NoError(t, os.WriteFile("h.pml", []byte(model), 0o600))
		out, _ = commands(t, "verify -only=overflow h.pml")
		require.Contains(t, out, "overflow: holds\n")
		out, _ = commands(t, "verify h.pml")
		require.NotContains(t, out, "does not fit")
	}
}
