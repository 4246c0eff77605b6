package verifier_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
)

// TestPlaces: each violation says where the statement begins that fails: within inlines and d_steps, over
// lines, in guards; where the first process waits that is not to stay there; where a claim begins.
func TestPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"byte x;\nactive proctype P() { x = 1;\n  assert(x\n    == 2) }":                                                 "3:3",
		"byte x;\ninline f() {\n  x++;\n  assert(x == 2)\n}\nactive proctype P() { f() }":                                "4:3",
		"byte x;\nactive proctype P() { d_step { x = 1;\n x = 2; assert(x == 1) } }":                                     "3:9",
		"byte x;\nactive proctype P() { d_step { x = 1;\n if :: x == 0 fi } }":                                           "2:23",
		"byte x = 3;\nactive proctype P() { do\n :: x--;\n :: 6 / x == 1 -> skip od }":                                   "4:5",
		"byte x;\nactive proctype P() { skip }\nactive proctype Q() {\n end: x == 1 }\nactive proctype R() {\n x == 2 }": "6:2",
		"byte x;\nactive proctype P() { atomic { x = 1;\n assert(x == 2) } }":                                            "3:2",
		"byte x;\nactive proctype P() { x = 1 }\n ltl p { [] (x == 0) }":                                                 "3:2",
		"byte x;\nactive proctype P() { x = 1 }\n  never { do :: x == 1 -> break :: else od }":                           "3:3",
		"chan c = [0] of { byte };\nactive proctype P() { c!1 }\nactive proctype Q() { byte x;\n c?x; assert(x) ; c?x }": "4:19",
	} {
		for _, shorten := range []time.Duration{0, time.Minute} {
			o := verifier.Options{Shorten: shorten, Limits: verifier.Limits{Errors: 1}}
			r := verify(t, text, o)
			i := slices.IndexFunc(r.Properties, func(p report.Property) bool {
				return p.Verdict == report.Violated
			})
			require.GreaterOrEqual(t, i, 0, text)
			require.NotNil(t, r.Properties[i].Place, text)
			require.Equal(t, r.Model+":"+want, r.Properties[i].Place.String(), text)
			var b strings.Builder
			require.NoError(t, r.WriteText(&b))
			require.Contains(t, b.String(), ": violated at "+r.Model+":"+want+": ")
		}
	}
	o := verifier.Options{Question: verifier.Question{Only: []string{"[] (x == 0)"}}}
	o.Formulas = o.Only
	r := verify(t, "byte x;\nactive proctype P() { x = 1 }", o)
	require.Nil(t, r.Properties[0].Place, "it has no place in the model")
}

// TestLimitsOfPromela: coming to them is an error, but no failed assertion: what that would be is open.
func TestLimitsOfPromela(t *testing.T) {
	const text = "proctype P() { end: false }\ninit { do :: run P() od }"
	r := verify(t, text, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	require.Equal(t, report.Violated, r.Verdict)
	require.Equal(t, 1, r.Errors)
	p := property(t, r, "limits of Promela")
	require.Equal(t, report.Violated, p.Verdict)
	require.Equal(t, "too many processes (255 max)", p.Message)
	require.Equal(t, 2, p.Place.Line)
	require.NotEmpty(t, p.Trail)
	require.Equal(t, report.Inconclusive, property(t, r, "assertions").Verdict)
	require.Equal(t, report.Inconclusive, property(t, r, "invalid end states").Verdict)
}
