//go:build conformance

package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/report"
)

// panTrail has SPIN's verifier write a trail of its first error, if there is one.
func panTrail(t *testing.T, dir, model string, flags ...string) (violated bool) {
	t.Helper()
	require.NoError(t, os.RemoveAll(model+".trail"))
	r := runPan(t, dir, flags...)
	require.Equal(t, r.Errors > 0, strings.Contains(r.Text, "pan: wrote"), r.Text)
	return r.Errors > 0
}

// missed are claims of TestClaimsAsPan that fair runs violate, although ./pan -a -f finds none: SPIN itself
// replays the runs. In all of ends, the processes come to their ends, and in counter one moves in atomic
// sequences: pan's counters go astray, so that it stores one state again and again, down to the limit of the
// depth.
var missed = []string{"ends/4", "ends/5", "counter/5"}

// fairAsPan: under weak fairness the verdict is that of ./pan KIND -f, and each replays the other's trail.
func fairAsPan(t *testing.T, dir, model, kind string) (violated bool) {
	t.Helper()
	if violated = panTrail(t, dir, model, kind, "-f"); violated {
		out, err := run(time.Minute, dir, gospin(t), "replay", model)
		require.NoError(t, err, out)
		require.Contains(t, out, "trail ends after")
		require.NoError(t, os.RemoveAll(model+".trail"))
	}
	only := "-only=claims"
	if kind == "-l" {
		only = "-noclaim"
	}
	out, err := run(time.Minute, dir, gospin(t), "verify", "-json", "-Wall=off", "-E", "-f", kind, only,
		model)
	var r report.Report
	require.NoError(t, json.Unmarshal([]byte(out), &r), "%s%v", out, err)
	if slices.ContainsFunc(missed, func(name string) bool { return strings.HasSuffix(t.Name(), "/"+name) }) {
		require.False(t, violated, "pan has found the run")
	} else if !violated {
		require.Equal(t, report.Holds, r.Verdict, out)
		return false
	}
	require.Equal(t, report.Violated, r.Verdict, out)
	for _, p := range r.Properties {
		require.False(t, p.Unfair, out)
	}
	out, err = run(time.Minute, dir, "spin", "-t", "-p", model)
	require.NoError(t, err, out)
	require.Contains(t, out, "trail ends after")
	require.NotContains(t, out, "step not found")
	return true
}

// progressing are systems of processes with progress labels: with fairness some hold that do not without, and
// others.
var progressing = map[string]string{
	"starved": `byte x; active proctype P() { do :: x = 1 - x od } active proctype Q() { do :: x = 0; progress: skip od }`,
	"blocked": `byte x; active proctype P() { do :: x = 1 - x od } active proctype Q() { do :: x == 0; progress: skip od }`,
	"slow":    `byte x; active proctype P() { do :: x = (x + 1) % 3 od } active proctype Q() { do :: x < 3; x < 5; progress: skip od }`,
	"choice":  `active proctype P() { do :: true; skip :: true; progress: skip od }`,
	"ends":    `byte x; active proctype P() { x = 1; progress: x = 2 } active proctype Q() { do :: x = 0 od }`,
	"all":     `byte x; active [3] proctype P() { do :: x = (x + 1) % 2; progress: skip od }`,
	"atomic":  `byte x; active proctype P() { do :: atomic { x = 1; x = 0 } od } active proctype Q() { do :: x == 0; progress: skip od }`,
	"meet":    `chan c = [0] of { bit }; active proctype P() { do :: c!0 :: c!1 od } active proctype Q() { do :: c?0 :: c?1; progress: skip od } active proctype R() { do :: skip; true od }`,
	"dies":    `byte x; active proctype P() { do :: x = 1 - x od } active proctype Q() { x = 0; run R() } proctype R() { progress: skip; skip }`,
	"spawns":  `byte n; init { run R(); run R(); do :: n = 1 - n od } proctype R() { do :: n == 1; progress: skip :: n == 0 od }`,
}

// TestNonProgressAsPan: verdicts are those of ./pan -l, and of ./pan -l -f, and each replays the other's
// trails.
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -O0 -DNOREDUCE -DNP -o pan pan.c
//	./pan -l -n -m100000; ./pan -l -f -n -m100000
func TestNonProgressAsPan(t *testing.T) {
	t.Parallel()
	gospin(t)
	for name, text := range progressing {
		t.Run(name, func(t *testing.T) {
			inTurn(t)
			dir := t.TempDir()
			model := filepath.Join(dir, "m.pml")
			require.NoError(t, os.WriteFile(model, []byte(text+"\n"), 0o600))
			buildPan(t, dir, model, "-DNP", "-DNFAIR=4")
			want := panTrail(t, dir, model, "-l")
			out, _ := run(time.Minute, dir, gospin(t), "verify", "-json", "-Wall=off", "-E", "-l", "-noclaim", model)
			require.Contains(t, out,
				fmt.Sprintf(`"verdict":"%s"`, map[bool]string{true: "violated", false: "holds"}[want]), out)
			fair := fairAsPan(t, dir, model, "-l")
			t.Logf("violated: %v, with fairness %v", want, fair)
		})
	}
}

// TestFairnessAfterTheEnd: where processes come to their ends, ./pan -a -f misses runs (nimble-code/Spin#38).
// Here x is 1 for ever, so that the formula is wrong; no process is able to move any more, and the run is
// fair to all. pan -a finds it.
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -O0 -DNOREDUCE -o pan pan.c; ./pan -a -f -n -m100000
func TestFairnessAfterTheEnd(t *testing.T) {
	t.Parallel()
	gospin(t)
	for name, text := range map[string]string{
		"one":     `byte x; active proctype P() { x = 1 } ltl p { <>[] (x == 2) }`,
		"two":     `byte x; active [2] proctype P() { x = 1 } ltl p { <>[] (x == 2) }`,
		"blocked": `byte x; active proctype P() { x = 1 } active proctype Q() { x == 1; false } ltl p { <>[] (x == 2) }`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			model := filepath.Join(dir, "m.pml")
			require.NoError(t, os.WriteFile(model, []byte(text+"\n"), 0o600))
			buildPan(t, dir, model)
			require.True(t, panTrail(t, dir, model, "-a"))
			require.False(t, panTrail(t, dir, model, "-a", "-f"), "SPIN's fault is mended")
			out, _ := run(time.Minute, dir, gospin(t), "verify", "-pan", "-E", "-f", "-only=claims", model)
			require.Contains(t, out, "this run is weakly fair")
			require.Contains(t, out, "verdict: violated")
			out, err := run(time.Minute, dir, "spin", "-t", "-p", model)
			require.NoError(t, err, out)
			require.Contains(t, out, "trail ends after")
		})
	}
}
