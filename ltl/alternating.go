package ltl

import (
	"errors"
	"fmt"
	"slices"
)

// ErrTooLarge is wrapped by errors for formulas that are too large to translate.
var ErrTooLarge = errors.New("the formula is too large")

const (
	maxAtoms  = 64      // the number of bits in a cube
	maxUntils = 32      // half the bits of an acceptance set, for products
	maxEdges  = 400_000 // of the generalised automaton
	maxSteps  = 2000    // of one state of the alternating automaton, or of several together
)

// step is a transition of the very weak alternating automaton (Gastin and Oddoux 2001): if on holds, the run
// continues in all states of to. States are terms that are neither conjunctions nor disjunctions.
type step struct {
	on cube
	to []term // sorted
}

// within reports whether the step requires more than another and achieves no more.
func (s *step) within(d *step) bool { return s.on.within(d.on) && subset(d.to, s.to) }

func subset(x, y []term) bool {
	for _, e := range x {
		if _, ok := slices.BinarySearch(y, e); !ok {
			return false
		}
	}
	return true
}

func union(x, y []term) []term {
	u := slices.Concat(x, y)
	slices.Sort(u)
	return slices.Compact(u)
}

// alternation has the transitions of the alternating automaton.
type alternation struct {
	*table
	atoms  []int // the formula's number of each bit, at most 64
	delta  map[term][]step
	untils map[term]int // states that a run must leave, with the bits of their acceptance sets
}

func (t *table) alternation(root term) (*alternation, error) {
	a := &alternation{table: t, delta: map[term][]step{}, untils: map[term]int{}}
	seen := map[term]bool{}
	var visit func(x term)
	visit = func(x term) {
		if seen[x] {
			return
		}
		seen[x] = true
		switch s := &t.shapes[x]; s.op {
		case tLiteral:
			if !slices.Contains(a.atoms, s.atom) {
				a.atoms = append(a.atoms, s.atom)
			}
		case tUntil:
			a.untils[x] = len(a.untils)
		}
		for _, k := range t.kids(x) {
			visit(k)
		}
	}
	visit(root)
	slices.Sort(a.atoms)
	if len(a.untils) > maxUntils {
		return nil, fmt.Errorf("%w: it has %d untils, more than %d", ErrTooLarge, len(a.untils), maxUntils)
	}
	return a, nil
}

// cube returns the cube of a literal.
func (a *alternation) cube(x term) cube {
	s := &a.shapes[x]
	i, _ := slices.BinarySearch(a.atoms, s.atom)
	if s.neg {
		return cube{neg: 1 << i}
	}
	return cube{pos: 1 << i}
}

// steps is the transition function, extended to all terms.
func (a *alternation) steps(x term) []step {
	if d, ok := a.delta[x]; ok {
		return d
	}
	var d []step
	k := a.kids(x)
	switch a.op(x) {
	case tTrue:
		d = []step{{}}
	case tLiteral:
		d = []step{{on: a.cube(x)}}
	case tAnd:
		d = []step{{}}
		for _, y := range k {
			d = product(d, a.steps(y))
		}
	case tOr:
		for _, y := range k {
			d = append(d, a.steps(y)...)
		}
	case tNext:
		for _, to := range a.alternatives(k[0]) {
			d = append(d, step{to: to})
		}
	case tUntil:
		d = append(product(a.steps(k[0]), []step{{to: []term{x}}}), a.steps(k[1])...)
	case tRelease:
		d = append(product(a.steps(k[1]), []step{{to: []term{x}}}), product(a.steps(k[0]), a.steps(k[1]))...)
	}
	d = smallest(d)
	a.delta[x] = d
	return d
}

// tooManySteps is a panic value that generalised converts to an error.
type tooManySteps struct{}

func product(ds, es []step) []step {
	var out []step
	for _, d := range ds {
		if len(out) > maxSteps {
			panic(tooManySteps{})
		}
		for _, e := range es {
			if on, ok := d.on.meet(e.on); ok {
				out = append(out, step{on, union(d.to, e.to)})
			}
		}
	}
	return smallest(out)
}

// smallest removes redundant steps.
func smallest(ds []step) []step {
	var out []step
	for i := range ds {
		if len(out) > maxSteps {
			panic(tooManySteps{})
		}
		d := &ds[i]
		if !slices.ContainsFunc(out, func(e step) bool { return d.within(&e) }) {
			out = append(slices.DeleteFunc(out, func(e step) bool { return e.within(d) }), *d)
		}
	}
	return out
}

// alternatives returns the sets of states for a term: its disjunctive normal form.
func (a *alternation) alternatives(x term) [][]term {
	var ds []step
	switch a.op(x) {
	case tTrue:
		return [][]term{nil}
	case tFalse:
		return nil
	case tAnd:
		ds = []step{{}}
		for _, y := range a.kids(x) {
			var es []step
			for _, to := range a.alternatives(y) {
				es = append(es, step{to: to})
			}
			ds = product(ds, es)
		}
	case tOr:
		for _, y := range a.kids(x) {
			for _, to := range a.alternatives(y) {
				ds = append(ds, step{to: to})
			}
		}
	default:
		return [][]term{{x}}
	}
	var out [][]term
	for _, d := range smallest(ds) {
		out = append(out, d.to)
	}
	return out
}
