package check_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/check"
	"gospin/verifier/modelgen"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
)

// verdict returns this package's verdict about the formula of a model with these states.
func verdict(t testing.TB, text string, states [][]byte) (*check.Verdict, error) {
	file := check.Certify(t, text, states)
	o := check.Options{Workers: 1, Formulas: []string{"p"}}
	r, err := check.Run(t.Context(), bytes.NewReader(file), int64(len(file)), o)
	if err != nil {
		return nil, err
	}
	require.Len(t, r.Formulas, 1)
	return &r.Formulas[0], nil
}

// TestFormulas: on random models and formulas, the verdict is that of verify.
func TestFormulas(t *testing.T) {
	t.Parallel()
	compareVerdicts(t, func(seed uint64) string {
		if text := modelgen.ReducibleBeside(seed); !strings.Contains(text, "accept") { // labels accept, too
			return text
		}
		return ""
	})
}

// TestClaims: on random models with never claims, the verdict is that of verify.
func TestClaims(t *testing.T) {
	t.Parallel()
	compareVerdicts(t, func(seed uint64) string {
		return strings.ReplaceAll(modelgen.ReducibleNever(seed), "_nr_pr", "2")
	})
}

func compareVerdicts(t *testing.T, model func(seed uint64) string) {
	held, violated := 0, 0
	for seed := range uint64(thorough.Long(120, 400, 1500)) {
		text := model(seed)
		if text == "" || check.Takes(t.Context(), text) != nil {
			continue
		}
		states, _, why := check.StatesOf(t, text)
		if why != nil || len(states) > 5000 {
			continue
		}
		found, err := verdict(t, text, states)
		if err != nil {
			require.ErrorAs(t, err, new(check.Unable))
			continue
		}
		model := filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
		r, err := verifier.Run(t.Context(), verifier.Options{
			Source: source.Source{Model: model}, Question: verifier.Question{Only: []string{"p"}},
		})
		require.NoError(t, err)
		require.Equal(t, found.Holds, r.Verdict == report.Holds, "seed %d\n%s", seed, text)
		if found.Holds {
			held++
		} else {
			violated++
		}
	}
	require.Greater(t, held, 2)
	require.Greater(t, violated, 2)
	t.Log(held, violated)
}
