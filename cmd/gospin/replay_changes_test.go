package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// told has a rendezvous, a buffered channel, a local channel that another process gets, a birth, a death,
// mtypes, an array, and what the model prints.
const told = `mtype = { hi, ho };
mtype last;
byte seen[2];
chan c = [0] of { mtype, byte };
chan q = [2] of { mtype };
proctype Child(chan back) { back!7; q!ho }
active proctype A() { printf("starts\n"); c!hi(3); q?last; assert(seen[1] == 0) }
active proctype B() {
	chan mine = [1] of { byte };
	byte n; mtype m;
	c?m,n;
	run Child(mine);
	mine?seen[1]; n = n + seen[1];
}
`

// TestReplayTellsChanges: without flags, a replay tells what each step changes, each change once.
func TestReplayTellsChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(told), 0o644))
	var out, errs bytes.Buffer
	require.Equal(t, 1, run([]string{"gospin", "verify", "m.pml"}, nil, &out, &errs), errs.String())
	out.Reset()
	require.Zero(t, run([]string{"gospin", "replay", "m.pml"}, nil, &out, &errs), errs.String())
	text := out.String()
	for _, want := range []string{
		"prints: starts\n", "A (0)             m.pml:7  printf(\"starts\\n\")",
		"B (1)             :11  c?m,n                                B (1).m: 0 → hi\n", " B (1).n: 0 → 3\n",
		"new: Child (2)\n", "B (1).mine: [] → [7]", "seen[1]: 0 → 7\n", "q: [] → [ho]", "last: 0 → ho\n",
		"error: assertion violated: assert(seen[1] == 0) (m.pml:7)\n", "       last = ho\n", "       seen[1] = 7\n",
	} {
		require.Contains(t, text, want)
		require.Equal(t, 1, strings.Count(text, want), want)
	}
	for _, want := range []string{"Child (2)         :6  back!7", "       B (1)             at "} {
		require.Contains(t, text, want)
	}
}
