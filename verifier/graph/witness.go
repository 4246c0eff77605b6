package graph

// Run is a path from the first node, given by edges as indices into the nodes' arrays, and the start of its
// cycle.
type Run struct {
	Nodes []uint32 // one more than Edges
	Edges []int
	Cycle int    // index of the node that equals the last; -1 if there is no cycle
	Rest  *CTL   // the part of the formula at the end that a run can't show; nil if there is none
	Holds bool   // whether Rest holds
	Last  uint32 // the node that Rest concerns
}

// Rows returns the numbers of the moves.
func (r *Run) Rows(g *Graph) (rows []uint32) {
	for k, e := range r.Edges {
		out := g.Out(r.Nodes[k])
		rows = append(rows, g.Edge(&out, e).Move)
	}
	return rows
}

// Explain returns a run that shows that a formula holds in the first node, or that it does not. The part that
// no run can show is its Rest. If the checker has an Err, the run is meaningless.
func (c *Checker) Explain(f *CTL) *Run {
	e := &explanation{c, &Run{Nodes: []uint32{0}, Cycle: -1}}
	e.show(f, c.Holds(f, 0))
	e.run.Last = e.at()
	return e.run
}

type explanation struct {
	c   *Checker
	run *Run
}

func (e *explanation) at() uint32 { return e.run.Nodes[len(e.run.Nodes)-1] }

// temporal reports whether a formula has a temporal operator.
func temporal(f *CTL) bool {
	return f != nil && (f.Op >= EX || temporal(f.X) || temporal(f.Y))
}

// show continues the run from the current node to show that the formula holds there, or that it does not.
func (e *explanation) show(f *CTL, holds bool) {
	if !temporal(f) {
		return
	}
	c, x := e.c, f.X
	switch f.Op {
	case Not:
		e.show(x, !holds)
		return
	case And, Or, Implies, Equiv:
		e.branch(f, holds)
		return
	}
	in := func(f *CTL, want bool) set {
		s := c.where(f)
		return c.each(func(i uint32) bool { return s.has(i) == want })
	}
	all := func() set { return c.each(func(uint32) bool { return true }) }
	switch {
	case f.Op == EX && holds, f.Op == AX && !holds:
		e.step(in(x, holds))
		e.show(x, holds)
	case f.Op == EF && holds, f.Op == AG && !holds:
		e.reach(all(), in(x, holds))
		e.show(x, holds)
	case f.Op == EG && holds, f.Op == AF && !holds:
		e.circle(c.always(in(x, holds)))
	case f.Op == EU && holds:
		e.reach(in(x, true), in(f.Y, true))
		e.show(f.Y, true)
	case f.Op == AU && !holds:
		n := in(f.Y, false)
		if s := c.always(n); s.has(e.at()) {
			e.circle(s)
			return
		}
		e.reach(n, c.each(func(i uint32) bool { return n.has(i) && !c.where(x).has(i) }))
		e.show(x, false)
	default: // a statement about all runs
		e.run.Rest, e.run.Holds = f, holds
	}
}

// branch shows the part of a formula on which its value depends. If it depends on both parts, they are the
// Rest.
func (e *explanation) branch(f *CTL, holds bool) {
	x, y := e.c.Holds(f.X, e.at()), e.c.Holds(f.Y, e.at())
	var parts []*CTL
	part := func(g *CTL, counts bool) {
		if counts && temporal(g) {
			parts = append(parts, g)
		}
	}
	switch f.Op {
	case And:
		part(f.X, holds || !x)
		part(f.Y, holds || !y)
	case Or:
		part(f.X, !holds || x)
		part(f.Y, !holds || y)
	case Implies:
		part(f.X, !holds || !x)
		part(f.Y, !holds || y)
	default:
		part(f.X, true)
		part(f.Y, true)
	}
	oneIsEnough := f.Op == And && !holds || (f.Op == Or || f.Op == Implies) && holds
	if oneIsEnough { // this part alone decides
		for _, alone := range []*CTL{f.X, f.Y} {
			v := e.c.Holds(alone, e.at())
			decides := f.Op == And && !v || f.Op == Or && v || f.Op == Implies && v == (alone == f.Y)
			if decides && !temporal(alone) {
				return
			}
		}
	}
	if len(parts) == 1 || len(parts) > 1 && oneIsEnough {
		e.show(parts[0], e.c.Holds(parts[0], e.at()))
	} else if len(parts) > 1 {
		e.run.Rest, e.run.Holds = f, holds
	}
}

// step goes to some successor in a set. A node without edges is its own successor.
func (e *explanation) step(to set) {
	out := e.c.g.Out(e.at())
	for k := range out.N {
		if t := e.c.g.Edge(&out, k); to.has(t.To) {
			e.run.Nodes, e.run.Edges = append(e.run.Nodes, t.To), append(e.run.Edges, k)
			return
		}
	}
}

// reach goes to the nearest node of one set through nodes of another.
func (e *explanation) reach(through, to set) {
	at := e.at()
	if to.has(at) {
		return
	}
	type link struct {
		node uint32
		edge int
	}
	from := map[uint32]link{at: {}}
	for queue := []uint32{at}; len(queue) > 0 && !e.c.isOver(); queue = queue[1:] {
		i := queue[0]
		out := e.c.g.Out(i)
		for k := range out.N {
			t := e.c.g.Edge(&out, k).To
			if _, ok := from[t]; ok || !to.has(t) && !through.has(t) {
				continue
			}
			from[t] = link{i, k}
			if !to.has(t) {
				queue = append(queue, t)
				continue
			}
			var nodes []uint32
			var edges []int
			for n := t; n != at; n = from[n].node {
				nodes, edges = append(nodes, n), append(edges, from[n].edge)
			}
			for k := len(nodes) - 1; k >= 0; k-- {
				e.run.Nodes, e.run.Edges = append(e.run.Nodes, nodes[k]), append(e.run.Edges, edges[k])
			}
			return
		}
	}
}

// circle continues inside a set, in which every node has an edge into it, until it reaches a node again or a
// node without edges.
func (e *explanation) circle(inside set) {
	seen := map[uint32]int{}
	for !e.c.isOver() {
		i := e.at()
		if at, ok := seen[i]; ok {
			e.run.Cycle = at
			return
		}
		seen[i] = len(e.run.Nodes) - 1
		n := len(e.run.Edges)
		if e.step(inside); len(e.run.Edges) == n {
			return // the run stays here
		}
	}
}
