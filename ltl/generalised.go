package ltl

import (
	"fmt"
	"slices"
)

// edge is a transition of a graph; acc has the acceptance sets that contain it.
type edge struct {
	on  cube
	to  int
	acc uint64
}

// graph is a Büchi automaton during translation, with acceptance on transitions: it accepts a run that is in
// each of the sets infinitely often. A Büchi automaton with accepting states is a graph with one set, which
// contains all transitions of a state or none.
type graph struct {
	watch
	init int
	out  [][]edge
	sets int
}

// all returns the bits of all acceptance sets.
func (g *graph) all() uint64 { return 1<<g.sets - 1 }

// generalised translates a term. A state is a set of the alternating automaton's states, which must hold
// together (Gastin and Oddoux 2001). A transition is in the set of an until unless it postpones it. More than
// limit transitions are an error.
func (t *table) generalised(root term, limit int) (g *graph, atoms []int, err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(tooManySteps); !ok {
				panic(r)
			}
			g, atoms, err = nil, nil, fmt.Errorf("%w: a state has more than %d transitions", ErrTooLarge,
				maxSteps)
		}
	}()
	a, err := t.alternation(root)
	if err != nil {
		return nil, nil, err
	}
	g = &graph{watch: t.watch, sets: len(a.untils)}
	index := map[string]int{}
	var states [][]term
	number := func(to []term) int {
		k := fmt.Sprint(to)
		i, ok := index[k]
		if !ok {
			i = len(states)
			index[k] = i
			states = append(states, to)
		}
		return i
	}
	edges := 0
	add := func(ds []delay) {
		var es []edge
		for i := range ds {
			es = append(es, edge{ds[i].on, number(ds[i].to), a.fulfilled(&ds[i].step)})
		}
		es = a.undominated(es, states)
		edges += len(es)
		g.out = append(g.out, es)
	}
	// The first state represents the whole formula. It is in no acceptance set, since no run returns to it.
	first := a.alternatives(root)
	if len(first) == 1 {
		number(first[0])
	} else {
		states = append(states, nil) // not in index
		var ds []delay
		for _, s := range a.steps(root) {
			ds = append(ds, delay{s, 0})
		}
		add(ds)
	}
	for i := len(g.out); i < len(states); i++ {
		ds := []delay{{}}
		for _, x := range states[i] {
			ds = a.addSteps(ds, x)
		}
		add(ds)
		if edges > limit {
			return nil, nil, fmt.Errorf("%w: its automaton has more than %d transitions", ErrTooLarge, limit)
		}
	}
	return g, a.atoms, nil
}

// delay is a common step of several states, with the untils that it postpones.
type delay struct {
	step
	put uint64
}

// addSteps adds a state's steps. A step may only be removed for another one that fulfils at least as much.
func (a *alternation) addSteps(ds []delay, x term) []delay {
	bit, isUntil := a.untils[x]
	var out []delay
	for i := range ds {
		a.checkContext()
		if len(out) > maxSteps {
			panic(tooManySteps{})
		}
		for _, s := range a.steps(x) {
			on, ok := ds[i].on.meet(s.on)
			if !ok {
				continue
			}
			d := delay{step{on, union(ds[i].to, s.to)}, ds[i].put}
			if _, stays := slices.BinarySearch(s.to, x); isUntil && stays {
				d.put |= 1 << bit
			}
			worse := func(d, e *delay) bool { return e.put&^d.put == 0 && d.within(&e.step) }
			if !slices.ContainsFunc(out, func(e delay) bool { return worse(&d, &e) }) {
				out = append(slices.DeleteFunc(out, func(e delay) bool { return worse(&e, &d) }), d)
			}
		}
	}
	return out
}

// fulfilled returns the untils that a step does not postpone: those that are not in its target, and those
// that it could have left.
func (a *alternation) fulfilled(s *step) (acc uint64) {
	for u, bit := range a.untils {
		_, put := slices.BinarySearch(s.to, u)
		if !put || slices.ContainsFunc(a.steps(u), func(d step) bool {
			_, stays := slices.BinarySearch(d.to, u)
			return !stays && s.within(&d)
		}) {
			acc |= 1 << bit
		}
	}
	return acc
}

// undominated removes the transitions that require more than another and are in no more acceptance sets.
func (a *alternation) undominated(es []edge, states [][]term) []edge {
	var out []edge
	worse := func(e, f *edge) bool {
		return e.on.within(f.on) && e.acc&^f.acc == 0 && subset(states[f.to], states[e.to])
	}
	for i := range es {
		a.checkContext()
		e := &es[i]
		if !slices.ContainsFunc(out, func(f edge) bool { return worse(e, &f) }) {
			out = append(slices.DeleteFunc(out, func(f edge) bool { return worse(&f, e) }), *e)
		}
	}
	return out
}
