package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/lint"
	"gospin/promela/resolve"
	"gospin/verifier"
	"gospin/verifier/modelgen"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
)

// TestUnreachableStatementsAreNotReached: where models of tangled control flow have statements that no path
// is said to lead to, a variable is set before each, and no search finds it set. Where the first process sets
// it at its start, most do.
func TestUnreachableStatementsAreNotReached(t *testing.T) {
	t.Chdir(t.TempDir()) // for the trails
	told, held, violated := 0, 0, 0
	for seed := range thorough.Of[uint64](10, 60) {
		text := strings.ReplaceAll(modelgen.Tangled(seed), "accept", "L") // no cycles but those of the formula
		m, err := resolve.ParseString(t.Context(), "m.pml", text, resolve.Options{})
		if err != nil {
			continue
		}
		var at []place
		found, err := lint.Check(t.Context(), m, nil)
		require.NoError(t, err)
		for _, d := range found {
			if d.Name == "unreachable" {
				at = append(at, place{d.Pos.Line, d.Pos.Col})
			}
		}
		if len(at) == 0 {
			continue
		}
		told += len(at)
		marked := marked(text, at)
		if verdict := searchForMark(t, marked); verdict != "" {
			require.NotEqual(t, report.Violated, verdict, "seed %d: %s", seed, marked)
			held++
			first := strings.Replace(marked, "byte i;\n", "byte i;\nreached = true;\n", 1)
			if searchForMark(t, first) == report.Violated {
				violated++
			}
		}
	}
	t.Logf("%d statements, %d models hold, %d are violated with another mark", told, held, violated)
	require.Greater(t, told, thorough.Of(15, 150))
	require.Greater(t, held, thorough.Of(2, 20))
	require.Greater(t, violated, held/2)
}

type place struct{ line, col int }

// marked puts an assignment in front of statements, which are in the order of the text.
func marked(text string, at []place) string {
	lines := strings.SplitAfter(text, "\n")
	for _, p := range slices.Backward(at) {
		l := &lines[p.line-1]
		*l = (*l)[:p.col-1] + "reached = true; " + (*l)[p.col-1:]
	}
	return "bool reached; " + strings.Join(lines, "") + "\nltl mark { [] !reached }\n"
}

// searchForMark searches for a state that has the mark, and gives the verdict on there being none; "" if the
// model is refused.
func searchForMark(t *testing.T, text string) report.Verdict {
	r, err := verifier.Run(t.Context(), verifier.Options{
		Source: source.Source{
			Model: "m.pml", Read: func(string) ([]byte, error) { return []byte(text), nil },
		},
		Limits:    verifier.Limits{States: 200_000, Errors: 1},
		Reduction: verifier.Reduction{POR: "off"},
		Question:  verifier.Question{NoAssert: true, Only: []string{"mark"}},
	})
	if err != nil {
		return ""
	}
	for _, p := range r.Properties {
		if p.Name == "mark" {
			return p.Verdict
		}
	}
	return ""
}
