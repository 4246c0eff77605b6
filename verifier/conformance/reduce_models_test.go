package conformance

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
)

// TestReducedMicroModels: the properties of all micro-models have the verdicts that they have in raw mode.
func TestReducedMicroModels(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob("testdata/micro/*")
	require.NoError(t, err)
	require.Greater(t, len(models), 200)
	compared := 0
	for i, model := range models {
		if !thorough.Every(4, i) {
			continue
		}
		compared += sameVerdicts(t, model, "mask", verifier.Limits{States: 100_000, Depth: 1000000})
	}
	t.Logf("%d verdicts", compared)
	require.Greater(t, compared, thorough.Of(60, 400))
}

// sameVerdicts compares the verdicts of a model's properties under each rule with those in raw mode, and says
// how many there are. What one of them leaves open within the limits is not compared.
func sameVerdicts(t *testing.T, model, store string, limits verifier.Limits) (compared int) {
	t.Helper()
	raw := verdictsOf(t, model, "off", store, limits)
	for _, rule := range reducing() {
		got := verdictsOf(t, model, rule, store, limits)
		for name, v := range raw {
			if v == report.Inconclusive || got[name] == report.Inconclusive {
				continue
			}
			if compared++; got[name] != v {
				t.Errorf("%s, -por=%s: %s is %q, in raw mode %s", model, rule, name, got[name], v)
			}
		}
	}
	return compared
}

// verdictsOf are those of a model's properties. Of a model that is refused there are none.
func verdictsOf(
	t *testing.T,
	model, rule, store string,
	limits verifier.Limits,
) map[string]report.Verdict {
	t.Helper()
	text, err := os.ReadFile(model)
	require.NoError(t, err)
	beside := filepath.Join(t.TempDir(), filepath.Base(model)) // trails lie beside
	require.NoError(t, os.WriteFile(beside, text, 0o600))
	less := verifier.Reduction{POR: rule}
	if rule != "off" {
		less.Merging = ask.MergingBeside(rule)
	}
	r, err := verifier.Run(context.Background(), verifier.Options{
		Source:    source.Source{Model: beside},
		Storage:   verifier.Storage{Compress: store},
		Reduction: less,
		Question:  verifier.Question{Acceptance: true},
		Limits:    limits,
	})
	if err != nil {
		return nil
	}
	out := map[string]report.Verdict{}
	for _, p := range r.Properties {
		out[p.Kind+" "+p.Name] = p.Verdict
	}
	return out
}
