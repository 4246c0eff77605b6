package ltl

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Automaton is a Büchi automaton. It accepts a run of a system if, reading one state at a time, it can visit
// an accepting state infinitely often. It accepts some run from each of its states, except from the initial
// state if the formula is false.
type Automaton struct {
	States  []State
	Initial int
}

// State is a state of an Automaton.
type State struct {
	Accepting bool
	Edges     []Edge // at most one to each state
}

// Edge is a transition that can be taken if Guard holds of the system's state that is read.
type Edge struct {
	Guard Guard
	To    int
}

// Guard is a disjunction of conjunctions. A conjunction of no literals is true.
type Guard [][]Literal

// Literal is an atom or its negation.
type Literal struct {
	Atom    int
	Negated bool
}

// True reports whether the guard is always true.
func (g Guard) True() bool {
	return slices.ContainsFunc(g, func(c []Literal) bool { return len(c) == 0 })
}

// Holds evaluates the guard.
func (g Guard) Holds(atom func(id int) bool) bool {
	return slices.ContainsFunc(g, func(c []Literal) bool {
		return !slices.ContainsFunc(c, func(l Literal) bool { return atom(l.Atom) == l.Negated })
	})
}

// Text formats the guard in Promela, in parentheses, using the texts of atoms. A guard that is always true is
// (1).
func (g Guard) Text(atoms []string) string {
	if g.True() {
		return "(1)"
	}
	var parts []string
	for _, c := range g {
		var literals []string
		for _, l := range c {
			text := atomText(l.Atom, atoms)
			if l.Negated {
				text = "!" + text
			}
			literals = append(literals, text)
		}
		part := strings.Join(literals, " && ")
		if len(c) > 1 && len(g) > 1 {
			part = "(" + part + ")"
		}
		parts = append(parts, part)
	}
	return "(" + strings.Join(parts, " || ") + ")"
}

// AcceptsAll reports whether a state's only transition shows that all runs from the state are accepted.
func (a *Automaton) AcceptsAll(s int) bool {
	x := &a.States[s]
	return x.Accepting && len(x.Edges) == 1 && x.Edges[0].To == s && x.Edges[0].Guard.True()
}

// Size returns the number of states and of transitions.
func (a *Automaton) Size() (states, transitions int) {
	for i := range a.States {
		transitions += len(a.States[i].Edges)
	}
	return len(a.States), transitions
}

// Translate returns a Büchi automaton that accepts the runs which satisfy the formula. If the formula has too
// many atoms or untils, or the automaton is too large, the error wraps ErrTooLarge. If ctx is done, the error
// is its cause.
func Translate(ctx context.Context, f *Formula) (a *Automaton, err error) {
	defer ended(ctx, &err)
	t := newTable(ctx)
	_, g, atoms, err := t.translate(f)
	if err != nil {
		return nil, err
	}
	return g.automaton(atoms), nil
}

func (t *table) translate(f *Formula) (root term, g *graph, atoms []int, err error) {
	ids := map[int]bool{}
	f.mentions(ids)
	if len(ids) > maxAtoms { // check this first, since simplifying a huge formula takes long
		return root, nil, nil, fmt.Errorf("ltl: %w: it has %d atoms, more than %d", ErrTooLarge, len(ids),
			maxAtoms)
	}
	root = t.from(f, false)
	if g, atoms, err = t.automaton(root); err != nil {
		err = fmt.Errorf("ltl: %w", err)
	}
	return root, g, atoms, err
}

// automaton converts the graph. States are numbered in the order in which they are reached.
func (g *graph) automaton(atoms []int) *Automaton {
	number := slices.Repeat([]int{-1}, len(g.out))
	order := []int{g.init}
	number[g.init] = 0
	for i := 0; i < len(order); i++ {
		for _, e := range g.out[order[i]] {
			if number[e.to] < 0 {
				number[e.to] = len(order)
				order = append(order, e.to)
			}
		}
	}
	a := &Automaton{}
	for _, s := range order {
		x := State{Accepting: g.accepting(s)}
		for i := 0; i < len(g.out[s]); {
			e := Edge{To: number[g.out[s][i].to]}
			to := g.out[s][i].to
			for ; i < len(g.out[s]) && g.out[s][i].to == to; i++ {
				e.Guard = append(e.Guard, g.out[s][i].on.literals(atoms))
			}
			x.Edges = append(x.Edges, e)
		}
		a.States = append(a.States, x)
	}
	return a
}

func (c cube) literals(atoms []int) []Literal {
	out := []Literal{}
	for i, id := range atoms {
		if (c.pos|c.neg)>>i&1 != 0 {
			out = append(out, Literal{id, c.neg>>i&1 != 0})
		}
	}
	return out
}
