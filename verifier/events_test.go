package verifier_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/way"
)

// TestTraceAssertions gives pan's figures:
//
//	spin -a -o1 -o2 -o3 m.pml; gcc -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n
func TestTraceAssertions(t *testing.T) {
	const pair = "chan c = [1] of { byte }; byte r;\nactive proctype P() { c!1; c!2 }\nactive proctype Q() { end: do :: c?r od }\n"
	for trace, want := range map[string]struct {
		stored uint64
		errors int
	}{
		"trace { do :: c!1; c?1 od }":              {5, 3},
		"trace { end: do :: c!1; c?1 od }":         {5, 2},
		"trace { do :: c!1; c?1 :: c!2 od }":       {5, 2},
		"trace { c!1; c?1; c!2; c?_ }":             {5, 0},
		"trace { c!1; c!2 }":                       {5, 0},
		"trace { c?1; c?2 }":                       {5, 0},
		"trace { c?1; c?eval(r) }":                 {5, 2},
		"notrace { c!1; c?1; c!2 }":                {5, 1},
		"notrace { c!1; c?2; c!2 }":                {5, 0},
		"notrace { do :: c!1 :: c?1 -> break od }": {5, 1},
	} {
		for _, mode := range way.Names() {
			r := verify(
				t,
				pair+trace,
				verifier.Options{
					Storage:  verifier.Storage{Compress: mode},
					Question: verifier.Question{NoClaim: true},
				},
			)
			require.Equal(t, want.stored, r.States.Stored, "%s, %s", trace, mode)
			require.Equal(t, want.errors, r.Errors, "%s, %s", trace, mode)
		}
	}
}

// TestTraceAssertionIsAProperty beside the others: the first search reports on it.
func TestTraceAssertionIsAProperty(t *testing.T) {
	const text = "chan c = [1] of { byte };\nactive proctype P() { c!1; c?1; c!2 }\ntrace { c!1; c?1 }\nltl p { [] (len(c) < 2) }\n"
	r := verify(t, text, verifier.Options{})
	require.Equal(t, "event_trace error (no matching event)", property(t, r, "trace_0").Message)
	require.Equal(t, "trace", property(t, r, "trace_0").Kind)
	require.Equal(t, report.Holds, property(t, r, "p").Verdict)
	require.Equal(t, report.Holds, property(t, r, "assertions").Verdict)
	require.Len(t, r.Searches, 1)
	require.NotEmpty(t, property(t, r, "trace_0").Trail)
	for _, name := range []string{"trace_0", "trace_0,p", ask.OnlySafety} {
		r = verify(
			t,
			text,
			verifier.Options{
				Question: verifier.Question{Only: strings.Split(name, ",")},
				Limits:   verifier.Limits{Errors: 1},
			},
		)
		require.Equal(t, report.Violated, property(t, r, "trace_0").Verdict, name)
	}
	r = verify(t, text, verifier.Options{Question: verifier.Question{Only: []string{"p"}}})
	require.Equal(t, report.Holds, r.Verdict)
	require.Len(t, r.Properties, 1)
}

// Where SPIN 6.5.2 is wrong: of a sorted send it looks at the last message of the channel, which may be
// another one, and if the assertion is the first thing in the model, process 0 takes part in no rendezvous.
func TestTraceAssertionsWithoutSPINsFaults(t *testing.T) {
	for _, text := range []string{
		// pan: no matching event
		"chan c = [2] of { byte };\nactive proctype P() { c!!2; c!!1 }\ntrace { c!2; c!1 }",
		// pan: invalid end state
		"chan c = [0] of { byte };\ntrace { do :: c!1; c?1 od }\nactive proctype P() { c!1 }\nactive proctype Q() { c?_ }",
	} {
		require.Equal(t, report.Holds, verify(t, text, verifier.Options{}).Verdict, text)
	}
}

func TestWrongTraceAssertions(t *testing.T) {
	const system = "chan c = [1] of { byte }; byte x;\nactive proctype P() { c!1 }\n"
	for trace, want := range map[string]string{
		"trace { c!1; x == 1 }":            "m.pml:3:14: error: this is not an event",
		"trace { byte k; c!1 }":            "m.pml:3:14: error: a trace assertion has no variables",
		"trace { c!1 }\nnotrace { c!2 }":   "m.pml:4:1: error: a model has one trace assertion, and this is the second",
		"trace { d_step { c!1; c!2 } }":    "m.pml:3:9: error: this is not an event",
		"trace { do :: c!1 :: else od }\n": "m.pml:3:22: error: this is not an event",
	} {
		_, err := verifier.Run(
			context.Background(),
			verifier.Options{Source: source.Source{Model: write(t, system+trace)}},
		)
		require.ErrorContains(t, err, want, trace)
	}
	r := verify(t, system+"trace { if :: c!1 :: c!_ -> c?1 fi }", verifier.Options{})
	require.Equal(t, []string{"pan:1: non-determinism in event-trace (at depth 0)"}, r.Messages[:1])
}
