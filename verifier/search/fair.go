package search

import (
	"slices"

	"gospin/verifier/fair"
	"gospin/verifier/system"
	"gospin/vm"
)

// FairOptions are the options of Fair.
type FairOptions struct {
	Kinds []fair.Kind // what processes demand, by proctype; nil: nothing
	// Near is the number of states of the graph after which no more are added; 0: no limit.
	Near int
	// Below makes the search look for a short run, with fewer steps than this up to the end of its cycle; 0:
	// for any run. A rendezvous counts as two steps.
	Below int
}

// Fair searches for an accepting cycle that is fair as processes demand. It keeps the whole graph of states
// and turns, also of those that other searches do not store, and looks for a component with such a cycle. So
// it takes any system and any fairness, but much memory. It makes one step at a time, breadth first.
func Fair(t *Task, o FairOptions) (res *Result, err error) {
	g := &fairGraph{FairOptions: o, number: map[string]uint32{}}
	defer func() {
		if g.ranOut(recover()) {
			res = &g.res
		}
	}()
	g.begin(t, g.pathTaken)
	if step, ok := g.start(); ok {
		g.arriveAt(step.Effect, none, 0)
	}
	for n := 0; n < len(g.nodes) && !g.stop; n++ {
		switch {
		case g.Near > 0 && n >= g.Near:
			g.res.incomplete(StateLimit)
		case g.Below == 0 || g.nodes[n].depth < int32(g.Below):
			g.expandNode(uint32(n))
		}
	}
	if !g.stop {
		g.seek()
	}
	return &g.res, g.err
}

// fairGraph is the graph of a search for fair cycles.
type fairGraph struct {
	rules
	FairOptions
	number map[string]uint32 // of nodes, by state and turn
	nodes  []fairNode
	edges  []fairEdge
	at     uint32 // the node whose choices are made
	best   *lasso // the shortest run found, if a short one is looked for
	// of the search for components
	part  []uint32 // by node: the part of the graph in which it lies; 0: it has been removed
	parts [][]uint32
	// by node, as Tarjan has them, and whether it is in the component that is looked at
	low, index []uint32
	inside     []bool
}

// fairNode is a state, and who moves next.
type fairNode struct {
	vec       []byte
	excl      int16
	turn      uint8
	accepting bool
	all       bool   // every process may move
	edge, n   uint32 // its edges
	pred      uint32 // the node from which it was found first
	via       uint32 // and the edge
	depth     int32
	// the processes that can move and demand fairness, and those of them that demand strong fairness
	able, strong pids
}

// fairEdge is a choice. It is still if the state only loses the control of an atomic sequence.
type fairEdge struct {
	choice system.Choice
	to     uint32
	still  bool
}

// pids is a set of processes.
type pids [(vm.MaxProcs + 64) / 64]uint64

func (p *pids) put(pid uint8) { p[pid/64] |= 1 << (pid % 64) }

func (p *pids) unite(q *pids) {
	for i := range p {
		p[i] |= q[i]
	}
}

// but returns p without q.
func (p *pids) but(q *pids) (out pids) {
	for i := range p {
		out[i] = p[i] &^ q[i]
	}
	return out
}

// moves adds the processes that move on an edge.
func (e *fairEdge) moves(to *pids) {
	if e.still || e.choice.Pid == vm.ClaimPid {
		return
	}
	if to.put(e.choice.Pid); e.choice.Partner != 0 {
		to.put(e.choice.Peer)
	}
}

// nodeBytes is about the memory of a node, without its vector.
const nodeBytes = 256

// arriveAt makes the present state a node, if it is new, and returns its number.
func (g *fairGraph) arriveAt(eff vm.Effect, via uint32, depth int) uint32 {
	s := &g.cur
	key := string(append(slices.Clone(g.Sys.Layout().Key(s.Vec)), byte(s.Excl), byte(s.Excl>>8), s.Turn))
	n, known := g.number[key]
	if eff&(vm.Transient|vm.Passing) == 0 {
		_, status := g.Store.Visit(&g.arrival)
		if g.count(status) {
			g.res.Visited++
		}
	}
	if known {
		return n
	}
	n = uint32(len(g.nodes))
	g.number[key] = n
	g.nodes = append(g.nodes, fairNode{
		vec: slices.Clone(s.Vec), excl: s.Excl, turn: s.Turn, accepting: eff&vm.Accepting != 0,
		pred: g.at, via: via, depth: int32(depth),
	})
	g.res.Depth = max(g.res.Depth, depth)
	g.weight.add(2*len(s.Vec) + nodeBytes)
	return n
}

// restore makes the state of a node the present one.
func (g *fairGraph) restore(n uint32) {
	f := &g.nodes[n]
	g.cur.Vec = append(g.cur.Vec[:0], f.vec...)
	g.cur.Dirty, g.cur.Excl, g.cur.Turn, g.cur.Copy = 0, f.excl, f.turn, 0
}

// expandNode makes all choices of a node.
func (g *fairGraph) expandNode(n uint32) {
	g.at = n
	g.restore(n)
	depth := int(g.nodes[n].depth)
	g.x.Base, g.x.After = nil, system.AllChoices
	released := g.expand(depth, true)
	g.nodes[n].edge = uint32(len(g.edges))
	switch {
	case g.stop:
		return
	case released:
		g.edges = append(g.edges, fairEdge{still: true})
		eff := vm.Effect(0)
		if g.nodes[n].accepting {
			eff = vm.Accepting
		}
		g.edges[g.nodes[n].edge].to = g.arriveAt(eff, g.nodes[n].edge, depth)
		g.nodes[n].n = 1
		return
	}
	g.lookWhoCan(&g.nodes[n])
	now := g.cur // its choices may differ from those of the state before
	now.Vec = slices.Clone(g.cur.Vec)
	for _, c := range slices.Clone(g.x.Choices) {
		g.cur.CopyFrom(&now)
		var before uint8
		g.edges = append(g.edges, fairEdge{choice: c})
		edge := uint32(len(g.edges) - 1)
		g.nodes[n].n++
		step, ok := g.take(&c, depth, &before)
		if g.stop {
			return
		}
		to := 0
		if ok {
			to, ok = g.arrive(step, depth)
		}
		if !ok {
			g.edges = g.edges[:edge]
			g.nodes[n].n--
			continue
		}
		g.edges[edge].to = g.arriveAt(step.Effect, edge, to)
	}
	g.weight.add(len(g.x.Choices) * 20)
}

// lookWhoCan notes who is able to move in the present state, of a node that has been expanded. If the system
// is blocked, its turn has become the claim's, and nobody is.
func (g *fairGraph) lookWhoCan(f *fairNode) {
	blocked, choices := g.cur.Turn != f.turn, g.x.Choices
	f.all = g.cur.Excl < 0 && len(choices) > 0 && (blocked || choices[0].Pid != vm.ClaimPid)
	if !f.all || blocked || g.Kinds == nil {
		return
	}
	procs := g.Sys.Layout().ShapeOf(g.cur.Vec).Procs
	for i := range choices {
		pid := choices[i].Pid
		switch g.Kinds[procs[pid].Type] {
		case fair.Strong:
			f.strong.put(pid)
			f.able.put(pid)
		case fair.Weak:
			f.able.put(pid)
		}
	}
}

// pathTaken returns the choices to the present state: those to the node that is expanded, and the last one
// made.
func (g *fairGraph) pathTaken() []system.Taken {
	if len(g.nodes) == 0 {
		return nil
	}
	out := g.taken(g.pathTo(g.at))
	if f := &g.nodes[g.at]; f.n > 0 {
		out = append(out, g.taken([]uint32{f.edge + f.n - 1})...)
	}
	return out
}

// pathTo returns the edges to a node from the initial one.
func (g *fairGraph) pathTo(n uint32) (out []uint32) {
	for g.nodes[n].via != none {
		out = append(out, g.nodes[n].via)
		n = g.nodes[n].pred
	}
	slices.Reverse(out)
	return out
}

// taken returns the choices of edges.
func (g *fairGraph) taken(edges []uint32) (out []system.Taken) {
	for _, e := range edges {
		if !g.edges[e].still {
			out = append(out, system.Taken{Choice: g.edges[e].choice})
		}
	}
	return out
}
