package search

import (
	"slices"

	"gospin/vm"
)

// A process that is able to move in a component, but never moves in it, is not able to in any state of a
// cycle of the component that is strongly fair to it. So the states in which it is are removed, and the
// components of the rest are looked at (Emerson and Lei, "Modalities for model checking", 1987).

// wants are the processes to which a cycle in a component has to be fair: those that must move, and those
// that must move or be unable to.
type wants struct{ moves, served pids }

// seek looks for a fair cycle in the graph.
func (g *fairGraph) seek() {
	size := len(g.nodes)
	g.weight.add(size * (4*4 + 1))
	g.part, g.low, g.index = make([]uint32, size), make([]uint32, size), make([]uint32, size)
	g.inside = make([]bool, size)
	whole := make([]uint32, size)
	for i := range whole {
		whole[i] = uint32(i)
	}
	g.parts = [][]uint32{whole}
	for n := uint32(1); len(g.parts) > 0 && !g.stop; n++ {
		part := g.parts[len(g.parts)-1]
		g.parts = g.parts[:len(g.parts)-1]
		for _, v := range part {
			g.part[v] = n
		}
		g.components(part, func(component []uint32) bool {
			for _, v := range component {
				g.inside[v] = true
			}
			if want, ok := g.isFair(component); ok {
				g.follow(component, want)
			}
			for _, v := range component {
				g.inside[v] = false
			}
			return g.stop
		})
	}
	if g.best != nil {
		g.tell(g.best)
	}
}

// components calls f with the strongly connected components of a part of the graph, until f returns true
// (Tarjan, "Depth-first search and linear graph algorithms", 1972).
func (g *fairGraph) components(part []uint32, f func([]uint32) (done bool)) {
	type visit struct{ v, next uint32 }
	const settled = 1<<32 - 1
	low, index := g.low, g.index
	for _, v := range part {
		index[v] = 0
	}
	var stack []uint32
	var path []visit
	number := uint32(0)
	enter := func(v uint32) {
		number++
		index[v], low[v] = number, number
		stack, path = append(stack, v), append(path, visit{v: v})
	}
	for _, root := range part {
		if index[root] != 0 {
			continue
		}
		for enter(root); len(path) > 0; {
			g.worked(1)
			at := &path[len(path)-1]
			v, node := at.v, &g.nodes[at.v]
			if at.next < node.n {
				w := g.edges[node.edge+at.next].to
				at.next++
				switch {
				case g.part[w] != g.part[v]:
				case index[w] == 0:
					enter(w)
				case low[w] != settled:
					low[v] = min(low[v], index[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1].v
				low[up] = min(low[up], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			from := len(stack) - 1
			for stack[from] != v {
				from--
			}
			component := slices.Clone(stack[from:])
			stack = stack[:from]
			for _, w := range component {
				low[w] = settled
			}
			if f(component) {
				return
			}
		}
	}
}

// isFair reports whether a component has an accepting cycle that is fair to all processes: the one through
// all of its edges. If it may have one in a part of it, that is added to the parts.
func (g *fairGraph) isFair(component []uint32) (want wants, ok bool) {
	var able, strong, moved, served pids
	accepting, edges := false, 0
	for _, v := range component {
		f := &g.nodes[v]
		accepting = accepting || f.accepting
		able.unite(&f.able)
		strong.unite(&f.strong)
		for i := f.edge; i < f.edge+f.n; i++ {
			if e := &g.edges[i]; g.inside[e.to] {
				edges++
				e.moves(&moved)
			}
		}
		if f.all {
			unable := everyPid.but(&f.able)
			served.unite(&unable)
		}
	}
	served.unite(&moved)
	if !accepting || edges == 0 || able.but(&served) != (pids{}) {
		return want, false
	}
	never := strong.but(&moved)
	if never == (pids{}) {
		return wants{moves: strong, served: able}, true
	}
	var rest []uint32
	for _, v := range component {
		if f := &g.nodes[v]; f.strong.but(&never) == f.strong {
			rest = append(rest, v)
		} else {
			g.part[v] = 0
		}
	}
	g.parts = append(g.parts, rest)
	return want, false
}

// everyPid has all processes.
var everyPid = func() (all pids) {
	for i := range all {
		all[i] = 1<<64 - 1
	}
	return all
}()

// lasso is a run with a cycle, as edges.
type lasso struct{ before, cycle []uint32 }

// mostStarts is the number of accepting nodes of a component from which a short cycle is looked for.
const mostStarts = 16

// follow finds a fair cycle in a component, which is inside: a short one from one of the nearest accepting
// nodes, or the first one, which is reported.
func (g *fairGraph) follow(component []uint32, want wants) {
	var starts []uint32
	for _, v := range component {
		if g.nodes[v].accepting {
			starts = append(starts, v)
		}
	}
	slices.Sort(starts) // the nearest first
	if g.Below == 0 {
		g.tell(g.enterEarly(starts[0], g.cycleFrom(starts[0], want)))
		return
	}
	for _, first := range starts[:min(len(starts), mostStarts)] {
		if int(g.nodes[first].depth) >= g.Below || g.stop {
			return
		}
		run := g.enterEarly(first, g.cycleFrom(first, want))
		if n := g.steps(run.before) + g.steps(run.cycle); n < g.Below {
			g.best, g.Below = run, n
		}
	}
}

// enterEarly returns the run to the nearest node of a cycle, which is given from the node first on, and
// around the cycle from there. Beside a claim, the cycle begins with a move of the claim.
func (g *fairGraph) enterEarly(first uint32, cycle []uint32) *lasso {
	ofClaim := func(e uint32) bool { return !g.edges[e].still && g.edges[e].choice.Pid == vm.ClaimPid }
	claimed := slices.ContainsFunc(cycle, ofClaim)
	nearest, from := first, 0
	for i := range cycle {
		v := first
		if i > 0 {
			v = g.edges[cycle[i-1]].to
		}
		fits := g.nodes[v].excl < 0 && (!claimed || ofClaim(cycle[i]))
		if fits && (g.nodes[v].depth < g.nodes[nearest].depth || claimed && !ofClaim(cycle[from])) {
			nearest, from = v, i
		}
	}
	return &lasso{g.pathTo(nearest), slices.Concat(cycle[from:], cycle[:from])}
}

// steps returns the number of steps on edges.
func (g *fairGraph) steps(edges []uint32) (n int) {
	for _, t := range g.taken(edges) {
		if n++; t.Partner != 0 {
			n++
		}
	}
	return n
}

// tell reports a run, and ends the search.
func (g *fairGraph) tell(run *lasso) {
	taken := g.taken(slices.Concat(run.before, run.cycle))
	g.fault(&Fault{
		Cycle: true, Msg: "acceptance cycle", Depth: g.steps(run.before),
		Moves: func() []vm.Move { return g.Sys.Path(taken) },
	})
	g.halt()
}

// cycleFrom returns a cycle within the component, from a node back to it.
func (g *fairGraph) cycleFrom(first uint32, want wants) (cycle []uint32) {
	at := first
	for want != (wants{}) {
		next := g.search(at, func(from uint32, e *fairEdge) bool { return g.without(want, from, e) != want })
		for _, i := range next {
			want = g.without(want, at, &g.edges[i])
			at = g.edges[i].to
		}
		cycle = append(cycle, next...)
	}
	if at != first || len(cycle) == 0 {
		cycle = append(cycle, g.search(at, func(_ uint32, e *fairEdge) bool { return e.to == first })...)
	}
	return cycle
}

// without returns what is still wanted after an edge.
func (g *fairGraph) without(want wants, from uint32, e *fairEdge) wants {
	var moved pids
	e.moves(&moved)
	served := moved
	if f := &g.nodes[from]; f.all {
		unable := everyPid.but(&f.able)
		served.unite(&unable)
	}
	return wants{want.moves.but(&moved), want.served.but(&served)}
}

// search returns the edges of a shortest path within the component, of at least one edge, the last of which
// is wanted. There must be one.
func (g *fairGraph) search(from uint32, wanted func(from uint32, e *fairEdge) bool) []uint32 {
	type step struct{ at, via, before uint32 }
	seen := map[uint32]bool{from: true}
	open := []step{{at: from, via: none}}
	for i := 0; i < len(open); i++ {
		g.worked(1)
		f := &g.nodes[open[i].at]
		for via := f.edge; via < f.edge+f.n; via++ {
			e := &g.edges[via]
			if !g.inside[e.to] {
				continue
			}
			if wanted(open[i].at, e) {
				out := []uint32{via}
				for at := i; open[at].via != none; at = int(open[at].before) {
					out = append(out, open[at].via)
				}
				slices.Reverse(out)
				return out
			}
			if !seen[e.to] {
				seen[e.to] = true
				open = append(open, step{at: e.to, via: via, before: uint32(i)})
			}
		}
	}
	return nil
}
