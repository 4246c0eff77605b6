package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/modelgen"
	"gospin/verifier/roots"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
)

// deepUnmoves are ways to keep states so depth first. With a span of 11 bits, entries keep from three bits of
// a hash down to none.
var deepUnmoves = []batch.Unmove{
	{Whole: roots.Trees, Young: -1}, {Every: 3, Code: 3, Whole: roots.Trees},
	{Every: 3, Span: 11, Least: -1, Whole: roots.Quotients}, {Every: 5, Span: 14, Young: -1}, {Every: 1},
}

// TestMicroModelsUnmovedDepthFirst: the micro-models and random ones in unmove sets, depth first: the depth
// is pan's, too.
func TestMicroModelsUnmovedDepthFirst(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob("testdata/micro/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, models)
	for seed := range number(t, "GOSPIN_BATCHED", thorough.Of(10, 60)) {
		models = append(models, fmt.Sprint(seed))
	}
	held := 0
	for i, model := range models {
		t.Run(filepath.Base(model), func(t *testing.T) {
			if filepath.Ext(model) == "" {
				var seed uint64
				_, err := fmt.Sscan(model, &seed)
				require.NoError(t, err)
				text := []func(uint64) string{
					modelgen.Varied, modelgen.Random, modelgen.Reducible,
				}[seed%3](seed)
				model = filepath.Join(t.TempDir(), "m.pml")
				require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
			}
			prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
			if err != nil || prog.Layout.Unstored {
				t.Skip("no program, or none of roots")
			}
			want := searchPlainly(t, prog, smallEnough)
			if want.Stored >= smallEnough {
				t.Skip("too large")
			}
			held++
			for k := range 2 {
				u := deepUnmoves[(i+k*2)%len(deepUnmoves)]
				got, taken := searchTask(t, prog, batch.Task{Order: batch.DepthFirst, Unmove: &u})
				holdResult(t, want, got, taken, true, fmt.Sprintf("%+v", u))
			}
		})
	}
	require.Greater(t, held, 150)
}

// TestExamplesUnmovedDepthFirst: the figures that the examples record, depth included.
func TestExamplesUnmovedDepthFirst(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	require.NoError(t, err)
	require.NotEmpty(t, models)
	for i, model := range models {
		t.Run(filepath.Base(model), func(t *testing.T) {
			text, err := os.ReadFile(model)
			require.NoError(t, err)
			want := [5]uint64{}
			_, err = fmt.Sscanf(string(directive.FindSubmatch(text)[1]),
				"stored=%d matched=%d transitions=%d atomic=%d depth=%d",
				&want[0], &want[1], &want[2], &want[3], &want[4])
			require.NoError(t, err)
			if want[0] > thorough.Of[uint64](smallEnough/2, 2*smallEnough) && os.Getenv("GOSPIN_LARGE") == "" {
				t.Skip("takes long")
			}
			prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
			require.NoError(t, err)
			u := deepUnmoves[i%2]
			got, _ := searchTask(t, prog, batch.Task{Order: batch.DepthFirst, Unmove: &u})
			require.False(t, got.Failed)
			require.Equal(t, want, [5]uint64{
				got.Stored, got.Matched, got.Transitions(), got.AtomicSteps, uint64(got.Depth),
			})
		})
	}
}
