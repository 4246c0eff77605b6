//go:build conformance

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gospin/verifier/modelgen"
)

// Models of tangled control flow through pan, and through gospin with the stores that are most unlike
// each other. What SPIN refuses, or pan cannot finish, is replaced. A search that pan gives up is only
// held to find an error, too.
func TestTangledModelsAsPan(t *testing.T) {
	t.Parallel()
	gospin(t)
	wanted, first := number(t, "GOSPIN_RANDOM", 30), number(t, "GOSPIN_SEED", 1)
	var compared, failing, unfit atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for i := range 3 * wanted {
			seed := first + i
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				if compared.Load() >= int64(wanted) {
					t.Skip("enough")
				}
				want := tangledModel(t, uint64(seed))
				if want.why != "" {
					unfit.Add(1)
					t.Skip(want.why)
				}
				compared.Add(1)
				if want.Errors > 0 {
					failing.Add(1)
				}
			})
		}
	})
	fmt.Printf("\ntangled models: %d compared, %d of them with errors, %d unfit\n",
		compared.Load(), failing.Load(), unfit.Load())
	if compared.Load() < int64(wanted/3) { // what pan finishes in time depends on what else is running
		t.Errorf("only %d of %d models could be compared", compared.Load(), wanted)
	}
}

func tangledModel(t *testing.T, seed uint64) panAnswer {
	text := modelgen.Tangled(seed)
	model := filepath.Join(t.TempDir(), "m.pml")
	if err := os.WriteFile(model, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := pan(t, model, "-O0", 2*time.Second)
	if want.why != "" {
		if strings.HasPrefix(want.why, "pan gives up") {
			if got := verify(t, model, 30*time.Second); got.wrong != "" || got.Errors == 0 {
				t.Errorf("seed %d: %v %s; %s\n%s", seed, got.figures, got.wrong, want.why, text)
			}
		}
		return want
	}
	for _, store := range []string{"none", "mask", "collapse", "tree", "ma"} {
		got := verify(t, model, 30*time.Second, "-compress="+store)
		if got.wrong != "" || !got.json || got.figures != want.figures {
			t.Errorf("seed %d, %s: %s\ngospin %v\npan    %v\n%s",
				seed, store, got.wrong, got.figures, want.figures, text)
		}
	}
	return want
}
