package ltl

import "slices"

// monitorStates limits the states of monitors.
const monitorStates = 64

// terminal reports whether a run is accepted exactly if it reaches certain states, from which everything is
// accepted (Bloem, Ravi, Somenzi, "Efficient decision procedures for model checking of linear time logic
// properties", 1999).
func (g *graph) terminal() bool {
	for s := range g.out {
		if g.accepting(s) && !g.acceptsAll(s) {
			return false
		}
	}
	return true
}

// monitor returns a deterministic automaton of the words with a beginning all of whose continuations satisfy
// the formula: the bad prefixes of its negation (Kupferman, Vardi, "Model checking of safety properties",
// 2001). They are the words on which every run of the negation's automaton ends, after removing states from
// which nothing is accepted. The formula's automaton g is used to check that no other words satisfy the
// formula. If others do, or the monitor would be too large, it is nil.
func (t *table) monitor(root term, g *graph, atoms []int) *graph {
	safe, others, err := t.generalised(t.not(root), negationEdges)
	if err != nil || !slices.Equal(atoms, others) {
		return nil
	}
	safe.reduce(false)
	for s := range safe.out { // from here on, every run is accepted
		for i := range safe.out[s] {
			safe.out[s][i].acc = 0
		}
	}
	if safe.sets = 0; safe.meets(g) {
		return nil
	}
	return safe.complement()
}

// complement returns the deterministic automaton of the words on which every run of g ends, or nil if it
// would be too large.
func (g *graph) complement() *graph {
	d := &graph{watch: g.watch, sets: 1}
	var seen numbered
	seen.number([]int{g.init})
	for i := 0; i < len(seen.sets); i++ {
		g.checkContext()
		if i == monitorStates {
			return nil
		}
		if len(seen.sets[i]) == 0 {
			d.out = append(d.out, []edge{{to: i, acc: 1}})
			continue
		}
		guards := map[int][]cube{}
		if !g.letters(seen.sets[i], func(letter cube, to []int) {
			n := seen.number(to)
			guards[n] = append(guards[n], letter)
		}) {
			return nil
		}
		d.out = append(d.out, edges(guards, len(seen.sets), 0))
	}
	d.bisimulate()
	return d
}
