package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
)

// unmoves are ways to keep states by the moves that lead to them; in half of them what is kept is converted
// whenever the space is packed anew.
var unmoves = []batch.Unmove{
	{Whole: roots.Trees, Young: -1}, {Every: 3, Code: 3, Whole: roots.Trees}, {Every: 5, Span: 12, Young: -1},
}

// TestMicroModelsUnmoved: the micro-models in unmove sets.
func TestMicroModelsUnmoved(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob("testdata/micro/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, models)
	held := 0
	for _, model := range models {
		t.Run(filepath.Base(model), func(t *testing.T) {
			prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
			if err != nil || prog.Layout.Unstored {
				t.Skip("no program, or none of roots")
			}
			want := searchPlainly(t, prog, smallEnough)
			if want.Stored >= smallEnough {
				t.Skip("too large")
			}
			held++
			for i := range unmoves {
				got, taken := searchTask(t, prog, batch.Task{Unmove: &unmoves[i]})
				holdResult(t, want, got, taken, false, fmt.Sprintf("%+v", unmoves[i]))
			}
		})
	}
	require.Greater(t, held, 100)
}

// TestExamplesUnmoved: the figures that the examples record, by one to three workers.
func TestExamplesUnmoved(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	require.NoError(t, err)
	require.NotEmpty(t, models)
	for i, model := range models {
		t.Run(filepath.Base(model), func(t *testing.T) {
			text, err := os.ReadFile(model)
			require.NoError(t, err)
			var stored, matched, transitions, atomic uint64
			_, err = fmt.Sscanf(string(directive.FindSubmatch(text)[1]),
				"stored=%d matched=%d transitions=%d atomic=%d", &stored, &matched, &transitions, &atomic)
			require.NoError(t, err)
			if stored > thorough.Of[uint64](smallEnough/2, 2*smallEnough) && os.Getenv("GOSPIN_LARGE") == "" {
				t.Skip("takes long")
			}
			prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
			require.NoError(t, err)
			u := unmoves[i%2]
			got, _ := searchTask(t, prog, batch.Task{Unmove: &u, Workers: 1 + i%3})
			require.False(t, got.Failed)
			require.Equal(t, []uint64{stored, matched, transitions, atomic},
				[]uint64{got.Stored, got.Matched, got.Transitions(), got.AtomicSteps})
		})
	}
}
