package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

var embeddedC = regexp.MustCompile(`\bc_(code|decl|expr|state|track)\b`)

// TestSyntaxProbes: the parser's probes of SPIN's syntax go through the whole program. What SPIN accepts must
// not be refused, and nothing may crash or hang. The parser's own test says what exactly is refused.
func TestSyntaxProbes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../promela/resolve/testdata/syntax.txt")
	require.NoError(t, err)
	_, rest, found := strings.Cut("\n"+string(text), "\n=== ")
	require.True(t, found)
	gospin(t)
	tb := &table{}
	t.Run("probes", func(t *testing.T) {
		for i, probe := range strings.Split(rest, "\n=== ") {
			if !thorough.Every(20, i) { // the parser's own test has all
				continue
			}
			title, body, _ := strings.Cut(probe, "\n")
			t.Run(fmt.Sprint(i+1), func(t *testing.T) {
				inTurn(t)
				syntaxProbe(t, tb, strings.TrimSpace(title), body+"\n")
			})
		}
	})
	tb.print("syntax probes")
}

func syntaxProbe(t *testing.T, tb *table, title, body string) {
	model := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(body), 0o600))
	got := verify(t, model, time.Minute)
	verdict, _, _ := strings.Cut(title, " | ")
	switch refused := got.exit == 2; {
	case got.wrong != "":
		tb.add(differs, title, "%s", got.wrong)
		t.Errorf("%s: %s", title, got.wrong)
	case verdict == "WARN":
		tb.add(waived, title, "%s; SPIN reports an error and verifies the model all the same", got.verdict())
	case verdict == "ACCEPT" && refused && embeddedC.MatchString(body):
		tb.add(waived, title, "embedded C is refused by design")
	case verdict == "ACCEPT" && refused && strings.Contains(got.output, "binds more tightly than"):
		tb.add(waived, title, "SPIN makes a constant of [] x == 0")
	case verdict == "ACCEPT" && refused:
		tb.add(differs, title, "refused: %s", tail(got.output))
		t.Errorf("%s: refused: %s\n%s", title, got.output, body)
	case verdict == "REJECT" && !refused:
		tb.add(kinder, title, "%s", got.verdict())
	default:
		tb.add(equal, title, "")
	}
}
