package ltl

import (
	"context"
	"slices"
)

// Lasso is an infinite run: a prefix, then a cycle for ever. Each letter has the atoms that hold.
type Lasso struct {
	Prefix, Cycle []func(atom int) bool
}

func (l *Lasso) len() int { return len(l.Prefix) + len(l.Cycle) }

func (l *Lasso) at(i int) func(atom int) bool {
	if i < len(l.Prefix) {
		return l.Prefix[i]
	}
	return l.Cycle[i-len(l.Prefix)]
}

func (l *Lasso) next(i int) int {
	if i+1 < l.len() {
		return i + 1
	}
	return len(l.Prefix)
}

// Holds evaluates the formula by its semantics, place by place, without an automaton. The cycle must not be
// empty.
func (f *Formula) Holds(l *Lasso) bool { return f.places(l)[0] }

// places returns the places of the run where the formula holds.
func (f *Formula) places(l *Lasso) []bool {
	var x, y []bool
	if f.X != nil {
		x = f.X.places(l)
	}
	if f.Y != nil {
		y = f.Y.places(l)
	}
	n := l.len()
	out := make([]bool, n)
	local := func(value func(i int) bool) []bool {
		for i := range out {
			out[i] = value(i)
		}
		return out
	}
	// fixed repeats a step from the end until nothing changes: the least or greatest fixed point.
	fixed := func(start bool, value func(i int, next bool) bool) []bool {
		for i := range out {
			out[i] = start
		}
		for again := true; again; {
			again = false
			for i := n - 1; i >= 0; i-- {
				if v := value(i, out[l.next(i)]); v != out[i] {
					out[i], again = v, true
				}
			}
		}
		return out
	}
	switch f.Op {
	case OpTrue, OpFalse:
		return local(func(int) bool { return f.Op == OpTrue })
	case OpAtom:
		return local(func(i int) bool { return l.at(i)(f.Atom) })
	case OpNot:
		return local(func(i int) bool { return !x[i] })
	case OpNext:
		return local(func(i int) bool { return x[l.next(i)] })
	case OpAnd:
		return local(func(i int) bool { return x[i] && y[i] })
	case OpOr:
		return local(func(i int) bool { return x[i] || y[i] })
	case OpImplies:
		return local(func(i int) bool { return !x[i] || y[i] })
	case OpEquiv:
		return local(func(i int) bool { return x[i] == y[i] })
	case OpAlways:
		return fixed(true, func(i int, next bool) bool { return x[i] && next })
	case OpEventually:
		return fixed(false, func(i int, next bool) bool { return x[i] || next })
	case OpUntil:
		return fixed(false, func(i int, next bool) bool { return y[i] || x[i] && next })
	case OpWeakUntil:
		return fixed(true, func(i int, next bool) bool { return y[i] || x[i] && next })
	}
	return fixed(true, func(i int, next bool) bool { return y[i] && (x[i] || next) })
}

// Accepts runs the automaton on a lasso. The cycle must not be empty.
func (a *Automaton) Accepts(l *Lasso) bool {
	n := l.len()
	// The product has a vertex for each pair of a state of the automaton and a place of the lasso.
	g := &graph{init: a.Initial * n, sets: 1, out: make([][]edge, len(a.States)*n)}
	for s := range a.States {
		acc := uint64(0)
		if a.States[s].Accepting {
			acc = 1
		}
		for i := range n {
			for _, e := range a.States[s].Edges {
				if e.Guard.Holds(l.at(i)) {
					g.out[s*n+i] = append(g.out[s*n+i], edge{to: e.To*n + l.next(i), acc: acc})
				}
			}
		}
	}
	return slices.Contains(g.live(g.components()), true)
}

// Simplify rewrites a formula into an equivalent one that is at least as easy to translate: negations are
// moved to the atoms, and the rules of Somenzi and Bloem 2000 and of Etessami and Holzmann 2000 are applied
// bottom up.
func Simplify(f *Formula) *Formula {
	t := newTable(context.Background())
	return t.formula(t.from(f, false))
}
