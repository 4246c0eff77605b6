package verifier_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/fair"
	"gospin/verifier/source"
	"gospin/vm"
)

// fewest is how many moves lead to a failed assertion, by asking the machine level by level: atomic sequences
// are not taken together, and the models have none.
func fewest(t *testing.T, path string) int {
	prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	m := vm.NewMachine(prog)
	var s vm.State
	m.Initial(&s)
	level, seen := []*vm.State{&s}, map[string]bool{string(s.Vec): true}
	for n := 1; len(level) > 0; n++ {
		var next []*vm.State
		for _, s := range level {
			moves, _ := m.Moves(s, nil)
			for _, mv := range moves {
				to := &vm.State{}
				to.CopyFrom(s)
				if m.Do(to, mv)&vm.Failed != 0 {
					return n
				}
				if !seen[string(to.Vec)] {
					seen[string(to.Vec)] = true
					next = append(next, to)
				}
			}
		}
		level = next
	}
	return 0
}

// TestShortestIsExact: of several assertions the one is told that the fewest moves lead to, whatever search
// came to an error first.
func TestShortestIsExact(t *testing.T) {
	const text = `byte x, y;
active proctype P() { do :: x < 200 -> x++ :: x == 7 -> x = 100 :: x > 150 -> break od; assert(false) }
active proctype Q() { do :: y < 3 -> y++ :: y == 3 -> y = 0; assert(x != 5) od }
active proctype R() { y == 2; assert(x < 4) }`
	path := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	want := fewest(t, path)
	for _, o := range []verifier.Options{
		{}, {Order: "dfs"}, {Order: "bfs"}, {Reduction: verifier.Reduction{POR: "off"}},
		{Storage: verifier.Storage{Compress: "tree"}},
	} {
		o.Shortest, o.Errors = true, 1
		p := violated(t, verify(t, text, o))
		if p.Found > 0 {
			require.Equal(t, want, p.Steps)
		}
		require.Equal(t, "assertion violated (x<4)", p.Message)
		require.Contains(t, p.Shortest, "no run has fewer moves")
	}
}

// TestShortestBesideClaims: a claim that ends is reached with the fewest moves; cycles are only short.
func TestShortestBesideClaims(t *testing.T) {
	const text = `byte x; active proctype A() { do :: x < 100 -> x++ :: x = 0 od }
never q { do :: x == 3 -> break :: else od }`
	o := verifier.Options{Shortest: true, Order: "dfs", Limits: verifier.Limits{Errors: 1}}
	p := violated(t, verify(t, text, o))
	require.Contains(t, p.Shortest, "no run has fewer moves")
	p = violated(t, verify(t, "byte x; active proctype A() { do :: x = 1 - x od } ltl p { <> (x == 2) }", o))
	require.Contains(t, p.Shortest, "need not be a shortest one")
	_, err := verifier.Run(t.Context(), verifier.Options{Shortest: true, AllTrail: true})
	require.ErrorContains(t, err, "-shortest and -e exclude each other")
}

// TestShortCycles: a run with a cycle is shortened, however fair it must be.
func TestShortCycles(t *testing.T) {
	const text = `byte sent; chan c = [1] of { byte }; chan d = [1] of { bit }
active proctype S() { bit ok; do :: sent < 3 -> c!sent; d?ok; sent = sent + ok :: sent == 3 -> break od }
active proctype R() { byte x; end: do :: c?x -> d!1 :: c?x -> d!0 od }
ltl p { <> (sent == 3) }`
	for _, demand := range []fair.Demand{"", "weak", "strong"} {
		o := verifier.Options{Question: verifier.Question{Fair: demand}, Limits: verifier.Limits{Errors: 1}}
		p := violated(t, verify(t, text, o))
		require.Zero(t, p.Found, demand)
		o.Shorten = time.Minute
		q := violated(t, verify(t, text, o))
		require.Equal(t, 6, q.Steps, demand) // no round of the protocol has fewer
		require.Greater(t, q.Found, q.Steps, demand)
	}
}

// TestShortestWithinLimits: what was cut short is not said to be the shortest.
func TestShortestWithinLimits(t *testing.T) {
	const text = `int a, b, c;
active [4] proctype P() { do :: c++; assert(a + b + c < 90); if :: a++ :: b++ :: skip fi od }`
	o := verifier.Options{Shortest: true, Order: "dfs", Limits: verifier.Limits{Errors: 1, Memory: 16 << 20}}
	p := violated(t, verify(t, text, o))
	require.Contains(t, p.Shortest, "not the shortest for certain: the search breadth first was cut short: out of memory")
}
