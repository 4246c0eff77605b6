//go:build conformance

package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	spin "gospin/verifier/pan"
	"gospin/verifier/report"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/vm"
	"gospin/vm/compile"
)

// TestRandomFormulas: on random models and formulas, the verdict is that of ./pan -a, and that of the
// strongly connected components of the whole product; with weak fairness it is the latter's.
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -O1 -DNOREDUCE -o pan pan.c; ./pan -a -n -m100000
func TestRandomFormulas(t *testing.T) {
	t.Parallel()
	gospin(t)
	wanted, first := number(t, "GOSPIN_RANDOM", 30), number(t, "GOSPIN_SEED", 1)
	var compared, violated, unfair atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for i := range 3 * wanted {
			seed := first + i
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				if compared.Load() >= int64(wanted) {
					t.Skip("enough")
				}
				want := randomFormulaAsPan(t, seed)
				compared.Add(1)
				if want.Cycle || want.End {
					violated.Add(1)
				}
				if want.Cycle && !want.Fair {
					unfair.Add(1)
				}
			})
		}
	})
	fmt.Printf("\nrandom formulas: %d compared, %d violated, %d of them by unfair runs only\n",
		compared.Load(), violated.Load(), unfair.Load())
	require.GreaterOrEqual(t, compared.Load(), int64(wanted))
}

func randomFormulaAsPan(t *testing.T, seed int) systemtest.Faults {
	text := randomPair(seed)
	dir := t.TempDir()
	model := filepath.Join(dir, "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))

	m, err := resolve.ParseFile(t.Context(), model, resolve.Options{})
	require.NoError(t, err, text)
	p, err := compile.Compile(t.Context(), m, compile.Options{Claim: "p"})
	require.NoError(t, err, text)
	want, ok := systemtest.Violations(system.Of(vm.NewMachine(p)), mostTurns)
	if !ok {
		t.Skip("the model is large")
	}
	verdict := func(flags ...string) report.Verdict {
		out, err := run(
			time.Minute,
			dir,
			gospin(t),
			append(flags, "-json", "-Wall=off", "-only=claims", "-E", model)...)
		var r report.Report
		require.NoError(t, json.Unmarshal([]byte(out), &r), "%s%v\n%s", out, err, text)
		for _, p := range r.Properties {
			if p.Kind == "ltl" {
				return p.Verdict
			}
		}
		return r.Verdict
	}
	words := map[bool]report.Verdict{true: report.Violated, false: report.Holds}
	mode := []string{"mask", "collapse", "tree", "trained", "huffman", "collapse1997", "ma"}[seed%7]
	require.Equal(t, words[want.Cycle || want.End], verdict("verify", "-compress="+mode), "seed %d\n%s", seed,
		text)
	require.Equal(t, words[want.Fair || want.End], verdict("verify", "-f", "-compress="+mode),
		"seed %d with fairness\n%s", seed, text)

	violated, printed, why := formulaByPan(t, dir, model)
	if why != "" {
		t.Skip(why)
	}
	require.Equal(t, words[want.Cycle || want.End], words[violated], "seed %d: pan\n%s%s", seed, text,
		printed)
	return want
}

// formulaByPan says whether pan finds a run that violates the model's formula, and what it has printed;
// or why it gives no answer.
func formulaByPan(t *testing.T, dir, model string) (violated bool, printed, why string) {
	if err := spin.Generate(timed(t, 10*time.Second), dir, model, spin.Raw...); err != nil {
		return false, "", "spin refuses: " + outputOf(err)
	}
	if err := compilePan(timed(t, time.Minute), dir, "-O0", spin.NoReduce); err != nil {
		return false, "", "pan.c does not compile: " + outputOf(err)
	}
	r, err := spin.Run(timed(t, 5*time.Second), dir, "pan", "-a", "-n", small, "-m100000")
	if err != nil || r.DepthLimit {
		return false, "", fmt.Sprintf("pan gives up: %v, %s", err, tail(r.Text))
	}
	if r.Errors == 0 {
		return false, r.Text, ""
	}
	for _, kind := range []string{"acceptance cycle", "end state in claim reached", "assertion violated"} {
		if strings.Contains(r.Text, kind) {
			return true, r.Text, ""
		}
	}
	return false, "", "pan finds an error of another kind: " + tail(r.Text)
}
