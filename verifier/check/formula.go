package check

import (
	"fmt"
	"maps"
	"slices"

	"gospin/promela"
)

// formula is a formula of linear temporal logic with negations only before atoms. Equal formulas are one.
type formula struct {
	op   promela.Op // constant, atom, !, &&, ||, X, U or V
	id   int
	x, y *formula
	n    int // the value of a constant, the number of an atom, or of an until
}

const (
	constant promela.Op = "constant"
	atom     promela.Op = "atom"
)

// tableau finds what must hold from the next state on, for formulas to hold from the present one on: the
// rules of Gerth, Peled, Vardi and Wolper ("Simple on-the-fly automatic verification of linear temporal
// logic", 1995), with acceptance on edges. Its states are sets of formulas.
type tableau struct {
	known  map[string]*formula
	all    []*formula
	atoms  []promela.Expr
	untils int
	sets   [][]int
	number map[string]int // of a set
	made   map[step][]edge
}

// step is a set of formulas with the truth of the atoms in a state.
type step struct {
	set   int
	truth uint64
}

// edge leads to a set of formulas. An until is postponed if its right side need not hold yet. Runs are
// accepted if they take, for each until, infinitely many edges that do not postpone it.
type edge struct {
	set       int
	postponed uint64
}

// newTableau returns the tableau of the negation of a formula, and its first set.
func newTableau(x promela.Expr) (t *tableau, first int, err error) {
	t = &tableau{known: map[string]*formula{}, number: map[string]int{}, made: map[step][]edge{}}
	f := t.formula(x, true)
	if len(t.atoms) > 64 || t.untils > 64 {
		return nil, 0, Unable("the formula has more than 64 atoms or untils")
	}
	return t, t.set([]int{f.id}), nil
}

// one returns the formula with these parts.
func (t *tableau) one(op promela.Op, x, y *formula, n int) *formula {
	key := fmt.Sprint(op, " ", n)
	for _, f := range []*formula{x, y} {
		if f != nil {
			key += fmt.Sprint(" ", f.id)
		}
	}
	f := t.known[key]
	if f == nil {
		f = &formula{op: op, id: len(t.all), x: x, y: y, n: n}
		if op == "U" {
			f.n = t.untils
			t.untils++
		}
		t.known[key], t.all = f, append(t.all, f)
	}
	return f
}

// isTemporal reports whether an operator of temporal logic occurs in an expression.
func isTemporal(x promela.Expr) bool {
	switch x := x.(type) {
	case *promela.Unary:
		return slices.Contains([]promela.Op{"[]", "<>", "X"}, x.Op) || isTemporal(x.X)
	case *promela.Binary:
		return slices.Contains([]promela.Op{"U", "V", "W", "->", "<->"}, x.Op) || isTemporal(x.X) || isTemporal(x.Y)
	}
	return false
}

// formula converts an expression, or its negation.
func (t *tableau) formula(x promela.Expr, not bool) *formula {
	if !isTemporal(x) {
		n := len(t.atoms)
		t.atoms = append(t.atoms, x)
		f := t.one(atom, nil, nil, n)
		if not {
			return t.one("!", f, nil, 0)
		}
		return f
	}
	dual := map[promela.Op]promela.Op{"&&": "||", "||": "&&", "U": "V", "V": "U"}
	join := func(op promela.Op, x, y *formula) *formula {
		if not {
			op = dual[op]
		}
		return t.one(op, x, y, 0)
	}
	truth := func(is bool) *formula {
		if is != not {
			return t.one(constant, nil, nil, 1)
		}
		return t.one(constant, nil, nil, 0)
	}
	if u, ok := x.(*promela.Unary); ok {
		switch u.Op {
		case "!":
			return t.formula(u.X, !not)
		case "[]":
			return join("V", truth(false), t.formula(u.X, not))
		case "<>":
			return join("U", truth(true), t.formula(u.X, not))
		}
		return t.one("X", t.formula(u.X, not), nil, 0)
	}
	b := x.(*promela.Binary)
	switch b.Op {
	case "->":
		return join("||", t.formula(b.X, !not), t.formula(b.Y, not))
	case "<->":
		both := join("&&", t.formula(b.X, not), t.formula(b.Y, not))
		none := join("&&", t.formula(b.X, !not), t.formula(b.Y, !not))
		return join("||", both, none)
	case "W":
		y := t.formula(b.Y, not)
		return join("V", y, join("||", t.formula(b.X, not), y))
	}
	return join(b.Op, t.formula(b.X, not), t.formula(b.Y, not))
}

// set returns the number of a set of formulas.
func (t *tableau) set(ids []int) int {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	key := fmt.Sprint(ids)
	n, ok := t.number[key]
	if !ok {
		n = len(t.sets)
		t.number[key], t.sets = n, append(t.sets, ids)
	}
	return n
}

// edges returns the edges of a set in a state.
func (t *tableau) edges(s step) []edge {
	out, ok := t.made[s]
	if !ok {
		found := map[edge]bool{}
		var now []*formula
		for _, id := range t.sets[s.set] {
			now = append(now, t.all[id])
		}
		t.expand(s.truth, now, nil, 0, found)
		out = slices.Collect(maps.Keys(found))
		t.made[s] = out
	}
	return out
}

// expand finds the edges for formulas that must hold now, and others that must hold next.
func (t *tableau) expand(truth uint64, now []*formula, next []int, postponed uint64, found map[edge]bool) {
	if len(now) == 0 {
		found[edge{t.set(slices.Clone(next)), postponed}] = true
		return
	}
	f, rest := now[len(now)-1], now[:len(now)-1:len(now)-1]
	later := append(next[:len(next):len(next)], f.id)
	switch f.op {
	case constant:
		if f.n == 1 {
			t.expand(truth, rest, next, postponed, found)
		}
	case atom, "!":
		a, want := f, uint64(1)
		if f.op == "!" {
			a, want = f.x, 0
		}
		if truth>>a.n&1 == want {
			t.expand(truth, rest, next, postponed, found)
		}
	case "&&":
		t.expand(truth, append(rest, f.x, f.y), next, postponed, found)
	case "||":
		t.expand(truth, append(rest, f.x), next, postponed, found)
		t.expand(truth, append(rest, f.y), next, postponed, found)
	case "X":
		t.expand(truth, rest, append(next[:len(next):len(next)], f.x.id), postponed, found)
	case "U":
		t.expand(truth, append(rest, f.y), next, postponed, found)
		t.expand(truth, append(rest, f.x), later, postponed|1<<f.n, found)
	case "V":
		t.expand(truth, append(rest, f.x, f.y), next, postponed, found)
		t.expand(truth, append(rest, f.y), later, postponed, found)
	}
}
