package ltl

import (
	"cmp"
	"fmt"
	"slices"
)

// simulationLimit limits the number of states for comparing all pairs; larger automata are only bisimulated.
const simulationLimit = 150

func (g *graph) clone() *graph {
	h := &graph{watch: g.watch, init: g.init, sets: g.sets, out: make([][]edge, len(g.out))}
	for s := range g.out {
		h.out[s] = slices.Clone(g.out[s])
	}
	return h
}

// size returns the number of states, and of pairs of states with a transition between them, as SPIN would
// print them.
func (g *graph) size() (states, transitions int) {
	for _, es := range g.out {
		seen := map[int]bool{}
		for _, e := range es {
			seen[e.to] = true
		}
		transitions += len(seen)
	}
	return len(g.out), transitions
}

// cubes returns the number of cubes in all guards.
func (g *graph) cubes() (n int) {
	for _, es := range g.out {
		n += len(es)
	}
	return n
}

// smaller compares by states, then transitions, then cubes.
func (g *graph) smaller(h *graph) bool {
	gs, gt := g.size()
	hs, ht := h.size()
	return cmp.Or(gs-hs, gt-ht, g.cubes()-h.cubes()) < 0
}

// accepting reports whether a state's transitions are in the acceptance set, in a graph with accepting
// states.
func (g *graph) accepting(s int) bool { return len(g.out[s]) > 0 && g.out[s][0].acc != 0 }

// reduce reduces the automaton until nothing changes, by direct simulation, forward and backward (Somenzi and
// Bloem 2000), with irrelevant acceptance set to none and to all in turn.
func (g *graph) reduce(byState bool) {
	for {
		before := g.clone()
		for _, spare := range []uint64{0, g.all()} {
			g.trim(byState, spare)
			g.bisimulate()
			if len(g.out) > simulationLimit {
				continue
			}
			g.shrink(g.simulation(), byState)
			g.trim(byState, spare)
			g.shrinkBackward(byState)
			g.trim(byState, spare)
		}
		g.trim(byState, 0)
		g.tidy()
		if !g.smaller(before) {
			return
		}
	}
}

// tidy sorts each state's edges, and merges and minimises the guards of equal ones.
func (g *graph) tidy() {
	for s, es := range g.out {
		g.checkContext()
		type target struct {
			to  int
			acc uint64
		}
		guards := map[target][]cube{}
		for _, e := range es {
			k := target{e.to, e.acc}
			guards[k] = append(guards[k], e.on)
		}
		es = es[:0:0]
		for k, cs := range guards {
			for _, c := range minimal(cs) {
				es = append(es, edge{c, k.to, k.acc})
			}
		}
		slices.SortFunc(es, func(e, f edge) int {
			return cmp.Or(e.to-f.to, cmp.Compare(e.acc, f.acc), compareCubes(e.on, f.on))
		})
		g.out[s] = es
	}
}

// bisimulate merges states with equal transitions.
func (g *graph) bisimulate() {
	for {
		g.tidy()
		first := map[string]int{}
		class := make([]int, len(g.out))
		for s, es := range g.out {
			g.checkContext()
			k := fmt.Sprint(es)
			if _, ok := first[k]; !ok {
				first[k] = s
			}
			class[s] = first[k]
		}
		if len(first) == len(g.out) {
			return
		}
		g.merge(class, false)
	}
}

// merge merges each class into its first state, with the edges of all members if joined.
func (g *graph) merge(class []int, joined bool) {
	keep := make([]bool, len(g.out))
	for s, c := range class {
		keep[c] = true
		if s != c && joined {
			g.out[c] = append(g.out[c], g.out[s]...)
		}
	}
	for s := range g.out {
		for i := range g.out[s] {
			g.out[s][i].to = class[g.out[s][i].to]
		}
	}
	g.init = class[g.init]
	g.keep(keep)
}

// simulation returns for each pair of states whether the second can do everything that the first can, one
// step at a time.
func (g *graph) simulation() [][]bool {
	le := square(len(g.out))
	g.refine(le)
	return le
}

// refine reduces a relation until it is a simulation.
func (g *graph) refine(le [][]bool) {
	var cs []cube
	matched := func(e *edge, t int) bool {
		cs = cs[:0]
		for _, f := range g.out[t] {
			if e.acc&^f.acc == 0 && le[e.to][f.to] {
				cs = append(cs, f.on)
			}
		}
		return e.on.covered(cs)
	}
	for changed := true; changed; {
		changed = false
		for s := range le {
			g.checkContext()
			for t := range le {
				if s == t || !le[s][t] {
					continue
				}
				for i := range g.out[s] {
					if !matched(&g.out[s][i], t) {
						le[s][t], changed = false, true
						break
					}
				}
			}
		}
	}
}

func square(n int) [][]bool {
	m := make([][]bool, n)
	for i := range m {
		m[i] = slices.Repeat([]bool{true}, n)
	}
	return m
}

// equal returns the classes of states that are below each other.
func equal(le [][]bool, same func(s, t int) bool) []int {
	class := make([]int, len(le))
	for s := range le {
		class[s] = s
		for t := range s {
			if class[t] == t && le[s][t] && le[t][s] && same(s, t) {
				class[s] = t
				break
			}
		}
	}
	return class
}

// shrink merges states that simulate each other, and removes transitions for which there is a better one.
func (g *graph) shrink(le [][]bool, byState bool) {
	class := equal(le, func(s, t int) bool { return !byState || g.accepting(s) == g.accepting(t) })
	for s := range g.out { // first, since no class may lose its better transition
		for i := range g.out[s] {
			g.out[s][i].to = class[g.out[s][i].to]
		}
	}
	for s := range g.out {
		g.out[s] = drop(g.out[s], func(e, f *edge) bool { return e.acc&^f.acc == 0 && le[e.to][f.to] })
	}
	g.merge(class, false)
	g.tidy()
}

// drop removes the edges that better ones cover.
func drop(es []edge, better func(e, f *edge) bool) []edge {
	var cs []cube
	for i := len(es) - 1; i >= 0; i-- {
		cs = cs[:0]
		for j := range es {
			if j != i && better(&es[i], &es[j]) {
				cs = append(cs, es[j].on)
			}
		}
		if es[i].on.covered(cs) {
			es = slices.Delete(es, i, i+1)
		}
	}
	return es
}

// reverse returns the reversed edges.
func (g *graph) reverse() [][]edge {
	in := make([][]edge, len(g.out))
	for s, es := range g.out {
		for _, e := range es {
			in[e.to] = append(in[e.to], edge{e.on, s, e.acc})
		}
	}
	return in
}

// shrinkBackward is shrink for incoming edges.
func (g *graph) shrinkBackward(byState bool) {
	r := &graph{watch: g.watch, sets: g.sets, out: g.reverse()}
	le := square(len(g.out))
	for s := range le {
		for t := range le {
			le[s][t] = (s != g.init || t == g.init) && (!byState || !g.accepting(s) || g.accepting(t))
		}
	}
	r.refine(le)
	for s := range r.out {
		r.out[s] = drop(r.out[s], func(e, f *edge) bool { return e.acc&^f.acc == 0 && le[e.to][f.to] })
	}
	g.out = r.reverse()
	g.merge(equal(le, func(s, t int) bool { return true }), true)
	g.tidy()
}
