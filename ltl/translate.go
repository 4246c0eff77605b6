package ltl

import "slices"

// automaton translates a term to a small graph with accepting states.
func (t *table) automaton(root term) (*graph, []int, error) {
	general, atoms, err := t.generalised(root, maxEdges)
	if err != nil {
		return nil, nil, err
	}
	general.reduce(false)
	best := general.best()
	if len(best.out) <= checkLimit {
		negation, others, err := t.generalised(t.not(root), negationEdges)
		if err == nil && slices.Equal(atoms, others) {
			negation.reduce(false)
			best = best.collapse(negation)
		}
	}
	return best, atoms, nil
}

// choiceLimit limits the states of generalised automata for which all choices are tried.
const choiceLimit = 40

// best returns the smallest result of degeneralisation and reduction.
func (g *graph) best() *graph {
	tries := choices(g.sets)
	if len(g.out) > choiceLimit {
		tries = tries[:1]
	}
	var best *graph
	for _, c := range tries {
		h := g.degeneralise(c)
		h.reduce(true)
		if best == nil || h.smaller(best) {
			best = h
		}
	}
	return best
}
