package graph

import (
	"context"

	"gospin/ltl"
)

// Product finds a run of a graph that an automaton accepts, by nested depth-first search over pairs of
// numbers, with two bits for each pair (Courcoubetis, Vardi, Wolper, Yannakakis, "Memory-efficient algorithms
// for the verification of temporal properties", 1992). As with a claim, a run that reaches a node without
// edges stays there for ever.
type Product struct {
	Graph     *Graph
	Automaton *ltl.Automaton
	Value     func(node uint32, atom int) bool

	ctx     context.Context
	colours []uint64
	path    []pair
	second  []pair
	ticks   uint
	// Pairs is the number of reached pairs.
	Pairs uint64
}

// pair is a node with a state of the automaton, and the way that was taken last: an edge of the automaton
// with an edge of the node.
type pair struct {
	node   uint32
	state  int32
	guard  int32
	edge   int32 // last taken
	loaded bool  // the guard is true
}

func (p *Product) bit(a *pair) uint64 {
	return uint64(a.node)*uint64(len(p.Automaton.States)) + uint64(a.state)
}

// Colours of pairs. The second search only reaches pairs that the first has left; a pair on the first
// search's path ends it.
const (
	white  = iota // not seen
	onPath        // on the path of the first search
	left
	red // also seen by the second search
)

func (p *Product) colour(i uint64) uint64 { return p.colours[i>>5] >> (2 * (i & 31)) & 3 }

func (p *Product) paint(i, colour uint64) {
	w := &p.colours[i>>5]
	*w = *w&^(3<<(2*(i&31))) | colour<<(2*(i&31))
}

// isOver reports whether the context has ended. It is called for every pair.
func (p *Product) isOver() bool {
	p.ticks++
	return p.ticks%ticksEvery == 0 && p.ctx.Err() != nil
}

// Find returns an accepted run, or nil if there is none. Its last node is the one at Cycle, or has no edges.
func (p *Product) Find(ctx context.Context) (*Run, error) {
	p.ctx = ctx
	p.colours = make([]uint64, p.Graph.Nodes*uint64(len(p.Automaton.States))/32+1)
	start := pair{node: 0, state: int32(p.Automaton.Initial), edge: -1}
	p.path = append(p.path[:0], start)
	p.paint(p.bit(&start), onPath)
	p.Pairs = 1
	for len(p.path) > 0 {
		if p.isOver() {
			return nil, context.Cause(ctx)
		}
		a := &p.path[len(p.path)-1]
		if b, ok := p.next(a); ok {
			if i := p.bit(&b); p.colour(i) == white {
				p.paint(i, onPath)
				p.Pairs++
				p.path = append(p.path, b)
			}
			continue
		}
		if p.Automaton.States[a.state].Accepting {
			if run, err := p.back(*a); run != nil || err != nil {
				return run, err
			}
		}
		p.paint(p.bit(a), left)
		p.path = p.path[:len(p.path)-1]
	}
	return nil, nil
}

// next returns the pair that the next way from a pair leads to.
func (p *Product) next(a *pair) (b pair, ok bool) {
	out := p.Graph.Out(a.node)
	edges := p.Automaton.States[a.state].Edges
	for int(a.guard) < len(edges) {
		e := &edges[a.guard]
		if !a.loaded {
			if !e.Guard.Holds(func(atom int) bool { return p.Value(a.node, atom) }) {
				a.guard++
				continue
			}
			a.loaded, a.edge = true, -1
		}
		a.edge++
		switch {
		case int(a.edge) < out.N:
			return pair{node: p.Graph.Edge(&out, int(a.edge)).To, state: int32(e.To), edge: -1}, true
		case out.N == 0 && a.edge == 0 && p.Graph.Expanded(a.node):
			return pair{node: a.node, state: int32(e.To), edge: -1}, true
		}
		a.guard++
		a.loaded = false
	}
	return b, false
}

// back searches for a way from the path's last pair to a pair on the path.
func (p *Product) back(seed pair) (*Run, error) {
	seed.guard, seed.loaded = 0, false
	p.second = append(p.second[:0], seed)
	for len(p.second) > 0 {
		if p.isOver() {
			return nil, context.Cause(p.ctx)
		}
		a := &p.second[len(p.second)-1]
		b, ok := p.next(a)
		if !ok {
			p.second = p.second[:len(p.second)-1]
			continue
		}
		switch i := p.bit(&b); p.colour(i) {
		case onPath:
			return p.run(i), nil
		case left:
			p.paint(i, red)
			p.second = append(p.second, b)
		}
	}
	return nil, nil
}

// run joins both paths to a run that ends with a pair of the first path.
func (p *Product) run(last uint64) *Run {
	r := &Run{Cycle: -1}
	at := -1
	add := func(a *pair) {
		if p.bit(a) == last && at < 0 {
			at = len(r.Nodes)
		}
		r.Nodes = append(r.Nodes, a.node)
		r.Edges = append(r.Edges, int(a.edge))
	}
	for i := range p.path[:len(p.path)-1] {
		add(&p.path[i])
	}
	for i := range p.second {
		add(&p.second[i])
	}
	r.Cycle = at
	r.Nodes = append(r.Nodes, r.Nodes[at])
	return r.still(p.Graph)
}

// still removes steps that stay in a node without edges, where the run ends.
func (r *Run) still(g *Graph) *Run {
	for k, n := range r.Nodes {
		if out := g.Out(n); out.N == 0 {
			return &Run{Nodes: r.Nodes[:k+1], Edges: r.Edges[:k], Cycle: -1}
		}
	}
	return r
}
