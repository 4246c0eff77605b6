package graph

import (
	"context"
	"fmt"
)

// Op is an operator of a CTL formula.
type Op uint8

// Operators. What is not a temporal one stands for itself.
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
	X, Y *CTL // Y of And, Or, Implies, Equiv, EU, AU
	Text string
	// Of Plain: a condition on a state, in Text, that begins here in the formula's text. Value evaluates it.
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

// Conditions lists what is asked about single states, from left to right.
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

// Checker finds the nodes in which formulas hold. A node without edges counts as having one to itself: a run
// that ends stays where it is.
type Checker struct {
	ctx   context.Context
	g     *Graph
	ticks uint
	known map[*CTL]set
	nodes uint32
	into  []uint64 // edges backwards, once they are made
	from  []uint32
	// Passes is how often all nodes were looked at for a fixed point.
	Passes int
	// Err is why it has ended before its time, as its context asks: its answers mean nothing then.
	Err error
}

// NewChecker returns one of a graph that is whole.
func NewChecker(ctx context.Context, g *Graph) *Checker {
	return &Checker{ctx: ctx, g: g, known: map[*CTL]set{}, nodes: uint32(g.Nodes)}
}

// ticksEvery is how many nodes are looked at between two looks at the context.
const ticksEvery = 1 << 12

// isOver reports whether the checker has to end. It is asked at every node.
func (c *Checker) isOver() bool {
	if c.ticks++; c.ticks%ticksEvery == 0 && c.Err == nil {
		c.Err = context.Cause(c.ctx)
	}
	return c.Err != nil
}

// Holds reports whether a formula holds in a node.
func (c *Checker) Holds(f *CTL, i uint32) bool { return c.where(f).has(i) }

// Count is in how many nodes a formula holds.
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

// each makes the set of the nodes of which something is true.
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
	// A[x U y]: no run leaves x before y comes, and none stays without y for ever
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

// mostPasses is after how many passes edges backwards are made.
const mostPasses = 16

// passes looks at all nodes, from the last to the first and back, until there is nothing to change: most
// edges lead to greater numbers, so that few passes suffice without edges backwards, which take more memory
// than the graph.
func (c *Checker) passes(change func(i uint32) bool) {
	for down, n := true, 0; ; down, n = !down, n+1 {
		if n == mostPasses {
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

// until is E[x U y].
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

// always is EG x.
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

// backwards looks again at those nodes only that edges lead from to what has changed.
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

// turn makes the edges backwards: from lists where they begin, by where they lead to, for each node from into
// on.
func (c *Checker) turn() {
	c.into = make([]uint64, c.nodes+1)
	c.g.each(func(_ uint32, t Target) { c.into[t.To]++ })
	sum := uint64(0)
	for i, n := range c.into {
		sum += n
		c.into[i] = sum // the end
	}
	c.from = make([]uint32, sum)
	c.g.each(func(i uint32, t Target) {
		c.into[t.To]--
		c.from[c.into[t.To]] = i
	})
}
