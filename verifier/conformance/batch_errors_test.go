package conformance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/modelgen"
	"gospin/verifier/report"
	"gospin/verifier/thorough"
)

// told is what a run tells: the report, and the trails that it leaves.
type told struct {
	report *report.Report
	trails map[string]string
}

// tell makes a run on a model, and takes away its trails.
func tell(t *testing.T, model string, o verifier.Options) (told, error) {
	t.Helper()
	o.Model, o.Errors, o.NoClaim = model, 1, true
	r, err := verifier.Run(context.Background(), o)
	out := told{r, map[string]string{}}
	if err != nil {
		return out, err
	}
	for _, p := range r.Properties {
		if p.Trail != "" && out.trails[p.Trail] == "" {
			steps, err := os.ReadFile(p.Trail)
			require.NoError(t, err)
			require.NoError(t, os.Remove(p.Trail))
			out.trails[p.Trail] = string(steps)
		}
	}
	return out, nil
}

// TestErrorsInBatches: of micro-models and random models, batches tell what is told without: verdict,
// messages, trails and figures; the depth is that of another order where there is no error.
func TestErrorsInBatches(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob("testdata/micro/*.pml")
	require.NoError(t, err)
	texts := map[string]string{}
	for i, model := range models {
		if !thorough.Every(6, i) {
			continue
		}
		text, err := os.ReadFile(model)
		require.NoError(t, err)
		texts[filepath.Base(model)] = string(text)
	}
	for seed := range thorough.Of[uint64](6, 30) {
		texts[fmt.Sprint("random ", seed)] = modelgen.Random(seed)
		texts[fmt.Sprint("reducible ", seed)] = modelgen.Reducible(seed)
		texts[fmt.Sprint("varied ", seed)] = modelgen.Varied(seed)
	}
	dir := t.TempDir()
	batches, errors, trails := 0, 0, 0
	for name, text := range texts {
		what := name + "\n" + text
		model := filepath.Join(dir, "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
		limits := verifier.Limits{Memory: 256 << 20}
		want, err := tell(t, model, verifier.Options{Storage: verifier.Storage{Compress: "mask"}, Limits: limits})
		if err != nil {
			_, again := tell(t, model, verifier.Options{Limits: limits})
			require.Error(t, again, what)
			continue
		}
		if want.report.States.Stored > mostBatched {
			continue
		}
		for _, o := range []verifier.Options{{Workers: 1}, {Workers: 3}, {Order: "dfs"}, {Order: "bfs"}} {
			o.Limits = limits
			got, err := tell(t, model, o)
			require.NoError(t, err, what)
			want := want
			if o.Order == "bfs" { // an error is looked for in this order again
				o.Compress = "mask"
				want, err = tell(t, model, o)
				require.NoError(t, err, what)
			}
			a, b := want.report, got.report
			require.Equal(t, a.Verdict, b.Verdict, what)
			require.Equal(t, a.Reason, b.Reason, what)
			require.Equal(t, a.Messages, b.Messages, what)
			require.Equal(t, a.Properties, b.Properties, what)
			require.Equal(t, a.Unreached, b.Unreached, what)
			require.Equal(t, want.trails, got.trails, what)
			states := b.States
			if b.Engine == "batch" {
				batches++
				if o.Order != "dfs" {
					states.Depth = a.States.Depth
				}
			}
			require.Equal(t, a.States, states, what)
			errors += b.Errors
			trails += len(got.trails)
		}
	}
	t.Logf("%d in batches, %d with errors, %d trails", batches, errors, trails)
	require.Greater(t, batches, thorough.Of(15, 100))
	require.Greater(t, trails, thorough.Of(15, 100))
}
