package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/modelgen"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/thorough"
)

// mostBatched bounds the models that are searched in batches: their states.
const mostBatched = 20000

// TestRandomModelsInBatches: random models, most of them those of Varied. GOSPIN_BATCHED says how many,
// GOSPIN_SEED with which to begin.
func TestRandomModelsInBatches(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_BATCHED", thorough.Of(15, 100)), number(t, "GOSPIN_SEED", 1)
	var held, unfit, failed, refused, transitions atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for i := range wanted {
			seed := uint64(first + i)
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				text := modelgen.Varied(seed)
				switch seed % 6 {
				case 0:
					text = modelgen.Random(seed)
				case 3:
					text = modelgen.Reducible(seed)
				}
				model := filepath.Join(t.TempDir(), "m.pml")
				require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
				prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
				if err != nil {
					refused.Add(1)
					t.Skipf("%v\n%s", err, text)
				}
				if space.Takes(prog) != "" {
					unfit.Add(1)
					return
				}
				want := searchPlainly(t, prog, mostBatched)
				if want.Stored >= mostBatched {
					unfit.Add(1)
					return
				}
				r := rand.New(rand.NewPCG(seed, 0))
				some := func() int { return sizes[r.IntN(len(sizes))] }
				ways := []manner{
					{batch.AnyOrder, 1, 0}, {batch.AnyOrder, 3, some()}, {batch.DepthFirst, 1, some()},
				}
				for _, w := range ways {
					holdBatches(t, prog, want, w, text)
				}
				held.Add(1)
				transitions.Add(int64(want.Transitions()))
				if len(want.kinds)+len(want.Incomplete) > 0 {
					failed.Add(1)
				}
			})
		}
	})
	fmt.Printf("\nrandom models in batches: %d held, %d of them with errors at run time, %d transitions; "+
		"%d too large or not roots, %d refused\n",
		held.Load(), failed.Load(), transitions.Load(), unfit.Load(), refused.Load())
	require.Greater(t, held.Load(), int64(wanted)/2)
	require.Less(t, failed.Load(), held.Load()/3)
}
