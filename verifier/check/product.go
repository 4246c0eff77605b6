package check

import (
	"context"

	"gospin/promela"
	"gospin/verifier/check/interpret"
	"gospin/verifier/limit"
)

// Verdict is the result of checking a formula or a never claim on the states of a certificate.
type Verdict struct {
	Name   string `json:"name"`
	Holds  bool   `json:"holds"`
	Claim  bool   `json:"claim,omitempty"`
	States int    `json:"states"` // of the product with the formula's negation, or with the claim
}

// graph has edges between numbers; those of n are from first[n] to first[n+1].
type graph struct {
	first []int
	to    []uint32
	kept  []uint64 // in a product: the untils that the edge does not postpone
}

func (g *graph) begin() { g.first = append(g.first, len(g.to)) }

// moves returns the graph of the certificate's states, which have been checked before. The last state of a
// run that ends repeats for ever, as in SPIN.
func (c *checker) moves(m *interpret.Machine) (*graph, error) {
	g := &graph{}
	for n := range c.n {
		if err := c.fits(8*len(g.first) + 4*len(g.to)); err != nil {
			return nil, err
		}
		g.begin()
		m.Expand(c.get(n), func(next []byte) {
			k, _ := c.find(next)
			g.to = append(g.to, uint32(k))
		})
		if g.first[n] == len(g.to) {
			g.to = append(g.to, uint32(n))
		}
	}
	g.begin()
	return g, nil
}

// fits returns an error if the check has ended, or if there is no memory for this many bytes.
func (c *checker) fits(bytes int) error {
	if c.memory > 0 && int64(bytes) > c.memory {
		return limit.Memory
	}
	return context.Cause(c.ctx)
}

// pair is a state of the product: a state of the certificate, and a set of formulas that must hold from it
// on.
type pair struct{ state, set uint32 }

// automaton has what a formula's tableau and a claim have in common.
type automaton struct {
	first  uint32
	untils int // an accepted cycle has, for each of them, an edge that does not postpone it
	edges  func(p pair) ([]edge, error)
	ended  bool // a claim has come to its end, which violates it
}

// product returns the product of the certificate's graph with an automaton, from the initial state on.
func (c *checker) product(moves *graph, a *automaton, initial uint32) (*graph, error) {
	first := pair{initial, a.first}
	number, pairs, g := map[pair]uint32{first: 0}, []pair{first}, &graph{}
	for i := 0; i < len(pairs) && !a.ended; i++ {
		if err := c.fits(48*len(pairs) + 12*len(g.to)); err != nil {
			return nil, err
		}
		g.begin()
		p := pairs[i]
		edges, err := a.edges(p)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			for _, n := range moves.to[moves.first[p.state]:moves.first[p.state+1]] {
				next := pair{n, uint32(e.set)}
				k, known := number[next]
				if !known {
					k = uint32(len(pairs))
					number[next], pairs = k, append(pairs, next)
				}
				g.to, g.kept = append(g.to, k), append(g.kept, ^e.postponed)
			}
		}
	}
	g.begin()
	return g, nil
}

// components returns the strongly connected component of each number (Tarjan, "Depth-first search and linear
// graph algorithms", 1972).
func (g *graph) components() (part []int) {
	const none = -1
	type frame struct{ n, edge int }
	var path []frame
	var open []int // visited numbers without a component
	found, parts := 0, 0
	order, least := make([]int, len(g.first)-1), make([]int, len(g.first)-1)
	part = make([]int, len(order))
	for i := range part {
		order[i], part[i] = none, none
	}
	visit := func(n int) {
		order[n], least[n] = found, found
		found++
		path, open = append(path, frame{n, g.first[n]}), append(open, n)
	}
	for root := range order {
		if order[root] == none {
			visit(root)
		}
		for len(path) > 0 {
			f := &path[len(path)-1]
			n := f.n
			if f.edge < g.first[n+1] {
				to := int(g.to[f.edge])
				if f.edge++; order[to] == none {
					visit(to)
				} else if part[to] == none {
					least[n] = min(least[n], order[to])
				}
				continue
			}
			if path = path[:len(path)-1]; len(path) > 0 {
				above := path[len(path)-1].n
				least[above] = min(least[above], least[n])
			}
			if least[n] == order[n] {
				for last := none; last != n; {
					last, open = open[len(open)-1], open[:len(open)-1]
					part[last] = parts
				}
				parts++
			}
		}
	}
	return part
}

// accepts reports whether there is a cycle with an edge for each until that does not postpone it.
func (g *graph) accepts(untils int) bool {
	full := uint64(1)<<untils - 1
	part, kept := g.components(), map[int]uint64{}
	for n := range part {
		for e := g.first[n]; e < g.first[n+1]; e++ {
			if part[g.to[e]] == part[n] {
				kept[part[n]] |= g.kept[e] & full
				if kept[part[n]] == full {
					return true
				}
			}
		}
	}
	return false
}

// formulas checks formulas and never claims of the model on the states of a certificate: all, or the named
// ones. The states have been checked before.
func (c *checker) formulas(md *interpret.Model, names []string) (out []Verdict, err error) {
	list, err := md.Formulas(names)
	if err != nil {
		return nil, err
	}
	claims, err := md.Claims(names)
	if err != nil || len(list)+len(claims) == 0 {
		return nil, err
	}
	m, initial := interpret.NewMachine(md)
	first, _ := c.find(initial)
	moves, err := c.moves(m)
	if err != nil {
		return nil, err
	}
	try := func(name string, isClaim bool, a *automaton, err error) error {
		if err != nil {
			return err
		}
		g, err := c.product(moves, a, uint32(first))
		if err == nil {
			out = append(out, Verdict{name, !a.ended && !g.accepts(a.untils), isClaim, len(g.first) - 1})
		}
		return err
	}
	for _, f := range list {
		a, err := c.tableau(md, m, f.X)
		if err = try(f.Name, false, a, err); err != nil {
			return nil, err
		}
	}
	for _, claim := range claims {
		if err := try(claim.Name, true, c.claim(m, claim), nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// tableau returns the automaton of a formula's negation.
func (c *checker) tableau(md *interpret.Model, m *interpret.Machine, x promela.Expr) (*automaton, error) {
	t, set, err := newTableau(x)
	if err != nil {
		return nil, err
	}
	truth, err := c.truth(md, m, t)
	return &automaton{first: uint32(set), untils: t.untils, edges: func(p pair) ([]edge, error) {
		return t.edges(step{int(p.set), truth[p.state]}), nil
	}}, err
}

// claim returns the automaton of a never claim: it postpones its only until except in accepting states.
func (c *checker) claim(m *interpret.Machine, claim *interpret.Claim) *automaton {
	var to []int
	var edges []edge
	a := &automaton{first: uint32(claim.Start), untils: 1}
	a.edges = func(p pair) ([]edge, error) {
		to, edges = to[:0], edges[:0]
		ends := false
		failed := interpret.Try(func() { to, ends = m.Steps(claim, c.get(uint64(p.state)), int(p.set), to) })
		if failed != nil {
			return nil, refused("state %d: %s", p.state, failed)
		}
		a.ended = a.ended || ends
		for _, at := range to {
			e := edge{set: at}
			if !claim.Accepts(int(p.set)) {
				e.postponed = 1
			}
			edges = append(edges, e)
		}
		return edges, nil
	}
	return a
}

// truth returns the truth of a tableau's atoms in all states.
func (c *checker) truth(md *interpret.Model, m *interpret.Machine, t *tableau) (truth []uint64, err error) {
	atoms, err := md.Conditions(t.atoms)
	if err != nil {
		return nil, err
	}
	truth = make([]uint64, c.n)
	for n := range truth {
		if err := c.fits(0); err != nil {
			return nil, err
		}
		failed := interpret.Try(func() {
			for i, x := range m.Evaluate(c.get(uint64(n)), atoms) {
				if x {
					truth[n] |= 1 << i
				}
			}
		})
		if failed != nil {
			return nil, refused("state %d: %s", n, failed)
		}
	}
	return truth, nil
}
