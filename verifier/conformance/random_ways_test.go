//go:build conformance

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/modelgen"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/verifier/way"
	"gospin/vm"
)

// mostInEveryWay bounds the states of models that are searched in every way.
const mostInEveryWay = 2000

// TestRandomModelsInEveryWay: random models through pan, the naive search, and every store in every order
// that takes it. GOSPIN_WAYS says how many, GOSPIN_SEED with which to begin.
func TestRandomModelsInEveryWay(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_WAYS", 8), number(t, "GOSPIN_SEED", 1)
	orders := way.OrderExamples("_nr_pr - 3")
	var n waysTried
	t.Run("seeds", func(t *testing.T) {
		for i := range 2 * wanted {
			seed := uint64(first + i)
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				if n.compared.Load() < int64(wanted) {
					everyWay(t, seed, orders, &n)
				}
			})
		}
	})
	fmt.Printf("\nrandom models in every way: %d compared in %d searches, %d pairs refused; %d unfit, "+
		"%d where pan goes back wrongly\n",
		n.compared.Load(), n.searches.Load(), n.refused.Load(), n.unfit.Load(), n.wrongly.Load())
	require.GreaterOrEqual(t, n.compared.Load(), int64(wanted))
	require.Greater(t, n.searches.Load(), 100*n.compared.Load())
}

// waysTried counts what TestRandomModelsInEveryWay does.
type waysTried struct{ compared, searches, refused, unfit, wrongly atomic.Int64 }

// everyWay compares the figures of one model. Depths depend on the order, so only pan's search and the naive
// one are compared in it.
func everyWay(t *testing.T, seed uint64, orders []string, n *waysTried) {
	text := modelgen.Unfailing(seed)
	if seed%2 == 0 {
		text = modelgen.Random(seed)
	}
	model := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	want := pan(t, model, "-O0", 20*time.Second)
	if want.why != "" || want.Stored > mostInEveryWay {
		n.unfit.Add(1)
		return
	}
	prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
	require.NoError(t, err, text)
	naive := systemtest.Count(system.Of(vm.NewMachine(prog)), 0)
	pans := []int64{want.Stored, want.Matched, want.Atomic, int64(want.Errors)}
	counts := []int64{
		int64(naive.Stored), int64(naive.Matched), int64(naive.AtomicSteps), int64(naive.Errors),
	}
	if !slices.Equal(pans, counts) && shortens(t, model) {
		n.wrongly.Add(1)
		return
	}
	require.Equal(t, pans[:3], counts[:3], "seed %d\n%s", seed, text)
	want.Depth = 0
	for _, store := range way.Names() {
		for _, order := range orders {
			o := verifier.Options{Source: source.Source{Model: model}, Order: order, Seed: seed, Workers: 1}
			o.Compress, o.POR, o.NoClaim, o.Only = store, "off", true, []string{ask.OnlySafety}
			o.Trail, o.Memory = t.TempDir(), 1<<30
			r, err := verifier.Run(t.Context(), o)
			if err != nil { // the model compiles, so the pair is refused
				require.NotContains(t, err.Error(), "internal", "seed %d, %s, %s\n%s", seed, store, order, text)
				n.refused.Add(1)
				continue
			}
			require.NotEqual(t, report.Inconclusive, r.Verdict, "seed %d, %s, %s: %v", seed, store, order, r.Reason)
			got := figuresIn(r)
			got.Depth = 0
			if got != want.figures && shortens(t, model) {
				n.wrongly.Add(1)
				return
			}
			require.Equal(t, want.figures, got, "seed %d, %s, %s\n%s", seed, store, order, text)
			n.searches.Add(1)
		}
	}
	n.compared.Add(1)
}
