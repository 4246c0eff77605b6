package ltl

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// terminal reports whether accepting states accept everything that follows.
func terminal(a *Automaton) bool {
	for s := range a.States {
		if a.States[s].Accepting && !a.AcceptsAll(s) {
			return false
		}
	}
	return true
}

// TestSafetyFormulas: the automaton of a safety formula's negation is terminal, whatever the formula's shape.
func TestSafetyFormulas(t *testing.T) {
	for text, safe := range map[string]bool{
		"[] p": true, "[] (p -> X q)": true, "p W q": true, "[] (p -> (q W r))": true, "[] p || [] q": true,
		"[] (p -> <> q) && [] !q":           true, // as [] !p && [] !q
		"(p U q) || [] p":                   true, // as p W q
		"[] (p -> <> (q && r)) && [] !q":    true,
		"[] (p -> X (q V r))":               true,
		"<> p":                              false,
		"[] (p -> <> q)":                    false,
		"[] p && <> q":                      false,
		"[] (p -> (q U r))":                 false,
		"(p U q) || (!p W r)":               false,
		"([] <> p || [] q) && [] (q || !p)": false,
	} {
		f, _, err := Parse(text)
		require.NoError(t, err)
		a, err := ForSearch(t.Context(), Not(f))
		require.NoError(t, err)
		require.Equal(t, safe, terminal(a), text)
	}
}

// TestMonitors: a monitor exists exactly if each run that a random formula accepts has an accepted prefix;
// then both accept the same runs.
func TestMonitors(t *testing.T) {
	found := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		f := randomFormula(r, 3+r.IntN(6))
		name := strconv.FormatUint(seed, 10) + ": " + f.String()
		table := newTable(t.Context())
		root, g, atoms, err := table.translate(f)
		require.NoError(t, err, name)
		m := table.monitor(root, g, atoms)
		if g.terminal() {
			require.NotNil(t, m, name)
		}
		if m == nil {
			continue
		}
		found++
		require.True(t, m.terminal(), name)
		a := m.automaton(atoms)
		for range 30 {
			l := randomLasso(r)
			require.Equal(t, f.Holds(l), a.Accepts(l), name)
		}
		for s := range a.States {
			for letter := range 1 << randomAtoms {
				n := 0
				for _, e := range a.States[s].Edges {
					if e.Guard.Holds(func(id int) bool { return letter>>id&1 != 0 }) {
						n++
					}
				}
				require.Equal(t, 1, n, name)
			}
		}
	}
	require.Greater(t, found, 50)
}
