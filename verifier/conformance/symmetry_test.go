package conformance

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/modelgen"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
	"gospin/vm"
	"gospin/vm/compile"
)

// evenly counts what was compared of models whose processes are alike.
type evenly struct{ models, used, odd, violated atomic.Int64 }

// asAlike are the ways in which such a model is searched, by its seed.
func asAlike(seed uint64) verifier.Options {
	var o verifier.Options
	o.Errors, o.Memory, o.Workers = 1, 1<<28, 1
	o.Merging = []string{"off", "own"}[seed/2%2]
	o.POR = []string{way.Unreduced, way.Computed}[seed/4%2]
	others := []string{}
	for _, w := range way.Stores {
		if w.Batched && w.Name != way.Unmove && w.Name != way.Roots {
			others = append(others, w.Name)
		}
	}
	switch n := seed / 8 % 8; n {
	case 0, 1:
		o.Workers = 2
	case 2:
		o.Order = way.BreadthFirst
	case 3:
		o.Order = way.DepthFirst
	case 4, 5, 6:
		o.Compress = others[int(n)%len(others)]
	}
	return o
}

// TestSymmetryKeepsVerdicts: in random models whose processes are alike, but for a statement in every other
// one, searches that take states for the same have the verdicts of a naive one, with what is merged or
// reduced, in all orders and stores of batches, with one or two workers; so they do beside formulas.
// GOSPIN_ALIKE says how many models, GOSPIN_SEED with which to begin.
func TestSymmetryKeepsVerdicts(t *testing.T) {
	wanted, first := number(t, "GOSPIN_ALIKE", thorough.Of(30, 120)), number(t, "GOSPIN_SEED", 1)
	var all evenly
	dir := t.TempDir()
	t.Run("seeds", func(t *testing.T) {
		const jobs = 8
		for j := range jobs {
			t.Run(fmt.Sprint(j), func(t *testing.T) {
				inTurn(t)
				for i := j; i < wanted && !t.Failed(); i += jobs {
					all.hold(t, uint64(first+i), filepath.Join(dir, fmt.Sprint(j)))
				}
			})
		}
	})
	t.Logf("%d models; symmetry in %d searches, %d of them of models that may be uneven; "+
		"%d violations", all.models.Load(), all.used.Load(), all.odd.Load(), all.violated.Load())
	require.Greater(t, all.models.Load(), int64(wanted/2))
	require.Greater(t, all.used.Load(), int64(wanted/4))
	require.Greater(t, all.odd.Load(), int64(wanted/12))
	require.Greater(t, all.violated.Load(), int64(wanted/8))
}

func (e *evenly) hold(t *testing.T, seed uint64, trails string) {
	t.Helper()
	text := modelgen.Alike(seed)
	raw, ok := rawSafety(compiled(t, text, compile.Options{}))
	if !ok {
		return
	}
	e.models.Add(1)
	o := asAlike(seed)
	o.Source = source.Source{Model: "m.pml", Read: func(string) ([]byte, error) { return []byte(text), nil }}
	o.Trail = trails
	bad := map[string]bool{"safety": len(raw.Faults) > 0}
	for _, claim := range []string{"s", "l"} {
		p := compiled(t, text, compile.Options{Claim: claim})
		f, ok := systemtest.Violations(system.Of(vm.NewMachine(p)), mostStates)
		if ok && len(raw.Faults) == 0 {
			bad[claim] = f.Cycle || f.End
		}
	}
	for only, failed := range bad {
		of := o
		if of.Only, of.NoEnd = []string{only}, true; only == "l" && o.Order == way.BreadthFirst {
			of.Order = ""
		}
		e.verdict(t, of, failed, seed%2 == 1, fmt.Sprintf("seed %d, %s\n%s", seed, only, text))
	}
	o.Only, o.NoEnd = []string{"safety"}, false
	e.verdict(t, o, len(raw.Faults)+raw.Deadlocks > 0, seed%2 == 1, fmt.Sprintf("seed %d, end states\n%s", seed, text))
}

// verdict searches with and without symmetry.
func (e *evenly) verdict(t *testing.T, o verifier.Options, failed, odd bool, what string) {
	t.Helper()
	want := report.Holds
	if failed {
		want = report.Violated
		e.violated.Add(1)
	}
	all, err := verifier.Run(t.Context(), o)
	require.NoError(t, err, what)
	require.Equal(t, want, all.Verdict, what)
	o.Symmetry = "auto"
	less, err := verifier.Run(t.Context(), o)
	require.NoError(t, err, what)
	assert.Equal(t, want, less.Verdict, "%s\n%s", less.Symmetry, what)
	if strings.Contains(less.Symmetry, "a state stands for") {
		e.used.Add(1)
		if odd {
			e.odd.Add(1)
		}
		if !failed && o.POR == way.Unreduced { // which sets suffice depends on the order of processes
			assert.LessOrEqual(t, less.States.Stored, all.States.Stored, what)
		}
	}
}
