package graph

import (
	"context"
	"fmt"
)

// Op is an operator of a CTL formula.
type Op uint8

// Operators. Non-temporal operators have their usual meaning.
const (
	True Op = iota
	Plain
	Not
	And
	Or
	Implies
	Equiv
	EX
	AX
	EF
	AF
	EG
	AG
	EU
	AU
)

var opText = map[Op]string{
	Not: "!", And: "&&", Or: "||", Implies: "->", Equiv: "<->", EX: "EX", AX: "AX", EF: "EF", AF: "AF",
	EG: "EG", AG: "AG",
}

// CTL is a formula of computation tree logic (Clarke, Grumberg, Peled, "Model checking", 1999, section 3.2).
type CTL struct {
	Op   Op
	X, Y *CTL // Y is used by And, Or, Implies, Equiv, EU, AU
	Text string
	// For Plain: a condition on states, with its text and its position in the formula. Value evaluates it.
	At    int
	Value func(node uint32) bool
}

// String writes a formula.
func (f *CTL) String() string {
	switch f.Op {
	case True:
		return "true"
	case Plain:
		return f.Text
	case EU, AU:
		return fmt.Sprintf("%c[%v U %v]", "EA"[f.Op-EU], f.X, f.Y)
	case And, Or, Implies, Equiv:
		return fmt.Sprintf("(%v %s %v)", f.X, opText[f.Op], f.Y)
	case Not:
		return "!" + f.X.String()
	}
	return opText[f.Op] + " " + f.X.String()
}

// Conditions lists the conditions on states, from left to right.
func (f *CTL) Conditions() (out []*CTL) {
	switch {
	case f == nil:
		return nil
	case f.Op == Plain:
		return []*CTL{f}
	}
	return append(f.X.Conditions(), f.Y.Conditions()...)
}

// set is a set of nodes.
type set []uint64

func (s set) has(i uint32) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s set) add(i uint32)      { s[i>>6] |= 1 << (i & 63) }
func (s set) drop(i uint32)     { s[i>>6] &^= 1 << (i & 63) }

// Checker computes the nodes in which formulas hold. It treats a node without edges as having an edge to
// itself: a run that ends stays in its last state.
type Checker struct {
	ctx   context.Context
	g     *Graph
	ticks uint
	known map[*CTL]set
	nodes uint32
	into  []uint64 // backward edges, once they are computed
	from  []uint32
	// Passes is the number of passes over all nodes for fixed points.
	Passes int
	// Err is set if the context ended the checker early. Its answers are then meaningless.
	Err error
}

// NewChecker returns a checker for a complete graph.
func NewChecker(ctx context.Context, g *Graph) *Checker {
	return &Checker{ctx: ctx, g: g, known: map[*CTL]set{}, nodes: uint32(g.Nodes)}
}

// ticksEvery is the number of nodes between two checks of the context.
const ticksEvery = 1 << 12

// isOver reports whether the checker has to stop. It is called for every node.
func (c *Checker) isOver() bool {
	if c.ticks++; c.ticks%ticksEvery == 0 && c.Err == nil {
		c.Err = context.Cause(c.ctx)
	}
	return c.Err != nil
}

// Holds reports whether a formula holds in a node.
func (c *Checker) Holds(f *CTL, i uint32) bool { return c.where(f).has(i) }

// Count returns the number of nodes in which a formula holds.
func (c *Checker) Count(f *CTL) (n uint64) {
	s := c.where(f)
	for i := range c.nodes {
		if s.has(i) {
			n++
		}
	}
	return n
}

func (c *Checker) where(f *CTL) set {
	if s, ok := c.known[f]; ok {
		return s
	}
	s := c.find(f)
	c.known[f] = s
	return s
}

// each returns the set of the nodes for which is returns true.
func (c *Checker) each(is func(i uint32) bool) set {
	s := make(set, c.nodes/64+1)
	for i := range c.nodes {
		if c.isOver() {
			break
		}
		if is(i) {
			s.add(i)
		}
	}
	return s
}

func (c *Checker) find(f *CTL) set {
	var x, y set
	if f.X != nil {
		x = c.where(f.X)
	}
	if f.Y != nil {
		y = c.where(f.Y)
	}
	not := func(s set) set { return c.each(func(i uint32) bool { return !s.has(i) }) }
	all := c.each(func(uint32) bool { return true })
	switch f.Op {
	case True:
		return all
	case Plain:
		return c.each(f.Value)
	case Not:
		return not(x)
	case And:
		return c.each(func(i uint32) bool { return x.has(i) && y.has(i) })
	case Or:
		return c.each(func(i uint32) bool { return x.has(i) || y.has(i) })
	case Implies:
		return c.each(func(i uint32) bool { return !x.has(i) || y.has(i) })
	case Equiv:
		return c.each(func(i uint32) bool { return x.has(i) == y.has(i) })
	case EX:
		return c.each(func(i uint32) bool { return c.some(i, x) })
	case AX:
		n := not(x)
		return c.each(func(i uint32) bool { return !c.some(i, n) })
	case EF:
		return c.until(all, x)
	case EU:
		return c.until(x, y)
	case EG:
		return c.always(x)
	case AG:
		return not(c.until(all, not(x)))
	case AF:
		return not(c.always(not(x)))
	}
	// A[x U y]: no run leaves x before it reaches y, and none stays without y for ever
	n := not(y)
	broken := c.until(n, c.each(func(i uint32) bool { return !x.has(i) && !y.has(i) }))
	endless := c.always(n)
	return c.each(func(i uint32) bool { return !broken.has(i) && !endless.has(i) })
}

// some reports whether some edge of a node leads into a set.
func (c *Checker) some(i uint32, to set) bool {
	out := c.g.Out(i)
	if out.N == 0 {
		return to.has(i)
	}
	for k := range out.N {
		if to.has(c.g.Edge(&out, k).To) {
			return true
		}
	}
	return false
}

// maxPasses is the number of passes after which backward edges are computed.
const maxPasses = 16

// passes visits all nodes, alternately from the last to the first and back, until nothing changes. Most edges
// lead to greater numbers, so few passes suffice without backward edges, which take more memory than the
// graph.
func (c *Checker) passes(change func(i uint32) bool) {
	for down, n := true, 0; ; down, n = !down, n+1 {
		if n == maxPasses {
			c.backwards(change)
			return
		}
		c.Passes++
		changed := false
		for k := range c.nodes {
			i := k
			if down {
				i = c.nodes - 1 - k
			}
			if c.isOver() {
				return
			}
			if change(i) {
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// until computes E[x U y].
func (c *Checker) until(x, y set) set {
	s := make(set, len(y))
	copy(s, y)
	c.passes(func(i uint32) bool {
		if s.has(i) || !x.has(i) || !c.some(i, s) {
			return false
		}
		s.add(i)
		return true
	})
	return s
}

// always computes EG x.
func (c *Checker) always(x set) set {
	s := make(set, len(x))
	copy(s, x)
	c.passes(func(i uint32) bool {
		if !s.has(i) || c.some(i, s) {
			return false
		}
		s.drop(i)
		return true
	})
	return s
}

// backwards visits again only those nodes that have an edge to a changed node.
func (c *Checker) backwards(change func(i uint32) bool) {
	if c.into == nil {
		c.turn()
	}
	waits := make(set, c.nodes/64+1)
	todo := make([]uint32, c.nodes)
	for i := range todo {
		todo[i] = uint32(i)
		waits.add(uint32(i))
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		waits.drop(i)
		if c.isOver() {
			return
		}
		if !change(i) {
			continue
		}
		for _, j := range c.from[c.into[i]:c.into[i+1]] {
			if !waits.has(j) {
				waits.add(j)
				todo = append(todo, j)
			}
		}
	}
}

// turn computes the backward edges: for each node, the list of source nodes begins at into.
func (c *Checker) turn() {
	c.into = make([]uint64, c.nodes+1)
	c.g.each(func(_ uint32, t Target) { c.into[t.To]++ })
	sum := uint64(0)
	for i, n := range c.into {
		sum += n
		c.into[i] = sum // end of the list
	}
	c.from = make([]uint32, sum)
	c.g.each(func(i uint32, t Target) {
		c.into[t.To]--
		c.from[c.into[t.To]] = i
	})
}
