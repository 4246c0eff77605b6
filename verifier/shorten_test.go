package verifier_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/thorough"
	"gospin/verifier/trail"
)

// noisy comes to its fault after two steps of P and one of Q; R turns in circles, S counts, and both are
// younger, so that depth-first order has them first.
const noisy = `byte x, noise, n;
active proctype P() { x++; x++ }
active proctype Q() { %s }
active proctype R() { do :: noise = 1 - noise od }
active proctype S() { do :: n < 40 -> n++ :: n == 40 -> n = 0 od }`

// violated is the property of r that is.
func violated(t *testing.T, r *report.Report) report.Property {
	t.Helper()
	is := func(p report.Property) bool { return p.Verdict == report.Violated }
	i := slices.IndexFunc(r.Properties, is)
	require.GreaterOrEqual(t, i, 0)
	return r.Properties[i]
}

// stepsOf is how many steps the trail of a property has.
func stepsOf(t *testing.T, p report.Property) int {
	t.Helper()
	tr, err := trail.ReadFile(p.Trail)
	require.NoError(t, err)
	return len(tr.Steps)
}

func TestShortenedTrails(t *testing.T) {
	for name, c := range map[string]struct {
		fault string
		steps int
		depth int // of the fault: that of the state in which a guard fails, or a move
	}{
		"assertion":     {"assert(x != 2)", 3, 2},
		"atomic":        {"atomic { x == 2; x++; assert(x != 3) }", 5, 4},
		"guard":         {"5 / (2 - x) == 100", 2, 2},
		"error in move": {"n = 5 / (2 - x)", 3, 2},
	} {
		t.Run(name, func(t *testing.T) {
			for _, order := range []string{"any", "dfs", "bfs"} {
				o := verifier.Options{Order: order, Shorten: time.Minute, Limits: verifier.Limits{Errors: 1}}
				r := verify(t, fmt.Sprintf(noisy, c.fault), o)
				require.Equal(t, report.Violated, r.Verdict)
				p := violated(t, r)
				require.Equal(t, c.steps, stepsOf(t, p), order)
				if order == "dfs" {
					require.Equal(t, c.steps, p.Steps)
					require.Greater(t, p.Found, c.steps)
				} else {
					require.Zero(t, p.Found, "breadth first finds a shortest one")
				}
				require.Contains(t, r.Messages[0], fmt.Sprintf("(at depth %d)", c.depth))
			}
		})
	}
}

// TestShortenedDeadlock: the fault of a path with moves left out must be the same kind of fault.
func TestShortenedDeadlock(t *testing.T) {
	const text = `chan c = [0] of { byte }; chan d = [1] of { byte };
		active proctype P() { byte i; do :: i < 5 -> d!i; d?i; i++ :: c!1 od }
		active proctype Q() { c?_; c?_ }
		active proctype R() { byte i; do :: i < 9 -> i++ :: i > 3 -> break od }`
	o := verifier.Options{Limits: verifier.Limits{Errors: 1}}
	found := violated(t, verify(t, text, o))
	first := stepsOf(t, found)
	o.Shorten = time.Minute
	short := violated(t, verify(t, text, o))
	require.Equal(t, "invalid end states", short.Name)
	require.Equal(t, found.Message, short.Message)
	require.Zero(t, found.Found)
	require.Zero(t, short.Found)
	require.Less(t, stepsOf(t, short), first)
}

func TestShortenedFaultsOfAllKinds(t *testing.T) {
	for name, text := range failing {
		if slow[name] {
			continue
		}
		o := one()
		found := verify(t, text, o)
		o.Shorten = time.Minute
		short := verify(t, text, o)
		require.Equal(t, found.Verdict, short.Verdict, name)
		require.Len(t, short.Properties, len(found.Properties), name)
		for i, p := range short.Properties {
			require.Equal(t, found.Properties[i].Message, p.Message, name)
			require.True(t, p.Found == 0 || p.Steps < p.Found, name)
		}
	}
}

// TestShortenedFormulas: the run ends where the formula is violated, whatever comes, and is a shortest one.
func TestShortenedFormulas(t *testing.T) {
	const text = `byte x, n, y;
		active proctype P() { do :: x < 100 -> x++ :: x = 0 od }
		active proctype S() { do :: n < 40 -> n++ :: n == 40 -> n = 0 od }
		active proctype B() { atomic { x > 50; y = 1 }; y = 2; false }`
	for formula, steps := range map[string]int{
		"[] (x < 3)":                       6,
		"(x < 2) W (n == 1)":               4,
		"[] (x == 1 -> X (x == 1))":        3,
		"[] (n == 2 -> [] (x < 2))":        8,
		"[] (x == 3 -> <> n) && [] (!y)":   2*51 + 2,
		"[] ((x == 1 && X (x == 0)) -> y)": 3,
		"[] (y < 2 || X (x == 7))":         2*51 + 4, // one more, to see what comes next
		"false":                            0,
	} {
		for _, limit := range []uint64{0, 1} { // the second leaves nothing to the search breadth first
			if !thorough.On && limit > 0 && steps > 100 {
				continue
			}
			t.Run(fmt.Sprint(formula, limit), func(t *testing.T) {
				defer verifier.SetShortestStates(limit)()
				o := verifier.Options{Shorten: time.Minute, Limits: verifier.Limits{Errors: 1}}
				o.Formulas, o.Only = []string{formula}, []string{formula}
				r := verify(t, text, o)
				p := violated(t, r)
				require.Equal(t, "formula violated", p.Message)
				require.Empty(t, p.Idle)
				got := p.Steps
				if p.Found > 0 {
					require.Greater(t, p.Found, got)
				}
				tr, err := trail.ReadFile(p.Trail)
				require.NoError(t, err)
				require.Negative(t, tr.Cycle)
				got = 0
				for _, s := range tr.Steps {
					if s.Pid != trail.Claim {
						got++
					}
				}
				if limit == 0 {
					require.Equal(t, steps, got)
				} else {
					require.LessOrEqual(t, got, 3*steps+1)
				}
				require.Contains(
					t,
					r.Messages[0],
					fmt.Sprintf("formula violated (at depth %d)", len(tr.Steps)),
				)
			})
		}
	}
}

// TestErrorsFarFromDepthFirst: an error to which depth-first order comes too late is looked for breadth
// first.
func TestErrorsFarFromDepthFirst(t *testing.T) {
	const lost = `int x, y;
		active proctype P() { do :: x++ :: y++ od }
		active proctype Q() { %s }
		active proctype R() { do :: x = x + y od } `
	for text, name := range map[string]string{
		fmt.Sprintf(lost, "x == 2 && y == 2; assert(false)"):                                 "assertions",
		fmt.Sprintf(lost, "x == 2 && y == 2; x = 3; x = 1 / (x - 3)"):                        "assertions",
		fmt.Sprintf(lost, "true") + "ltl p { [] (x != 2 || y != 2) }":                        "p",
		fmt.Sprintf(lost, "true") + "never n { do :: x == 2 && y == 2 -> break :: else od }": "n",
	} {
		o := verifier.Options{Shorten: time.Minute, Limits: verifier.Limits{Errors: 1, Memory: 24 << 20}}
		if o.Only = []string{name}; name == "assertions" {
			o.NoEnd = true
		}
		r := verify(t, text, o)
		p := violated(t, r)
		require.Equal(t, name, p.Name, text)
		require.Equal(t, "batch", r.Engine)
		require.Equal(t, 1, r.Errors)
		tr, err := trail.ReadFile(p.Trail)
		require.NoError(t, err)
		require.LessOrEqual(t, len(tr.Steps), 14)
		require.Contains(t, r.Messages[0], p.Message+" (at depth ")
		require.Contains(t, r.Messages[1], "pan: wrote ")
	}
}
