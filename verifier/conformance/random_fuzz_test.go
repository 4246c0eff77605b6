package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/modelgen"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/vm"
)

// mostNaive bounds the models that the naive oracle is asked about: their states.
const mostNaive = 2000

// FuzzRandomModels: whatever random model it is, a search finds what the naive oracle does, and so do
// batches.
func FuzzRandomModels(f *testing.F) {
	makers := []func(uint64) string{modelgen.Random, modelgen.Varied, modelgen.Reducible, modelgen.Tangled}
	for kind := range makers {
		f.Add(uint64(3+kind), uint8(kind))
	}
	f.Fuzz(func(t *testing.T, seed uint64, kind uint8) {
		text := makers[int(kind)%len(makers)](seed)
		read := func(string) ([]byte, error) { return []byte(text), nil }
		prog, err := source.Source{Model: "m.pml", Read: read}.Program(t.Context(), source.Aim{})
		if err != nil {
			return // some are refused, since they are too large
		}
		plain := searchPlainly(t, prog, mostNaive)
		if plain.Stored >= mostNaive {
			return
		}
		if len(plain.Incomplete)+len(plain.kinds) == 0 {
			naive := systemtest.Count(system.Of(vm.NewMachine(prog)), 0)
			require.Equal(t, fmt.Sprint(naive.Stored, naive.Matched, naive.AtomicSteps),
				fmt.Sprint(plain.Stored, plain.Matched, plain.AtomicSteps), text)
		}
		if space.Takes(prog) == "" {
			holdBatches(t, prog, plain, manner{batch.AnyOrder, 1 + int(seed%3), 0}, text)
			holdBatches(t, prog, plain, manner{batch.DepthFirst, 1, sizes[seed%uint64(len(sizes))]}, text)
		}
	})
}
