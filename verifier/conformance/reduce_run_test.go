package conformance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/modelgen"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
	"gospin/vm/compile"
)

// TestReducedRunsAgree: of whole runs, with formulas, never claims and acceptance labels, every property has
// the verdict that it has without a reduction. Their counterexamples have been replayed.
func TestReducedRunsAgree(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_REDUCED", thorough.Of(10, 60)), number(t, "GOSPIN_SEED", 1)
	violated, held := 0, 0
	for seed := first; seed < first+wanted; seed++ {
		text := []func(uint64) string{
			modelgen.ReducibleBeside, modelgen.ReducibleNever, modelgen.Reducible,
		}[seed%3](uint64(seed))
		model := filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
		if _, ok := rawSafety(compiled(t, text, compile.Options{})); !ok {
			continue
		}
		store := []string{"mask", "collapse", "tree", "none", "ma", "collapse1997"}[seed%6]
		raw := verdicts(t, model, "off", "off", store)
		for _, rule := range append(reducing(), "off") {
			for _, merging := range ask.Mergings {
				if got := verdicts(t, model, rule, merging, store); got != raw {
					t.Errorf("seed %d, -por=%s, merging %s, -compress=%s: %s, but without %s\n%s",
						seed, rule, merging, store, got, raw, text)
				}
			}
		}
		if strings.Contains(raw, "never:violated") || strings.Contains(raw, "ltl:violated") {
			violated++
		} else {
			held++
		}
	}
	t.Logf("%d violated, %d held", violated, held)
	require.Greater(t, violated, wanted/6)
	require.Greater(t, held, wanted/6)
}

// reducing are the rules of verifier that keep what there is to find.
func reducing() []string {
	return slices.DeleteFunc(slices.Clone(ask.Rules), func(name string) bool {
		return name == "off" || strings.HasPrefix(name, "spin")
	})
}

// verdicts are those of all properties of a model, in order.
func verdicts(t *testing.T, model, rule, merging, store string) string {
	t.Helper()
	r, err := verifier.Run(context.Background(), verifier.Options{
		Source:    source.Source{Model: model},
		Storage:   verifier.Storage{Compress: store},
		Reduction: verifier.Reduction{POR: rule, Merging: merging},
		Question:  verifier.Question{Acceptance: true},
	})
	require.NoError(t, err)
	var all []string
	for _, p := range r.Properties {
		all = append(all, fmt.Sprintf("%s:%s", p.Kind, p.Verdict))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}
