package verifier_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/confirm"
	"gospin/verifier/fair"
	"gospin/verifier/report"
)

// fairly verifies a model with fairness.
func fairly(t *testing.T, model string, demand fair.Demand) *report.Report {
	t.Helper()
	return verify(t, model, verifier.Options{
		Limits: verifier.Limits{Errors: 1}, Question: verifier.Question{Fair: demand},
	})
}

// contenders are models whose formula holds of strongly fair runs, and whether it holds of weakly fair ones,
// too.
var contenders = map[string]struct {
	model string
	weak  bool
}{
	"semaphore": {model: `bool s, in[2];
active [2] proctype P() { do :: atomic { !s -> s = true }; in[_pid] = true; in[_pid] = false; s = false od }
ltl p { []<> in[0] }`},
	"Peterson": {weak: true, model: `bool want[2], in[2]; byte turn;
active [2] proctype P() { do :: want[_pid] = true; turn = 1 - _pid; !want[1 - _pid] || turn == _pid;
	in[_pid] = true; in[_pid] = false; want[_pid] = false od }
ltl p { []<> in[0] }`},
	"philosophers": {model: `bool fork[3], eats[3];
#define take(f) atomic { !fork[f] -> fork[f] = true }
proctype P(byte i, a, b) { do :: take(a); take(b); eats[i] = true; eats[i] = false; fork[b] = false; fork[a] = false od }
init { atomic { run P(0, 0, 1); run P(1, 1, 2); run P(2, 0, 2) } }
ltl p { []<> eats[0] && []<> eats[1] && []<> eats[2] }`},
	"lossy channel": {model: `chan c = [1] of { bit }; bool got;
active proctype Sender() { do :: c!1 od }
active proctype Loser() { do :: c?_ od }
active proctype Receiver() { do :: c?_ -> got = true; got = false od }
ltl p { []<> got }`},
	"counter": {weak: true, model: `byte x; active proctype P() { do :: x = 1 - x od }
active proctype Q() { do :: x == 5 od } ltl p { []<> (x == 1) }`},
}

// TestStrongFairness: classical models whose processes starve where they are able to move only now and then.
func TestStrongFairness(t *testing.T) {
	for name, c := range contenders {
		weak := property(t, fairly(t, c.model, "weak"), "p")
		require.Equal(t, c.weak, weak.Verdict == report.Holds, name)
		strong := fairly(t, c.model, "strong")
		require.Equal(t, report.Holds, property(t, strong, "p").Verdict, name)
		require.True(t, strong.Complete, name)
		if !c.weak {
			require.False(t, weak.Unfair, name)
			require.NotEmpty(t, weak.Idle, name)
			require.Contains(t, weak.OnCycle(), "this run is weakly fair; strong fairness (-F) excludes it", name)
		}
	}
}

// TestFairnessOfSome: what proctypes demand holds for their processes alone.
func TestFairnessOfSome(t *testing.T) {
	const model = `bool s, a, b; byte x;
active proctype A() { do :: atomic { !s -> s = true }; a = true; a = false; s = false od }
active proctype B() { do :: atomic { !s -> s = true }; b = true; b = false; s = false od }
active proctype C() { do :: x = 1 - x od }
ltl a { []<> a } ltl b { []<> b } ltl x { []<> (x == 1) }
`
	for demand, want := range map[fair.Demand]string{
		"":                  "",
		"weak":              "x",
		"weak:C":            "x",
		"weak:A,weak:B":     "",
		"strong:A":          "",
		"strong:A,weak:B":   "a", // B has to give the semaphore back
		"weak,strong:B":     "b x",
		"strong:A,strong:B": "a b",
		"strong":            "a b x",
	} {
		r, held := fairly(t, model, demand), []string{}
		for _, name := range []string{"a", "b", "x"} {
			if property(t, r, name).Verdict == report.Holds {
				held = append(held, name)
			}
		}
		require.Equal(t, want, strings.Join(held, " "), demand)
	}
}

// TestStrongFairnessStepByStep: claims that batches do not take are searched in the whole graph.
func TestStrongFairnessStepByStep(t *testing.T) {
	for claim, holds := range map[string]bool{
		"never p { accept: do :: atomic { true; true } od }":                                     false,
		"never p { do :: true :: !in[0] -> break od; accept: do :: atomic { !in[0]; true } od }": true,
	} {
		model := strings.Replace(contenders["semaphore"].model, "ltl p { []<> in[0] }", claim, 1)
		weak, strong := fairly(t, model, "weak"), fairly(t, model, "strong")
		require.Equal(t, report.Violated, property(t, weak, "p").Verdict, claim)
		require.Equal(t, holds, property(t, strong, "p").Verdict == report.Holds, claim)
		last := strong
		if n := len(strong.Searches); n > 0 {
			last = strong.Searches[n-1]
		}
		require.Contains(t, last.EngineReason, "the claim's atomic sequences", claim)
	}
}

// TestUnfairCyclesAreRejected: a cycle that is only weakly fair is no counterexample where strong fairness is
// demanded.
func TestUnfairCyclesAreRejected(t *testing.T) {
	idle := property(t, fairly(t, contenders["semaphore"].model, "weak"), "p").Idle
	require.Equal(t, []report.Idle{{Pid: 0, Proctype: "P"}}, idle)
	require.Equal(t, "P (0)", confirm.TreatedUnfairly(idle, "strong"))
	require.Equal(t, "P (0)", confirm.TreatedUnfairly(idle, "weak,strong:P"))
	require.Empty(t, confirm.TreatedUnfairly(idle, "weak"))
	require.Empty(t, confirm.TreatedUnfairly(idle, "strong,weak:P"))
	idle[0].Always = true
	require.Equal(t, "P (0)", confirm.TreatedUnfairly(idle, "weak"))
	require.Empty(t, confirm.TreatedUnfairly(idle, "strong:Q"))
}

// TestStrongFairnessWithoutMemory: no other store is recommended, since there is none.
func TestStrongFairnessWithoutMemory(t *testing.T) {
	t.Parallel()
	const model = `byte x, y, z; active proctype P() { do :: x++ od } active proctype Q() { do :: y++ od }
active proctype R() { do :: z++ od } ltl p { []<> (x == 1) }`
	r := verify(t, model, verifier.Options{
		Limits: verifier.Limits{Errors: 1, Memory: 4 << 20}, Question: verifier.Question{Fair: "strong"},
	})
	require.Equal(t, report.Inconclusive, property(t, r, "p").Verdict)
	require.Contains(t, r.Reason, "give more with -mem")
	require.NotContains(t, r.Reason+strings.Join(r.Remarks, " "), "-compress")
}
