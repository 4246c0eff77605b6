package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/report"
)

// sized is a model of which a macro says what is wrong with it.
const sized = `#ifndef N
#define N 3
#endif
byte x;
active proctype P() { do :: x < N -> x++ :: true -> x = 0 od }
ltl low { [] (x < 3) }
ltl never2 { [] (x != 2) }
`

// trailsHere are the names of the trails in the folder that is worked in.
func trailsHere(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob("*.trail")
	require.NoError(t, err)
	return strings.Join(found, " ")
}

// commands runs lines of a shell in turn; each has flags without spaces.
func commands(t *testing.T, lines ...string) (out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	for _, l := range lines {
		o.Reset()
		e.Reset()
		run(append([]string{"gospin"}, strings.Fields(l)...), strings.NewReader(""), &o, &e)
	}
	return o.String(), e.String()
}

// TestTrailsAreNamedAfterProperties: one rule, with all errors, for other folders, and for files.
func TestTrailsAreNamedAfterProperties(t *testing.T) {
	for flags, want := range map[string]string{
		"":               "m.pml.never2.trail m.pml.trail",
		"-only=never2":   "m.pml.trail",
		"-e -shorten=0":  "m.pml.never21.trail m.pml1.trail",
		"-trail=d":       "",
		"-trail=d/":      "",
		"-trail=f.trail": "f.never2.trail f.trail",
		"-trail=x":       "x.never2.trail",
	} {
		t.Run(flags, func(t *testing.T) {
			t.Chdir(t.TempDir())
			require.NoError(t, os.WriteFile("m.pml", []byte(sized), 0o644))
			require.NoError(t, os.Mkdir("d", 0o755))
			out, errs := commands(t, "verify -pan -n "+flags+" m.pml")
			require.Empty(t, errs)
			require.Contains(t, out, "verdict: violated")
			require.Equal(t, want, trailsHere(t))
			if strings.HasPrefix(flags, "-trail=d") {
				require.NoError(t, os.Chdir("d"))
				require.Equal(t, "m.pml.never2.trail m.pml.trail", trailsHere(t))
				require.Contains(t, out, "replay: gospin replay -k d/m.pml.trail m.pml")
			}
		})
	}
}

// TestStaleTrailsAreRemoved: those of what holds now, of the model read in the same way, and no others.
func TestStaleTrailsAreRemoved(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(sized), 0o644))
	commands(t, "verify m.pml", "verify -e m.pml", "verify -DN=4 -trail=m.pml.other.trail m.pml")
	pans := "1:0:1\n2:0:2\n"
	require.NoError(t, os.WriteFile("m.pml9.trail", []byte(pans), 0o644))
	all := trailsHere(t)
	require.Contains(t, all, "m.pml.never21.trail m.pml.other.never2.trail m.pml.other.trail m.pml.trail m.pml1.trail")
	held := strings.NewReplacer("x < 3", "x < 9", "x != 2", "x != 9").Replace(sized)
	require.NoError(t, os.WriteFile("m.pml", []byte(held), 0o644))
	out, _ := commands(t, "verify m.pml -only=never2 -n")
	require.Contains(t, out, "removed m.pml.never2.trail and 1 more: trails of an earlier run, of what holds now\n")
	out, _ = commands(t, "verify m.pml -n")
	require.Contains(t, out, "removed m.pml.trail and 1 more: ")
	require.Equal(t, "m.pml.other.never2.trail m.pml.other.trail m.pml9.trail", trailsHere(t))
	out, _ = commands(t, "verify m.pml -n -DN=4")
	require.Contains(t, out, "removed m.pml.other.trail: ")
	require.Equal(t, "m.pml.other.never2.trail m.pml9.trail", trailsHere(t))
	out, _ = commands(t, "verify m.pml -n")
	require.NotContains(t, out, "removed")
	write := func(text string) { require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o644)) }
	write(sized)
	commands(t, "verify m.pml")
	require.Equal(t, "m.pml.never2.trail m.pml.other.never2.trail m.pml.trail m.pml9.trail", trailsHere(t))
	write(strings.Replace(sized, "x < 3", "x < 9", 1))
	commands(t, "verify m.pml") // never2 is the first now
	require.Equal(t, "m.pml.other.never2.trail m.pml.trail m.pml9.trail", trailsHere(t))
}

// TestTrailsKnowTheirModel: a trail carries the flags with which the model is to be read.
func TestTrailsKnowTheirModel(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(sized), 0o644))
	commands(t, "verify m.pml -DN=7 -ltl [](x!=6)")
	out, errs := commands(t, "replay m.pml")
	require.Empty(t, errs)
	require.Contains(t, out, "x: 5 → 6")
	_, errs = commands(t, "replay -DN=2 m.pml")
	require.Contains(t, errs, "note: the trail is of -DN=7 -ltl '[](x!=6)': the model may be another one now\n")
	_, errs = commands(t, "replay -DN=7 m.pml")
	require.Empty(t, errs)
}

// TestTrailsWithoutRoom: an error with a hint, no file, and a verdict all the same; so for profiles.
func TestTrailsWithoutRoom(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no device that is always full")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(sized), 0o644))
	require.NoError(t, os.Symlink("/dev/full", "m.pml.trail"))
	require.NoError(t, os.Symlink("/dev/full", "m.pml.low.trail"))
	require.NoError(t, os.Symlink("/dev/full", "m.pml.profile"))
	out, errs := commands(t, "verify -pan -n m.pml -only=low")
	const where = "hint: -trail DIR writes it elsewhere\n"
	require.Equal(t, "error: cannot write the trail: m.pml.trail: no space left on device\n"+where+
		"error: cannot write the trail: m.pml.low.trail: no space left on device\n"+where, errs)
	require.Contains(t, out, "low: violated at m.pml:6:1: formula violated; its trail could not be written (6 steps)\nverdict: violated\n")
	require.Equal(t, "m.pml.low.trail m.pml.trail", trailsHere(t))
	_, errs = commands(t, "train m.pml")
	require.Equal(t, "gospin: m.pml.profile: no space left on device\n", errs)
	_, errs = commands(t, "verify -pan -trail=no/x m.pml")
	require.Equal(t, "gospin: -trail=no/x: there is no folder no\n", errs)
	_, errs = commands(t, "verify -pan -trail=./m.pml m.pml")
	require.Equal(t, "gospin: -trail=./m.pml would overwrite the model\n", errs)
}

// TestVerdictsForPrograms: places, remarks and removed trails are in the JSON report, too.
func TestVerdictsForPrograms(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(sized+"ltl v { [] (x == 9 -> X (x == 0)) }\n"), 0o644))
	type told struct {
		Properties []struct {
			Name, Trail, Replay string
			Place               *report.Place
		}
		Remarks []string
		Removed []string `json:"removed_trails"`
	}
	var r told
	out, _ := commands(t, "verify -json m.pml")
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, []string{"v holds trivially: x == 9 is never true"}, r.Remarks)
	require.Equal(t, &report.Place{File: "m.pml", Line: 6, Column: 1}, r.Properties[2].Place)
	require.Equal(t, "gospin replay -k m.pml.never2.trail m.pml", r.Properties[3].Replay)
	require.NoError(t, os.WriteFile("m.pml", []byte(strings.Replace(sized, "x < N", "x < 0", 1)), 0o644))
	out, _ = commands(t, "verify -json m.pml")
	r = told{}
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, []string{"m.pml.never2.trail", "m.pml.trail"}, r.Removed)
}
