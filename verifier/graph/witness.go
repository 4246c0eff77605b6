package graph

// Run is a path from the first node: edges, as indices into the nodes' arrays, and where its cycle begins.
type Run struct {
	Nodes []uint32 // one more than edges
	Edges []int
	Cycle int    // the last node is that of this index; -1: the run has no cycle
	Rest  *CTL   // what holds, or fails, at its end and takes more than a run to show; nil: nothing
	Holds bool   // whether Rest does
	Last  uint32 // the node in which it does
}

// Rows lists the numbers of the moves.
func (r *Run) Rows(g *Graph) (rows []uint32) {
	for k, e := range r.Edges {
		out := g.Out(r.Nodes[k])
		rows = append(rows, g.Edge(&out, e).Move)
	}
	return rows
}

// Explain returns a run that shows that a formula holds in the first node, or that it does not. What a run
// cannot show is its Rest. The run means nothing where the checker has an Err.
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

// temporal reports whether a formula is about more than a state.
func temporal(f *CTL) bool {
	return f != nil && (f.Op >= EX || temporal(f.X) || temporal(f.Y))
}

// show goes on from the node at hand, in which the formula holds or not, as far as a run can show it.
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
	default: // it is about all runs
		e.run.Rest, e.run.Holds = f, holds
	}
}

// branch shows the one part of a formula on which it depends; where there are two, they are the Rest.
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
	if oneIsEnough { // what no other reason stands beside
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

// step goes to some next node of a set. A node without edges is its own.
func (e *explanation) step(to set) {
	out := e.c.g.Out(e.at())
	for k := range out.N {
		if t := e.c.g.Edge(&out, k); to.has(t.To) {
			e.run.Nodes, e.run.Edges = append(e.run.Nodes, t.To), append(e.run.Edges, k)
			return
		}
	}
}

// reach goes to the nearest node of a set, through those of another.
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

// circle goes on inside a set, every node of which has an edge into it, until it reaches a node again or
// to one without edges.
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
			return // it stays here
		}
	}
}
