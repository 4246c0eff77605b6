package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// testdata/replay.txt is what SPIN prints, but for the name of the program:
//
//	spin -a -o1 -o2 -o3 replay.pml
//	gcc -DNOREDUCE -DSAFETY -DNOCLAIM -o pan pan.c
//	./pan
//	spin -t -p -g -l -s -r replay.pml
func TestReplayInSPINsWords(t *testing.T) {
	want, err := os.ReadFile("testdata/replay.txt")
	require.NoError(t, err)
	t.Chdir("testdata")
	var o, e bytes.Buffer
	args := []string{"gospin", "replay", "replay.pml", "-k", "replay.steps", "-pglsr"}
	require.Equal(t, 0, run(args, nil, &o, &e), e.String())
	require.Equal(t, string(want), strings.ReplaceAll("\n"+o.String(), "\ngospin: ", "\nspin: ")[1:])
}

func TestTrailsThatDoNotFit(t *testing.T) {
	for text, want := range map[string]string{
		"1:0:0\n2:0": "gospin: cannot read the trail: steps: line 2 is not depth:process:statement",
		"1:0:99\n":   "gospin: the trail does not fit the model: process 0 cannot take statement 99 at step 1",
		"1:0:0\n2:7:0\n": "gospin: the trail does not fit the model: " +
			"step 2 is of process 7, but there are only 1 processes",
		"\x00\xff": "gospin: cannot read the trail: steps: line 1 is not depth:process:statement",
	} {
		t.Run(want, func(t *testing.T) {
			t.Chdir(t.TempDir())
			require.NoError(t, os.WriteFile("m.pml", []byte(wrong), 0o644))
			require.NoError(t, os.WriteFile("steps", []byte(text), 0o644))
			var o, e bytes.Buffer
			require.Equal(t, 2, run([]string{"gospin", "replay", "m.pml", "-k", "steps"}, nil, &o, &e))
			require.Equal(t, want+"\n", e.String())
		})
	}
}

func TestTrailsThatLeadNowhereAreNoted(t *testing.T) {
	for text, want := range map[string]string{
		"":        "note: the trail has no steps\n",
		"1:0:0\n": "note: nothing is wrong where the trail ends: it may be cut short, or another model's\n",
	} {
		t.Chdir(t.TempDir())
		require.NoError(t, os.WriteFile("m.pml", []byte(wrong), 0o644))
		require.NoError(t, os.WriteFile("steps", []byte(text), 0o644))
		var o, e bytes.Buffer
		require.Equal(t, 0, run([]string{"gospin", "replay", "m.pml", "-k", "steps"}, nil, &o, &e))
		require.Equal(t, want, e.String())
	}
}

const printingClaim = `byte x;
active proctype P() { x = 1 }
active proctype Q() { x == 1; d_step { x = 3; x = 2 } }
never {
	do
	:: x < 2
	:: x == 2 ->
		printf("claim\n");
		break
	od;
accept:	do :: true od
}
`

// A claim prints before it is told where it moves to, and as process 0. The lines are those of: spin -t
// -p m.pml, with this trail.
func TestClaimsPrint(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(printingClaim), 0o644))
	steps := "-2:2:-2\n1:0:7\n2:1:0\n3:0:7\n4:2:2\n5:0:7\n6:2:5\n7:0:8\n8:2:6\n9:0:9\n10:1:1\n" +
		"-1:-1:-1\n11:0:14\n12:0:14\n"
	require.NoError(t, os.WriteFile("m.pml.trail", []byte(steps), 0o644))
	var o, e bytes.Buffer
	require.Equal(t, 0, run([]string{"gospin", "replay", "-p", "m.pml"}, nil, &o, &e), e.String())
	told, _, _ := strings.Cut(o.String(), "gospin: trail ends")
	require.Equal(t, `starting claim 2
Never claim moves to line 6	[((x<2))]
  2:	proc  0 (P:1) m.pml:2 (state 1)	[x = 1]
  4:	proc  1 (Q:1) m.pml:3 (state 1)	[((x==1))]
  6:	proc  1 (Q:1) m.pml:3 (state 4)	[x = 3]
  6:	proc  1 (Q:1) m.pml:3 (state 3)	[x = 2]
Never claim moves to line 7	[((x==2))]
  8: proc 1 terminates
      claim
Never claim moves to line 8	[printf('claim\\n')]
 10: proc 0 terminates
  <<<<<START OF CYCLE>>>>>
Never claim moves to line 11	[(1)]
`, told)
}
