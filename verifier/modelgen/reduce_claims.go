package modelgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// ReducibleBeside returns the model of Reducible with a formula p of linear temporal logic, without X.
func ReducibleBeside(seed uint64) string {
	g := newReducer(seed, every)
	g.model()
	g.claim(seed)
	return g.b.String()
}

// ReducibleNever returns the model of Reducible with a never claim p, which may count steps.
func ReducibleNever(seed uint64) string {
	g := newReducer(seed, every)
	g.model()
	g.never()
	return g.b.String()
}

// ReducibleBesideAsSpin returns the model of ReducibleAsSpin with a formula p.
func ReducibleBesideAsSpin(seed uint64) string {
	g := newReducer(seed, every&^wrongInSpin)
	g.model()
	g.claim(seed)
	return g.b.String()
}

// claim writes a formula.
func (g *reducer) claim(seed uint64) {
	g.r = rand.New(rand.NewPCG(seed, 0x636c706f72))
	if g.one(4) {
		g.line("ltl p { [] !(%s && %s) }", g.atom(), g.atom())
	} else {
		g.line("ltl p { %s }", g.formula(3))
	}
}

// atom returns a proposition for claims.
func (g *reducer) atom() string {
	atoms := []string{"(g == 1)", "(h != 2)", "(b)", "(!b)", "(g == h)", "(h == 1)"}
	if g.is(slots) {
		atoms = append(atoms, "(a[0] == 1)", "(a[1] == 0)", "(a[1] != a[2])")
	}
	if g.channels() {
		atoms = append(atoms, "(len(q[0]) > 0)", "(len(q[1]) == 0)")
	}
	if g.is(remotes) {
		atoms = append(atoms, "("+g.pick(g.types...)+"@here)")
	}
	if g.is(variables) {
		atoms = append(atoms, "("+g.pick(g.types...)+":l == 1)")
	}
	if g.is(numbers) {
		atoms = append(atoms, "(_nr_pr == "+g.pick("2", "3", "4")+")")
	}
	if g.is(locals) {
		atoms = append(atoms, "(t == 1)")
	}
	return g.pick(atoms...)
}

func (g *reducer) formula(deep int) string {
	if deep == 0 || g.one(6) {
		return g.atom()
	}
	sub := func() string { return g.formula(deep - 1) }
	switch g.r.IntN(8) {
	case 0, 1:
		return g.pick("([] ", "([] <> ") + sub() + ")"
	case 2, 3:
		return g.pick("(<> ", "(<> [] ") + sub() + ")"
	case 4:
		return "(! " + sub() + ")"
	}
	return "(" + sub() + g.pick(" && ", " || ", " -> ", " U ", " W ", " V ") + sub() + ")"
}

// never writes an automaton with a few states, of which the last accepts.
func (g *reducer) never() {
	g.line("never p {")
	g.depth++
	n := 2 + g.r.IntN(2)
	name := func(i int) string {
		if i == n-1 {
			return "accept"
		}
		return fmt.Sprintf("S%d", i)
	}
	for i := range n {
		g.line("%s:", name(i))
		g.line("if")
		if i == 0 && g.one(2) {
			g.line(":: true -> goto S0")
		}
		for range 1 + g.r.IntN(3) {
			tests := []string{g.atom()}
			if g.one(2) {
				tests = append(tests, g.atom())
			}
			to := g.r.IntN(n)
			if g.one(2) {
				to = min(i+1, n-1)
			}
			g.line(":: %s -> goto %s", strings.Join(tests, " && "), name(to))
		}
		if g.one(12) {
			g.line(":: %s -> goto S9", g.atom())
		}
		g.line("fi;")
	}
	g.line("S9: skip")
	g.depth--
	g.line("}")
}
