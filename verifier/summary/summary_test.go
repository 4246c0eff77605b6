package summary_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/summary"
)

// told is the summary of a model's run, and the report.
func told(t *testing.T, text string, w summary.Writer) (string, *report.Report) {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o600))
	var b strings.Builder
	w.W, w.Source = &b, source.Source{Model: "m.pml"}
	r, err := verifier.Run(t.Context(), verifier.Options{
		Source: w.Source, Ended: w.Search, Limits: verifier.Limits{Errors: 1},
	})
	require.NoError(t, err)
	require.NoError(t, w.End(r))
	return b.String(), r
}

const fourHold = `byte x;
active proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od }
active proctype Q() { do :: assert(x < 4) od }
ltl low { [] (x < 4) }
ltl back { [] (x == 3 -> X (x <= 3)) }
`

// TestFewLinesWhereAllHolds: four properties take at most eight lines.
func TestFewLinesWhereAllHolds(t *testing.T) {
	text, _ := told(t, fourHold, summary.Writer{})
	for _, want := range []string{"assertions: holds\n", "invalid end states: holds\n", "low: holds\n", "back: holds\n"} {
		require.Contains(t, text, want)
	}
	require.LessOrEqual(t, strings.Count(text, "\n"), 8, text)
	require.Equal(t, 3, strings.Count(text, "searched for "))
}

const counts = `byte x;
active proctype P() {
end:	do :: x < 100 -> x++ :: x == 40 -> assert(false) od
}
`

// TestTheLastStepsAreShown: twenty of them, numbered as in the whole run, and how many there are before.
func TestTheLastStepsAreShown(t *testing.T) {
	text, _ := told(t, counts, summary.Writer{})
	require.Contains(t, text, "assertions: violated at m.pml:3:41: ")
	require.Contains(t, text, "  ...  62 before\n")
	require.NotContains(t, text, "\n   62  ")
	require.Contains(t, text, "\n   63  P (0) ")
	require.Contains(t, text, "\n   82  P (0) ")
	require.Contains(t, text, "  the whole run: gospin replay m.pml\n")
}

// TestLinesFitTheTerminal: they are broken at blanks, colored or not.
func TestLinesFitTheTerminal(t *testing.T) {
	for _, color := range []bool{false, true} {
		text, _ := told(t, fourHold, summary.Writer{Width: 40, Color: color})
		require.Equal(t, color, strings.Contains(text, "\x1b[32mholds\x1b[0m"))
		for l := range strings.Lines(text) {
			l = strings.NewReplacer("\x1b[2m", "", "\x1b[0m", "", "\x1b[32m", "", "\n", "").Replace(l)
			require.LessOrEqual(t, len(l), 40, text)
		}
	}
}

// TestUndecidedHasAReason: what the search did not come to because of a violation.
func TestUndecidedHasAReason(t *testing.T) {
	text, _ := told(t, "byte x;\nactive proctype P() { assert(x == 1); x = 1 }\n", summary.Writer{})
	require.Contains(t, text, "invalid end states: inconclusive: the search stopped at another violation; -c0 goes on\n")
}
