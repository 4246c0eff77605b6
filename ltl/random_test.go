package ltl

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

const randomAtoms = 3

// randomFormula returns a formula with at most size operators and atoms.
func randomFormula(r *rand.Rand, size int) *Formula {
	if size <= 1 {
		if r.IntN(20) == 0 {
			return []*Formula{True(), False()}[r.IntN(2)]
		}
		return Atom(r.IntN(randomAtoms))
	}
	unary := []func(*Formula) *Formula{Not, Next, Always, Eventually}
	binary := []func(x, y *Formula) *Formula{And, Or, Implies, Equiv, Until, WeakUntil, Release, Until}
	if size == 2 || r.IntN(2) == 0 {
		return unary[r.IntN(len(unary))](randomFormula(r, size-1))
	}
	left := 1 + r.IntN(size-2)
	return binary[r.IntN(len(binary))](randomFormula(r, left), randomFormula(r, size-1-left))
}

func randomLasso(r *rand.Rand) *Lasso {
	letters := func(n int) (out []func(int) bool) {
		for range n {
			bits := r.IntN(1 << randomAtoms)
			out = append(out, func(a int) bool { return bits>>a&1 != 0 })
		}
		return out
	}
	return &Lasso{Prefix: letters(r.IntN(5)), Cycle: letters(1 + r.IntN(4))}
}

// disjoint reports whether no run is accepted by both.
func disjoint(a, b *Automaton) bool { return !fromAutomaton(a).meets(fromAutomaton(b)) }

// fromAutomaton converts back, for atoms below 64.
func fromAutomaton(a *Automaton) *graph {
	g := &graph{init: a.Initial, sets: 1}
	for _, s := range a.States {
		acc := uint64(0)
		if s.Accepting {
			acc = 1
		}
		var es []edge
		for _, e := range s.Edges {
			for _, c := range e.Guard {
				var on cube
				for _, l := range c {
					if l.Negated {
						on.neg |= 1 << l.Atom
					} else {
						on.pos |= 1 << l.Atom
					}
				}
				es = append(es, edge{on, e.To, acc})
			}
		}
		g.out = append(g.out, es)
	}
	return g
}

// TestRandom compares automata with the direct evaluation of formulas: 300 of them, or GOSPIN_LTL.
func TestRandom(t *testing.T) {
	n := 300
	if s := os.Getenv("GOSPIN_LTL"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		require.NoError(t, err)
	}
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := randomFormula(r, 3+r.IntN(10))
		check(t, r, f, strconv.FormatUint(seed, 10)+": "+f.String())
	}
}

// check compares the automata of a formula and of its negation with the semantics.
func check(t *testing.T, r *rand.Rand, f *Formula, name string) {
	t.Helper()
	yes, err := Translate(t.Context(), f)
	require.NoError(t, err, name)
	no, err := Translate(t.Context(), Not(f))
	require.NoError(t, err, name)
	require.True(t, disjoint(yes, no), name)
	beside, err := ForSearch(t.Context(), f)
	require.NoError(t, err, name)
	require.True(t, disjoint(beside, no), name)
	simple := Simplify(f)
	for range 30 {
		l := randomLasso(r)
		want := f.Holds(l)
		require.Equal(t, want, simple.Holds(l), "%s, simplified to %s", name, simple)
		require.Equal(t, want, yes.Accepts(l), name)
		require.Equal(t, want, beside.Accepts(l), name)
		require.Equal(t, !want, no.Accepts(l), name)
	}
	if !simple.hasNext() {
		is, err := StutterInvariant(t.Context(), f)
		require.NoError(t, err)
		require.True(t, is, name)
	}
}

func (f *Formula) hasNext() bool {
	return f != nil && (f.Op == OpNext || f.X.hasNext() || f.Y.hasNext())
}

// TestDeterministic: formulas with a deterministic automaton get one, and the automata of others don't
// change.
func TestDeterministic(t *testing.T) {
	p, q := Atom(0), Atom(1)
	for _, c := range []struct {
		f             *Formula
		deterministic bool
		weak          bool
		states        int
	}{
		{Always(Eventually(p)), true, false, 2},
		{Eventually(p), true, true, 2},
		{Eventually(And(p, Not(WeakUntil(p, q)))), true, true, 3},
		{Always(Implies(p, Eventually(q))), true, false, 3},
		{Eventually(Always(p)), false, true, 2},
		{Eventually(And(p, Always(Not(q)))), false, true, 2},
	} {
		a, err := ForSearch(t.Context(), c.f)
		require.NoError(t, err)
		one := true
		for _, s := range a.States {
			for letter := range 4 {
				n := 0
				for _, e := range s.Edges {
					if e.Guard.Holds(func(id int) bool { return letter>>id&1 != 0 }) {
						n++
					}
				}
				one = one && n < 2
			}
		}
		require.Equal(t, c.deterministic, one, c.f.String())
		require.Equal(t, c.weak, a.Weak(), c.f.String())
		require.Len(t, a.States, c.states, c.f.String())
	}
}
