package verifier_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
	"gospin/verifier/trail"
	"gospin/vm"
)

const properties = `byte x; bool stop;
active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
active proctype Q() { do :: x == 2 -> stop = true; break od }
ltl safe { [] (x <= 3) }
ltl live { <> stop }
ltl again { [] <> (x == 0) }
ltl next { X (x <= 1) }
never bad { do :: x == 3 -> break :: true od; accept: do :: x != 1 od }
`

func property(t *testing.T, r *report.Report, name string) report.Property {
	t.Helper()
	for _, p := range r.Properties {
		if p.Name == name {
			return p
		}
	}
	require.Fail(t, "no property "+name)
	return report.Property{}
}

// TestEveryPropertyIsChecked in every mode: each has its verdict, and a trail of its own if it is violated.
func TestEveryPropertyIsChecked(t *testing.T) {
	want := map[string]report.Verdict{
		"assertions":         report.Holds,
		"invalid end states": report.Holds,
		"safe":               report.Holds,
		"live":               report.Violated,
		"again":              report.Holds,
		"next":               report.Holds,
		"bad":                report.Holds,
	}
	var first *report.Report
	for _, mode := range anywhere() {
		r := verify(
			t,
			properties,
			verifier.Options{Storage: verifier.Storage{Compress: mode}, Limits: verifier.Limits{Errors: 1}},
		)
		require.Equal(t, report.Violated, r.Verdict, mode)
		require.Len(t, r.Properties, len(want))
		for name, verdict := range want {
			require.Equal(t, verdict, property(t, r, name).Verdict, "%s, %s", mode, name)
		}
		if first == nil {
			first = r
		}
		for i, s := range r.Searches {
			want := first.Searches[i].States
			if s.Engine != first.Searches[i].Engine { // depth is meant otherwise in batches
				want.Depth = s.States.Depth
			}
			require.Equal(t, want, s.States, "%s, %s", mode, s.Claim)
		}
	}
	r := verify(t, properties, verifier.Options{Question: verifier.Question{Only: []string{"safe", "again"}}})
	require.Equal(t, report.Holds, r.Verdict)
	require.Len(t, r.Properties, 2)
	for only, names := range map[string]string{
		"assertions":      "assertions",
		"end-states":      "invalid end states",
		"safety":          "assertions, invalid end states",
		"safe,assertions": "assertions, safe",
	} {
		r := verify(t, properties, verifier.Options{Question: verifier.Question{Only: strings.Split(only, ",")}})
		var got []string
		for _, p := range r.Properties {
			got = append(got, p.Name)
		}
		require.Equal(t, names, strings.Join(got, ", "), only)
	}
	_, err := verifier.Run(context.Background(), verifier.Options{
		Source:   source.Source{Model: write(t, properties)},
		Question: verifier.Question{Only: []string{"saef"}},
	})
	require.ErrorContains(t, err, `no property "saef" (did you mean "safe"?)`)
}

// TestLassosAreRuns replays a lasso: it comes back to where the cycle begins.
func TestLassosAreRuns(t *testing.T) {
	o := verifier.Options{
		Source:   source.Source{Model: write(t, properties)},
		Question: verifier.Question{Only: []string{"live"}},
		Limits:   verifier.Limits{Errors: 1},
	}
	r, err := verifier.Run(context.Background(), o)
	require.NoError(t, err)
	path := property(t, r, "live").Trail
	require.Equal(t, o.Model+".trail", path)
	tr, err := trail.ReadFile(path)
	require.NoError(t, err)
	require.GreaterOrEqual(t, tr.Cycle, 0)
	m, err := o.Open(t.Context())
	require.NoError(t, err)
	p, err := m.BesideClaim(t.Context(), source.Aim{}, tr.ClaimType)
	require.NoError(t, err)
	require.NotNil(t, p.Claim)
	states := []string{}
	for k, err := range trail.Replay(vm.NewMachine(p), tr) {
		require.NoError(t, err)
		require.False(t, k.Unfit)
		require.Equal(t, k.Cycle, len(states) == tr.Cycle)
		states = append(states, string(k.After.Vec))
	}
	require.Len(t, states, len(tr.Steps), "the claim's steps included")
	require.Equal(t, states[tr.Cycle-1], states[len(states)-1])
	for _, f := range p.Layout.Fields {
		for _, s := range states {
			require.False(t, f.Name == "stop" && s[f.Elem.Off] == 1, "the formula holds on this run")
		}
	}
}

func TestNonProgress(t *testing.T) {
	const idle = "byte x; active proctype P() { do :: x = 1 - x od }"
	const busy = "byte x; active proctype P() { do :: x = 1 - x; progress: skip od }"
	r := verify(
		t,
		idle,
		verifier.Options{Question: verifier.Question{NonProgress: true}, Limits: verifier.Limits{Errors: 1}},
	)
	require.Equal(t, report.Violated, property(t, r, "non-progress cycles").Verdict)
	r = verify(
		t,
		busy,
		verifier.Options{Question: verifier.Question{NonProgress: true}, Limits: verifier.Limits{Errors: 1}},
	)
	require.Equal(t, report.Holds, property(t, r, "non-progress cycles").Verdict)
	accepting := strings.Replace(busy, "progress", "accept", 1)
	r = verify(
		t,
		accepting,
		verifier.Options{Question: verifier.Question{Acceptance: true}, Limits: verifier.Limits{Errors: 1}},
	)
	require.Equal(t, report.Violated, property(t, r, "acceptance cycles").Verdict)
	r = verify(
		t,
		busy,
		verifier.Options{Question: verifier.Question{Acceptance: true}, Limits: verifier.Limits{Errors: 1}},
	)
	require.Equal(t, report.Holds, property(t, r, "acceptance cycles").Verdict)
}

// A claim that comes to its end matches a finite run, and a run that ends goes on for ever without a step.
func TestFiniteRuns(t *testing.T) {
	const ended = "byte x; active proctype P() { x = 1; x = 2 } never c { do :: x == 2 -> break :: else od }"
	r := verify(t, ended, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	require.Contains(t, property(t, r, "c").Message, "end state in claim reached")
	require.NotEmpty(t, property(t, r, "c").Trail)
	text, err := os.ReadFile(property(t, r, "c").Trail)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "-2:1:-2\n"))
	const stutter = "byte x; active proctype P() { x = 1; x = 2 } ltl stays { <> [] (x == 2) } ltl never3 { <> (x == 3) }"
	r = verify(t, stutter, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	require.Equal(t, report.Holds, property(t, r, "stays").Verdict)
	require.Equal(t, report.Violated, property(t, r, "never3").Verdict)
}

// A claim may write to variables of its own, and to one that no process writes. The verdicts are pan's.
func TestVariablesOfClaims(t *testing.T) {
	const text = "byte x, y; active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }\n"
	for claim, verdict := range map[string]report.Verdict{
		"byte k = 2; int m[3] = 4; do :: k = (k + 1) % 5; m[k % 3] = k :: k == 4 && m[1] == 4 -> break od": report.Violated,
		"byte k = 2; int m[3] = 4; do :: k = (k + 1) % 5; m[k % 3] = k :: k == 4 && m[1] == 1 -> break od": report.Holds,
		"do :: x == 1 -> y = 1 - y :: else :: y == 2 -> break od":                                          report.Holds,
	} {
		r := verify(
			t,
			text+"never { "+claim+" }",
			verifier.Options{Question: verifier.Question{Only: []string{"claims"}}},
		)
		require.Equal(t, verdict, r.Verdict, claim)
	}
}

// What cannot be checked is named, and leaves the other verdicts alone.
func TestClaimsThatCannotBeChecked(t *testing.T) {
	const own = "byte x; active proctype P() { x = 1 } never c { chan k = [1] of { byte }; do :: k!x od } ltl p { [] (x < 2) }"
	r := verify(t, own, verifier.Options{})
	require.Equal(t, report.Inconclusive, r.Verdict)
	require.Contains(t, r.Reason, "not checked: c")
	require.Equal(t, report.Holds, property(t, r, "p").Verdict)
	require.Equal(t, report.Holds, property(t, r, "assertions").Verdict)
}

// TestWeakFairness: who is able to move all the time does, and the report tells of those who do not.
func TestWeakFairness(t *testing.T) {
	const waits = `byte x; bool go;
active proctype Loop() { do :: x = 1 - x od }
active proctype Starter() { go = true }
active proctype Odd() { do :: x == 1; skip od }
ltl started { <> go }
ltl odd { []<> (x == 1) }
ltl both { []<> go && []<> !go }
`
	r := verify(t, waits, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	p := property(t, r, "started")
	require.Equal(t, report.Violated, p.Verdict)
	require.True(t, p.Unfair)
	require.Contains(t, p.Idle, report.Idle{Pid: 1, Proctype: "Starter", Always: true})
	var text strings.Builder
	require.NoError(t, r.WriteText(&text))
	require.Contains(t, text.String(), "Starter (1)")
	require.Contains(t, text.String(), "weak fairness (-f) excludes this run")
	r = verify(
		t,
		waits,
		verifier.Options{Limits: verifier.Limits{Errors: 1}, Question: verifier.Question{Fair: "weak"}},
	)
	require.Equal(t, report.Holds, property(t, r, "started").Verdict)
	require.Equal(t, report.Holds, property(t, r, "odd").Verdict)
	p = property(t, r, "both")
	require.Equal(t, report.Violated, p.Verdict)
	require.False(t, p.Unfair)
	for _, i := range p.Idle {
		require.Equal(t, report.Idle{Pid: 2, Proctype: "Odd"}, i)
	}
}

// TestFairnessToMany: colours have no room for a copy of the system for each of ten processes.
func TestFairnessToMany(t *testing.T) {
	const many = `bool x[10]; active [10] proctype P() { do :: x[_pid] = !x[_pid] od }
ltl last { [] (x[0] -> <> x[9]) }
ltl first { [] (x[9] -> <> x[0]) }
ltl idle { []<> (x[5] && x[6] && x[7] && x[8] && x[9]) }
`
	for i, mode := range anywhere() {
		if !thorough.Every(3, i) {
			continue
		}
		r := verify(t, many, verifier.Options{
			Limits:   verifier.Limits{Errors: 1},
			Question: verifier.Question{Fair: "weak"},
			Storage:  verifier.Storage{Compress: mode},
		})
		require.Equal(t, report.Holds, property(t, r, "last").Verdict, mode)
		require.Equal(t, report.Holds, property(t, r, "first").Verdict, mode)
		p := property(t, r, "idle")
		require.Equal(t, report.Violated, p.Verdict, mode)
		require.Empty(t, p.Idle, mode)
		r = verify(t, many, verifier.Options{
			Limits:   verifier.Limits{Errors: 1},
			Question: verifier.Question{Only: []string{"last"}},
			Storage:  verifier.Storage{Compress: mode},
		})
		require.True(t, property(t, r, "last").Unfair, mode)
	}
}

// TestAcceptLabelsBesideFormulas: labels of processes accept a run that the formula allows, as in pan. The
// report says so, since the formula does not fail on it:
//
//	spin -a m.pml; gcc -DNOREDUCE -o pan pan.c; ./pan -a    acceptance cycle
func TestAcceptLabelsBesideFormulas(t *testing.T) {
	const labelled = `byte x; active proctype A() { accept: do :: x = 1 - x od }
ltl always { [] (x <= 1) }
ltl never1 { [] (x == 0) }
`
	r := verify(t, labelled, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	p := property(t, r, "always")
	require.Equal(t, report.Violated, p.Verdict)
	require.Equal(t, []string{"A (0)"}, p.Labels)
	require.Contains(t, p.OnCycle()[0], "always itself allows this run")
	require.Empty(t, property(t, r, "never1").Labels)
}
