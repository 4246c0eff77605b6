package ltl

// checkLimit bounds the states of automata that are made smaller by trial.
const checkLimit = 40

// negationEdges bounds the transitions of the automata that they are checked against.
const negationEdges = 2000

// collapse merges states as long as the language stays the same, which is checked against the automaton of
// the negated formula: merging can only add runs. That finds what no simulation does (Gurumurthy, Bloem and
// Somenzi: Fair Simulation Minimization, CAV 2002, do so for the states that a simulation proposes). The
// graph has accepting states.
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
	for again := true; again; {
		again = g.universal(try) || g.pairs(try)
	}
	return g
}

// universal tries states that accept everything.
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

// pairs tries to merge any two states; the one that comes of it accepts if one of them did.
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
