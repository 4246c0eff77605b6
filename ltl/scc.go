package ltl

import "slices"

// components numbers the strongly connected components, targets before sources (Tarjan 1972, without
// recursion), and reports which contain an edge. Unreachable states get -1.
func (g *graph) components() (of []int, cyclic []bool) {
	n := len(g.out)
	of = slices.Repeat([]int{-1}, n)
	order, low := slices.Repeat([]int{-1}, n), make([]int, n)
	var open, path []int
	next := make([]int, n)
	clock := 0
	enter := func(s int) {
		order[s], low[s] = clock, clock
		clock++
		open, path = append(open, s), append(path, s)
	}
	enter(g.init)
	for len(path) > 0 {
		s := path[len(path)-1]
		if next[s] < len(g.out[s]) {
			to := g.out[s][next[s]].to
			next[s]++
			switch {
			case order[to] < 0:
				enter(to)
			case of[to] < 0:
				low[s] = min(low[s], order[to])
			}
			continue
		}
		path = path[:len(path)-1]
		if len(path) > 0 {
			up := path[len(path)-1]
			low[up] = min(low[up], low[s])
		}
		if low[s] < order[s] {
			continue
		}
		id, size := len(cyclic), 0
		for {
			t := open[len(open)-1]
			open = open[:len(open)-1]
			of[t] = id
			size++
			if t == s {
				break
			}
		}
		loop := size > 1 || slices.ContainsFunc(g.out[s], func(e edge) bool { return e.to == s })
		cyclic = append(cyclic, loop)
	}
	return of, cyclic
}

// live reports which components contain an accepting cycle, because their edges are in all sets.
func (g *graph) live(of []int, cyclic []bool) []bool {
	acc := make([]uint64, len(cyclic))
	for s, es := range g.out {
		for _, e := range es {
			if of[s] >= 0 && of[s] == of[e.to] {
				acc[of[s]] |= e.acc
			}
		}
	}
	live := make([]bool, len(cyclic))
	for c := range live {
		live[c] = cyclic[c] && acc[c] == g.all()
	}
	return live
}

// trim removes unreachable states, and those from which no run is accepted. It replaces the acceptance of
// edges that are on no accepting cycle by spare; in a graph with accepting states, it does so per state.
func (g *graph) trim(byState bool, spare uint64) {
	of, cyclic := g.components()
	live := g.live(of, cyclic)
	useful := slices.Clone(live)
	for _, s := range byComponent(of) { // targets come first, so one pass suffices
		c := of[s]
		useful[c] = useful[c] || slices.ContainsFunc(g.out[s], func(e edge) bool { return useful[of[e.to]] })
	}
	keep := make([]bool, len(g.out))
	for s := range g.out {
		keep[s] = of[s] >= 0 && useful[of[s]]
		if !keep[s] {
			continue
		}
		g.out[s] = slices.DeleteFunc(g.out[s], func(e edge) bool { return !useful[of[e.to]] })
		for i := range g.out[s] {
			switch e := &g.out[s][i]; {
			case !cyclic[of[s]], !byState && of[s] != of[e.to]:
				e.acc = spare
			case !live[of[s]]:
				e.acc = 0
			}
		}
	}
	g.keep(keep)
}

// byComponent returns the reachable states, ordered by component.
func byComponent(of []int) []int {
	var states []int
	for s, c := range of {
		if c >= 0 {
			states = append(states, s)
		}
	}
	slices.SortStableFunc(states, func(s, t int) int { return of[s] - of[t] })
	return states
}

// keep removes the other states. The first state stays, without its edges if it is not kept.
func (g *graph) keep(keep []bool) {
	if !keep[g.init] {
		g.init, g.out = 0, [][]edge{nil}
		return
	}
	number := make([]int, len(g.out))
	n := 0
	for s := range g.out {
		if keep[s] {
			number[s] = n
			g.out[n] = g.out[s]
			n++
		}
	}
	g.out = g.out[:n]
	for s := range g.out {
		for i := range g.out[s] {
			g.out[s][i].to = number[g.out[s][i].to]
		}
	}
	g.init = number[g.init]
}

// meets reports whether two automata accept a common run.
func (g *graph) meets(h *graph) bool {
	p := &graph{watch: g.watch, sets: g.sets + h.sets}
	index := map[[2]int]int{}
	var states [][2]int
	number := func(s [2]int) int {
		i, ok := index[s]
		if !ok {
			i = len(states)
			index[s] = i
			states = append(states, s)
		}
		return i
	}
	number([2]int{g.init, h.init})
	for i := 0; i < len(states); i++ {
		g.checkContext()
		var es []edge
		for _, e := range g.out[states[i][0]] {
			for _, f := range h.out[states[i][1]] {
				if on, ok := e.on.meet(f.on); ok {
					es = append(es, edge{on, number([2]int{e.to, f.to}), e.acc | f.acc<<g.sets})
				}
			}
		}
		p.out = append(p.out, es)
	}
	return slices.Contains(p.live(p.components()), true)
}
