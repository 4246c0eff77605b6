//go:build conformance

package conformance

import (
	"encoding/json"
	"fmt"
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
	`do :: !a -> assert(!b) :: a && b -> if :: assert(a) :: assert(!a); break fi od`,
}

// TestAssertionsOfClaimsAsPan: the errors that assertions of never claims make, beside those of claims that
// are at their end, are pan's in number, and so are the states, in every engine; with -DSAFETY, too, where
// the claim has no accept label. SPIN replays our trail.
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -DNOREDUCE -o pan pan.c; ./pan -a -c0 -n -m100000 -N CLAIM
func TestAssertionsOfClaimsAsPan(t *testing.T) {
	gospin(t)
	for system, text := range claimed {
		if strings.Contains(text, "assert") { // those of processes are not looked for beside a claim
			continue
		}
		t.Run(system, func(t *testing.T) {
			inTurn(t)
			dir := t.TempDir()
			for i, claim := range asserting {
				text += fmt.Sprintf("never n%d { %s }\n", i, claim)
			}
			model := filepath.Join(dir, "m.pml")
			require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
			buildPan(t, dir, model, "-O0")
			safety := ""
			if system == "handshake" {
				safety = t.TempDir()
				buildPan(t, safety, model, "-O0", "-DSAFETY")
			}
			failed := 0
			for i, claim := range asserting {
				name := fmt.Sprintf("n%d", i)
				if system == "handshake" && strings.Contains(claim, "break") {
					continue // pan sees the claim at its end between the halves of a rendezvous, too
				}
				want := runPan(t, dir, "-w16", "-a", "-c0", "-N", name)
				if want.DepthLimit { // its claim goes round alone
					continue
				}
				if want.Errors > 0 {
					failed++
				}
				require.NotContains(t, want.Text, "acceptance cycle", claim)
				assertsAsPan(t, dir, model, name, want)
				if safety != "" && !strings.Contains(claim, "accept") {
					plain := runPan(t, safety, "-w16", "-c0", "-N", name)
					require.Equal(t, claimFigures(want), claimFigures(plain), "%s\n%s", want.Text, plain.Text)
				}
			}
			require.Greater(t, failed, 4)
		})
	}
}

// claimFigures are the figures of a run of pan that assertsAsPan compares.
func claimFigures(r *spin.Report) []uint64 {
	return []uint64{r.Errors, r.Stored, r.Visited, r.Matched, r.Depth}
}

func assertsAsPan(t *testing.T, dir, model, name string, want *spin.Report) {
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
		require.Equal(t, claimFigures(want), []uint64{
			uint64(r.Errors), r.States.Stored, max(r.States.Stored, r.States.Visited), r.States.Matched, depth,
		}, "errors, stored, visited, matched, depth of %s %v\n%s\n%s", name, how, want.Text, answer)
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
