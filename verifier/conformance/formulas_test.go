//go:build conformance

package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var formulas = []string{
	`[] !(a && b)`,
	`[] (a -> <> b)`,
	`<> [] !a`,
	`[] <> a -> [] <> b`,
	`!a U b`,
	`[] (b -> !a W b)`,
}

// TestFormulasAsPan: of a formula in an ltl block the verdict is pan's. SPIN replays the moves of the
// processes of our lassos, and of the beginnings that violate formulas, and leaves the steps of our automaton
// out; gospin prints the same of them.
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -DNOREDUCE -o pan pan.c; ./pan -a -n -m100000; spin -t -p -g MODEL
func TestFormulasAsPan(t *testing.T) {
	t.Parallel()
	gospin(t)
	var violated, held atomic.Int32
	t.Run("formulas", func(t *testing.T) {
		for system, text := range claimed {
			for i, formula := range formulas {
				t.Run(fmt.Sprintf("%s/%d", system, i), func(t *testing.T) {
					inTurn(t)
					dir := t.TempDir()
					require.NoError(
						t,
						os.WriteFile(filepath.Join(dir, "m.pml"), []byte(text+"ltl f { "+formula+" }\n"),
							0o600),
					)
					if formulaAsPan(t, dir, i) {
						violated.Add(1)
					} else {
						held.Add(1)
					}
				})
			}
		}
	})
	fmt.Printf("formulas: %d violated, %d held\n", violated.Load(), held.Load())
}

func formulaAsPan(t *testing.T, dir string, formula int) (violated bool) {
	do := func(name string, args ...string) string {
		out, err := run(time.Minute, dir, name, args...)
		require.NoError(t, err, out)
		return out
	}
	buildPan(t, dir, "m.pml")
	violated = runPan(t, dir, "-a").Errors > 0
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "m.pml.trail")))
	cmd := exec.Command(gospin(t), "verify", "-json", "-only=f", "m.pml")
	cmd.Dir = dir
	out, _ := cmd.Output()
	if !violated {
		require.Contains(t, string(out), `"verdict":"holds"`)
		return false
	}
	require.Contains(t, string(out), `"verdict":"violated"`)
	theirs, ours := do("spin", "-t", "-p", "-g", "m.pml"), do(gospin(t), "replay", "-p", "-g", "m.pml")
	require.Contains(t, theirs, "couldn't find claim")
	if cycle := strings.Contains(theirs, "START OF CYCLE"); formula != 4 { // that may be violated in either way
		require.Equal(t, formula > 0 && formula < 4, cycle, "only what no beginning violates has a cycle")
	}
	require.Equal(t, ofProcesses(theirs), ofProcesses(ours))
	require.NotContains(t, ours, "ignored")
	require.Contains(t, ours, "Never claim moves to state")
	return true
}

// ofProcesses are the lines of a replay that do not tell of the claim, whoever prints them.
func ofProcesses(replay string) string {
	var out []string
	for line := range strings.Lines(replay) {
		line = strings.Replace(line, "gospin:", "spin:", 1)
		if strings.Contains(line, "is newer than") { // so SPIN says when the clock was put back in between
			continue
		}
		if !strings.HasPrefix(line, "ltl ") && !strings.Contains(line, "claim") &&
			!strings.Contains(line, "proc  - ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}
