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
	require.Equal(t, 0, run([]string{"gospin", "replay", "replay.pml", "-k", "replay.steps", "-pglsr"}, nil, &o, &e), e.String())
	require.Equal(t, string(want), strings.ReplaceAll("\n"+o.String(), "\ngospin: ", "\nspin: ")[1:])
}

func TestTrailsThatDoNotFit(t *testing.T) {
	for text, want := range map[string]string{
		"1:0:0\n2:0":     "gospin: cannot read the trail: steps: line 2 is not depth:process:statement",
		"1:0:99\n":       "gospin: the trail does not fit the model: process 0 cannot take statement 99 at step 1",
		"1:0:0\n2:7:0\n": "gospin: the trail does not fit the model: step 2 is of process 7, but there are only 1 processes",
		"\x00\xff":       "gospin: cannot read the trail: steps: line 1 is not depth:process:statement",
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
