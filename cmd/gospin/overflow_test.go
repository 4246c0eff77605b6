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

// TestDeepValuesThatDoNotFit: what only a whole search meets is remarked, too, of messages and of merged
// statements; what does not happen, or has no receiver, is not.
func TestDeepValuesThatDoNotFit(t *testing.T) {
	t.Chdir(t.TempDir())
	const far = "short n;\nproctype Q() {\n\tbyte k, y;\n\tdo :: n < 9000 -> n++ :: else -> break od;\n"
	const says = ": a value does not fit; -only overflow looks for the run\n"
	for text, want := range map[string]string{
		far + "k = n - 8700; assert(k < 200) }\n":                                               "k = n - 8700 at m.pml:5",
		far + "k = n - 8800; assert(k == 200) }\n":                                              "",
		"chan c = [1] of { byte };\n" + far + "c!n; c?y; assert(y < 200) }\n":                   "c!n at m.pml:6" + says,
		"chan c = [0] of { byte };\n" + far + "end: if :: c!n :: n == 3 -> c?y; y++ fi }\n":     "",
		far + "atomic { y = n / 100; k = y; k = n; y = 1 }; assert(k != 0 && y == 1) }\n":       " at m.pml:5",
		far + "skip; d_step { y = n / 100; k = y; k = n; y = 1 }; assert(k != 0 && y == 1) }\n": " at m.pml:5",
		far + "k = 1; do :: k < 9 -> k++ :: else -> break od; assert(k == 9) }\n":               "",
	} {
		text = strings.Replace(text, "proctype", "active proctype", 1)
		require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o600))
		for _, flags := range []string{"", " -noreduce -o1 -o2 -o3"} {
			out, _ := commands(t, "verify -W all=off m.pml"+flags)
			if want == "" {
				require.NotContains(t, out, "fit", text)
			} else {
				require.Contains(t, out, want, text)
			}
		}
	}
}

// TestOverflowIsAProperty: with a trail that replays, a place, and a remark where nobody asks for it.
func TestOverflowIsAProperty(t *testing.T) {
	for _, flags := range []string{"-only=overflow", "-only=overflow -order=bfs", "-W truncation=error -only=safety",
		"-only=overflow -compress=collapse", "-only=overflow -order=dfs"} {
		t.Chdir(t.TempDir())
		require.NoError(t, os.WriteFile("m.pml", []byte(wraps), 0o600))
		out, errs := commands(t, "verify "+flags+" m.pml")
		require.Contains(t, out, "overflow: violated at m.pml:2:39: 256 becomes 0 in a byte", "%s %s", flags, errs)
		out, errs = commands(t, "replay m.pml")
		require.Contains(t, out, "seq: 255 → 0\n       does not fit: 256 becomes 0 in a byte\n")
		require.Empty(t, errs)
	}
	out, _ := commands(t, "verify m.pml")
	require.Contains(t, out, "remark: seq++ at m.pml:2: a value does not fit, first after 512 steps: 256 becomes 0 in a byte")
	for _, held := range []string{"x < 9 -> x++", "x > 0 -> x = x / 2"} {
		model := "byte x; active proctype P() { do :: " + held + " :: break od }"
		require.NoError(t, os.WriteFile("h.pml", []byte(model), 0o600))
		out, _ = commands(t, "verify -only=overflow h.pml")
		require.Contains(t, out, "overflow: holds\n")
		out, _ = commands(t, "verify h.pml")
		require.NotContains(t, out, "does not fit")
	}
}
