package ltl

// checkLimit limits the number of states for merging by trial.
const checkLimit = 40

// negationEdges limits the transitions of the automata that the result is checked against.
const negationEdges = 2000

// collapse merges states as long as the language stays the same. This is checked with the automaton of the
// negated formula, since merging can only add runs. It finds more than any simulation does (Gurumurthy, Bloem
// and Somenzi: Fair Simulation Minimization, CAV 2002, merge states that a simulation proposes). The graph
// must have accepting states.
func (g *graph) collapse(negation *graph) *graph {
	if len(g.out) > checkLimit {
		return g
	}
	try := func(h *graph) bool {
		if h.meets(negation) {
			return false
		}
		h.reduce(true)
		if !h.smaller(g) {
			return false
		}
		g = h
		return true
	}
	for changed := true; changed; {
		changed = g.universal(try) || g.pairs(try)
	}
	return g
}

// universal tries to make states accept everything.
func (g *graph) universal(try func(*graph) bool) bool {
	for s := range g.out {
		h := g.clone()
		h.out[s] = []edge{{to: s, acc: 1}}
		if try(h) {
			return true
		}
	}
	return false
}

// pairs tries to merge any two states. The result is accepting if one of them is.
func (g *graph) pairs(try func(*graph) bool) bool {
	for s := range g.out {
		for t := range s {
			h := g.clone()
			if h.accepting(s) || h.accepting(t) {
				h.accept(s)
				h.accept(t)
			}
			class := make([]int, len(h.out))
			for i := range class {
				class[i] = i
			}
			class[s] = t
			h.merge(class, true)
			if try(h) {
				return true
			}
		}
	}
	return false
}

func (g *graph) accept(s int) {
	for i := range g.out[s] {
		g.out[s][i].acc = 1
	}
}
