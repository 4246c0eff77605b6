//go:build conformance

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/confirm"
	"gospin/verifier/modelgen"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/system"
	"gospin/vm"
)

// Random models through pan, and through gospin with every store. A model that pan cannot finish is replaced.
func TestRandomModelsAsPan(t *testing.T) {
	t.Parallel()
	randomModels(t, modelgen.Random, number(t, "GOSPIN_RANDOM", 20))
}

// The same of the models that reductions are tried on, without what is undefined in pan.
func TestReducibleModelsAsPan(t *testing.T) {
	t.Parallel()
	randomModels(t, modelgen.Unfailing, number(t, "GOSPIN_RANDOM", 10))
}

func randomModels(t *testing.T, model func(seed uint64) string, wanted int) {
	gospin(t)
	first := number(t, "GOSPIN_SEED", 1)
	var compared, unfit atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for i := range 2 * wanted {
			seed := first + i
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				if compared.Load() >= int64(wanted) {
					t.Skip("enough")
				}
				if why := randomModel(t, model(uint64(seed)), seed); why != "" {
					unfit.Add(1)
					t.Skip(why)
				}
				compared.Add(1)
			})
		}
	})
	fmt.Printf("\nrandom models: %d compared, %d unfit\n", compared.Load(), unfit.Load())
	if compared.Load() < int64(wanted) {
		t.Errorf("only %d of %d models could be compared", compared.Load(), wanted)
	}
}

func randomModel(t *testing.T, text string, seed int) (unfit string) {
	model := filepath.Join(t.TempDir(), "m.pml")
	if err := os.WriteFile(model, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := pan(t, model, "-O0", 10*time.Second)
	if want.why != "" {
		return want.why
	}
	for _, store := range stores {
		got := verify(t, model, 30*time.Second, "-compress="+store)
		if got.json && got.figures != want.figures && shortens(t, model) {
			return "pan goes back wrongly over a receive that does not fit"
		}
		switch {
		case got.wrong != "":
			t.Errorf("seed %d, %s: %s\n%s", seed, store, got.wrong, text)
		case !got.json:
			t.Errorf("seed %d, %s: refused: %s\n%s", seed, store, got.output, text)
		case got.figures != want.figures:
			t.Errorf("seed %d, %s:\ngospin %v\npan    %v\n%s", seed, store, got.figures, want.figures, text)
		}
	}
	return ""
}

// shortens reports whether a receive stores less than the message has. pan then goes back wrongly: see
// testdata/faults.txt.
func shortens(t *testing.T, model string) bool {
	p, err := source.Source{Model: model}.Program(t.Context(), source.Aim{Overflow: true})
	require.NoError(t, err)
	receives := func(f *search.Fault) bool {
		return f.Kind == vm.Truncated && p.Trans[f.Trans].Guard == vm.GuardRecv
	}
	limits := search.Limits{States: 100_000, NoEnd: true, NoAssert: true, Overflow: true}
	ft, _ := confirm.NearestFault(t.Context(), system.Of(vm.NewMachine(p)), receives, limits)
	return ft != nil
}
