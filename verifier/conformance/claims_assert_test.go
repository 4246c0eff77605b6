//go:build conformance

package conformance

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	spin "gospin/verifier/pan"
	"gospin/verifier/report"
)

// asserting are claims that make assertions, over conditions a and b. Those with a label close no cycle.
var asserting = []string{
	`do :: assert(!a) od`,
	`do :: b -> assert(!a) :: else od`,
	`do :: assert(!(a && b)) :: a -> break od`,
	`do :: d_step { assert(!a); assert(!b); skip } od`,
	`do :: atomic { assert(!b); assert(!a) } :: true od; false`,
	`do :: !a :: a -> assert(b); goto W od; W: do :: assert(!b) :: b -> goto accept od; accept: false`,
	`do :: assert(!b) :: a -> goto accept od; accept: if :: !b -> skip fi; do :: assert(!a) od`,
	`T0: do :: atomic { a -> assert(!a) } :: true -> goto T0 od; accept_all: skip`, // as of spin -f
	`do :: !a -> assert(!b) :: a && b -> if :: assert(a) :: assert(!a); break fi od`,
}

// TestAssertionsOfClaimsAsPan: the errors that assertions of never claims make, beside those of claims that
// are at their end, are pan's in number, and so are the states, in every engine; with -DSAFETY, too, where
// the claim has no accept label. SPIN replays our trail.
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -DNOREDUCE -o pan pan.c; ./pan -a -c0 -n -m100000 -N CLAIM
func TestAssertionsOfClaimsAsPan(t *testing.T) {
	t.Parallel()
	gospin(t)
	for system, text := range claimed {
		if strings.Contains(text, "assert") { // those of processes are not looked for beside a claim
			continue
		}
		t.Run(system, func(t *testing.T) {
			inTurn(t)
			require.Greater(t, assertsAsPan(t, text, system == "handshake", 1<<20), 4)
		})
	}
}

// TestRandomAssertionsOfClaimsAsPan is the same beside random models, and conditions of theirs.
func TestRandomAssertionsOfClaimsAsPan(t *testing.T) {
	t.Parallel()
	gospin(t)
	wanted, first := number(t, "GOSPIN_RANDOM", 3), number(t, "GOSPIN_SEED", 6)
	for seed := first; seed < first+wanted; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inTurn(t)
			r := rand.New(rand.NewPCG(uint64(seed), 0x617373))
			text, _, _ := strings.Cut(randomPair(seed), "ltl p ")
			condition := func() (c string) {
				for c = "a["; strings.Contains(c, "a["); { // a is a macro here
					c = randomFormula(r, 0)
				}
				return c
			}
			text = fmt.Sprintf("%s#define a %s\n#define b %s\n", text, condition(), condition())
			assertsAsPan(t, text, false, 2000)
		})
	}
}

// assertsAsPan compares what is said of each claim beside a model, if there are at most that many states, and
// returns of how many an error was found; with safety, with a pan that is compiled for safety, too. Pan
// counts some errors more than once (errorsBeside).
func assertsAsPan(t *testing.T, text string, safety bool, states uint64) (failed int) {
	dir, plainly := t.TempDir(), t.TempDir()
	for i, claim := range asserting {
		text += fmt.Sprintf("never n%d { %s }\n", i, claim)
	}
	model := filepath.Join(dir, "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	if err := spin.Generate(timed(t, time.Minute), dir, model, spin.Raw...); err != nil {
		t.Logf("spin refuses the model: %s", outputOf(err))
		return 0
	}
	buildPan(t, dir, model)
	if safety {
		buildPan(t, plainly, model, "-DSAFETY")
	}
	for i, claim := range asserting {
		name := fmt.Sprintf("n%d", i)
		want := runPan(t, dir, "-a", "-c0", "-N", name)
		if want.DepthLimit || strings.Contains(want.Text, "acceptance cycle") || want.Stored > states {
			continue // its claim goes round alone, or pan tells of a cycle several times
		}
		if want.Errors > 0 {
			failed++
		}
		ours, pans, ok := errorsBeside(t, text, name)
		switch nested := strings.Contains(claim, "accept"); {
		case !ok, nested && ours != pans:
			continue
		case nested: // both count in the nested search, too
			ours = tally{want.Errors, want.Matched}
		default:
			require.Equal(t, pans, tally{want.Errors, want.Matched}, "%s\n%s", claim, text)
		}
		oneAssertsAsPan(t, dir, model, name, want, ours)
		if safety && !strings.Contains(claim, "accept") {
			plain := runPan(t, plainly, "-c0", "-N", name)
			require.Equal(t, claimFigures(want), claimFigures(plain), "%s\n%s", want.Text, plain.Text)
		}
	}
	return failed
}

// claimFigures are the figures of a run of pan that oneAssertsAsPan compares.
func claimFigures(r *spin.Report) []uint64 {
	return []uint64{r.Errors, r.Stored, r.Visited, r.Matched, r.Depth}
}

func oneAssertsAsPan(t *testing.T, dir, model, name string, want *spin.Report, ours tally) {
	for i, how := range [][]string{nil, {"-order=dfs"}, {"-compress=mask"}} {
		require.NoError(t, os.RemoveAll(model+".trail"))
		args := []string{"verify", "-o1", "-o2", "-o3", "-noreduce", "-json", "-c0", "-only=" + name}
		args = append(args, how...)
		cmd := exec.Command(gospin(t), append(args, model)...)
		cmd.Dir = dir
		answer, _ := cmd.Output()
		var r report.Report
		require.NoError(t, json.Unmarshal(answer, &r), string(answer))
		depth := uint64(r.States.Depth)
		if r.Engine == "batch" { // its depth is another
			depth = want.Depth
		}
		figures := []uint64{ours.errors, want.Stored, want.Visited, ours.matched, want.Depth}
		got := []uint64{uint64(r.Errors), r.States.Stored, max(r.States.Stored, r.States.Visited),
			r.States.Matched, depth}
		require.Equal(t, figures, got, "errors, stored, visited, matched, depth of %s %v\n%s\n%s", name, how, want.Text, answer)
		if want.Errors == 0 {
			require.Equal(t, report.Holds, r.Verdict)
			continue
		}
		if require.Equal(t, report.Violated, r.Verdict); i > 0 {
			continue
		}
		replay, err := run(time.Minute, dir, "spin", "-t", "-p", model)
		require.NoError(t, err, replay)
		require.Contains(t, replay, "trail ends after")
		require.NotContains(t, replay, "step not found")
	}
}
