package resolve

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// kinder lists what SPIN rejects and gospin accepts, and why that can't change a meaning.
var kinder = map[string]string{
	"ltl next":          "SPIN's own grammar has next; only its translator was built without it",
	"ltl X":             "as next",
	"var name == label": "labels and variables are never confused",
}

// refused lists what SPIN accepts and gospin rejects.
var refused = map[string]string{
	"c_code":                "embedded C is not supported",
	"ltl words":             "SPIN makes a constant of eventually y==1",
	"ltl -> without parens": "SPIN makes a constant of <> x==2",
}

// TestSyntaxProbes: of the models in testdata/syntax.txt, exactly those are rejected that SPIN rejects.
func TestSyntaxProbes(t *testing.T) {
	text, err := os.ReadFile("testdata/syntax.txt")
	require.NoError(t, err)
	probes := strings.Split("\n"+string(text), "\n=== ")[1:]
	require.Len(t, probes, 432)
	seen := map[string]bool{}
	for _, probe := range probes {
		head, text, _ := strings.Cut(probe, "\n")
		verdict, title, _ := strings.Cut(head, " | ")
		seen[title] = true
		_, err := ParseString(t.Context(), "m.pml", text+"\n", Options{})
		switch {
		case verdict == "ACCEPT" && refused[title] != "", verdict == "REJECT" && kinder[title] == "":
			require.Error(t, err, head)
		case verdict == "ACCEPT", verdict == "REJECT":
			require.NoError(t, err, head)
		}
	}
	for _, list := range []map[string]string{kinder, refused} {
		for title := range list {
			require.True(t, seen[title], title)
		}
	}
}
