package ltl

import "slices"

// monitorStates bounds the states of monitors.
const monitorStates = 64

// terminal says that a run is accepted as soon as it reaches certain states, from which everything is, and
// never otherwise (Bloem, Ravi, Somenzi, "Efficient decision procedures for model checking of linear time
// logic properties", 1999).
func (g *graph) terminal() bool {
	for s := range g.out {
		if g.accepting(s) && !g.everything(s) {
			return false
		}
	}
	return true
}

// monitor is a deterministic automaton of the words with a beginning all of whose continuations satisfy the
// formula: the bad prefixes of its opposite (Kupferman, Vardi, "Model checking of safety properties", 2001).
// They are those on which every run of the automaton of the opposite ends that has no state from which
// nothing is accepted. The automaton g of the formula shows that there are no other words; else, or if it
// would be too large, the monitor is nil.
func (t *table) monitor(root term, g *graph, atoms []int) *graph {
	safe, others, err := t.generalised(t.not(root), negationEdges)
	if err != nil || !slices.Equal(atoms, others) {
		return nil
	}
	safe.reduce(false)
	for s := range safe.out { // every run is accepted from here on
		for i := range safe.out[s] {
			safe.out[s][i].acc = 0
		}
	}
	if safe.sets = 0; safe.meets(g) {
		return nil
	}
	return safe.complement()
}

// complement is the deterministic automaton of the words on which every run of g ends; nil if it
// would be too large.
func (g *graph) complement() *graph {
	d := &graph{watch: g.watch, sets: 1}
	var seen numbered
	seen.number([]int{g.init})
	for i := 0; i < len(seen.sets); i++ {
		g.look()
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
