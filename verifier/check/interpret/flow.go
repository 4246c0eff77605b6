package interpret

import (
	"slices"

	"gospin/promela"
)

// kind is the kind of a node of the flow of control.
type kind uint8

const (
	basic  kind = iota
	choice      // if, do
	join        // the end of a selection or an unless
	exit        // the target of a break
	block       // { }, atomic
	dstep
	unless
	jump // goto, break
	end
)

// node is a statement, or a place between statements. Its number is SPIN's, of a control state.
type node struct {
	kind          kind
	stmt          promela.Stmt
	no            int
	atom          bool // after its step, the process is inside an atomic sequence
	last          bool // it is the last node of an atomic sequence
	next          *node
	subs          []*chain
	esc           []*chain
	labels        []string
	out           *node // the target of a break
	in            *node // the d_step around it
	put           bool  // it is in the tables, with the target to
	to            *node
	escapeTargets []*node // the beginnings of its escapes
}

// chain is a sequence of nodes; further nodes may follow its last one, up to end.
type chain struct{ first, last, end *node }

func (c *chain) add(n *node) {
	if c.first == nil {
		c.first = n
	} else {
		c.end.next = n
	}
	c.last, c.end = n, n
}

// each calls f with the nodes of the chain.
func (c *chain) each(f func(n *node)) {
	for n := c.first; n != nil; n = n.next {
		f(n)
		if n == c.last {
			return
		}
	}
}

// flow is the flow of control of a process.
type flow struct {
	model  *promela.Model
	proc   *promela.Proc
	nodes  []*node
	loops  []*node
	labels map[string]*node
	hops   []*node // jumps whose labels remote references mention: each follows a skip
}

// newFlow numbers the nodes as SPIN does: in the order in which its parser finishes them.
func newFlow(m *promela.Model, p *promela.Proc) (f *flow, start int) {
	f = &flow{model: m, proc: p, labels: map[string]*node{}}
	body := f.chain(p.Body)
	body.add(f.node(end, nil))
	for _, n := range f.hops {
		f.number(n)
	}
	for _, n := range f.nodes {
		d, loop := n.stmt.(*promela.Do)
		if n.kind == choice && p.Kind != promela.Never && !(loop && d.After == d.Pos) {
			for _, c := range n.subs {
				prune(c)
			}
		}
	}
	link(body)
	f.putAll(body)
	return f, f.hunt(body.first, body.first.atom).no
}

func (f *flow) number(n *node) {
	n.no = len(f.nodes) + 1
	f.nodes = append(f.nodes, n)
}

func (f *flow) node(k kind, s promela.Stmt) *node {
	n := &node{kind: k, stmt: s}
	f.number(n)
	return n
}

func (f *flow) chain(b *promela.Seq) *chain {
	c := &chain{}
	for _, s := range b.Steps {
		f.stmt(s, nil)(c)
	}
	return c
}

// stmt makes the nodes inside a statement, and returns a function that makes its own node and appends it to a
// chain.
func (f *flow) stmt(s promela.Stmt, labels []string) func(*chain) {
	var add func(*chain) *node
	within := func(k kind, c *chain) func(*chain) *node {
		return func(to *chain) *node {
			n := f.node(k, s)
			n.subs = []*chain{c}
			to.add(n)
			return n
		}
	}
	switch s := s.(type) {
	case *promela.Labelled:
		return f.stmt(s.Stmt, append(slices.Clone(labels), s.Label))
	case *promela.If:
		add = f.selection(s, s.Options, false)
	case *promela.Do:
		add = f.selection(s, s.Options, true)
	case *promela.Unless:
		return f.unless(s, labels)
	case *promela.Block:
		add = within(block, f.chain(s.Body))
	case *promela.Atomic:
		c := f.chain(s.Body)
		uninterrupted(c)
		add = within(block, c)
	case *promela.DStep:
		from := len(f.nodes)
		c := f.chain(s.Body)
		uninterrupted(c)
		inside, make := f.nodes[from:len(f.nodes):len(f.nodes)], within(dstep, c)
		add = func(to *chain) *node {
			n := make(to)
			for _, x := range inside {
				if x.in = n; x.kind == dstep {
					x.kind = block
				}
			}
			return n
		}
	case *promela.Goto, *promela.Break:
		add = func(to *chain) *node { return f.jump(to, s, labels) }
	default:
		add = func(to *chain) *node {
			n := f.node(basic, s)
			to.add(n)
			return n
		}
	}
	return func(to *chain) { f.label(add(to), labels) }
}

func (f *flow) label(n *node, labels []string) {
	for _, l := range labels {
		n.labels, f.labels[l] = append(n.labels, l), n
	}
}

func (f *flow) selection(s promela.Stmt, options []*promela.Seq, loop bool) func(*chain) *node {
	out := &node{kind: exit, stmt: s}
	if loop {
		f.loops = append(f.loops, out)
	}
	chains := make([]*chain, len(options))
	for i := range options {
		if d, ok := s.(*promela.Do); ok && d.Select {
			i = len(options) - 1 - i // in a select, the exit is numbered first
		}
		chains[i] = f.chain(options[i])
	}
	var subs, last []*chain // an else goes last
	for i, o := range options {
		if _, ok := promela.Unlabelled(o.Steps[0]).(*promela.Else); ok {
			last = append(last, chains[i])
		} else {
			subs = append(subs, chains[i])
		}
	}
	if loop {
		f.loops = f.loops[:len(f.loops)-1]
	}
	return func(to *chain) *node {
		n := f.node(choice, s)
		n.subs = append(subs, last...)
		j := f.node(join, s)
		for _, c := range n.subs {
			c.end.next, c.end = j, j
		}
		if !loop {
			to.add(n)
			to.add(j)
			return n
		}
		f.number(out)
		to.add(j)
		to.add(n)
		to.add(out)
		return n
	}
}

// unless makes the nodes of an unless: first of what is in braces, then of an escape without braces, then of
// a main sequence without. Of L: { A } unless B it makes L: { { A } unless B }.
func (f *flow) unless(s *promela.Unless, labels []string) func(*chain) {
	whole := func(to, main, escape *chain) *node {
		n, j := f.node(unless, s), f.node(join, s)
		n.subs = []*chain{main, escape}
		for _, c := range n.subs {
			c.end.next, c.end = j, j
		}
		to.add(n)
		to.add(j)
		attach(main, escape)
		return n
	}
	first := s.Main.Steps[0]
	if l, ok := first.(*promela.Labelled); ok && len(s.Main.Steps) == 1 {
		var main *chain
		switch b := promela.Unlabelled(l).(type) {
		case *promela.Block:
			main = f.chain(b.Body)
		case *promela.Atomic:
			main = f.chain(b.Body)
			uninterrupted(main)
		}
		if main != nil {
			inner := &chain{}
			whole(inner, main, f.chain(s.Escape))
			return func(to *chain) {
				n := f.node(block, s)
				n.subs = []*chain{inner}
				to.add(n)
				for ; l != nil; l, _ = l.Stmt.(*promela.Labelled) {
					f.label(n, []string{l.Label})
				}
			}
		}
	}
	main, rest := &chain{}, func(*chain) {}
	if len(s.Main.Steps) > 1 || first.At() != s.At() {
		main = f.chain(s.Main)
	} else {
		rest = f.stmt(first, nil)
	}
	escape := f.chain(s.Escape)
	return func(to *chain) {
		rest(main)
		f.label(whole(to, main, escape), labels)
	}
}

// jump makes the node of a goto or break. A skip precedes it if its labels have a meaning, or if remote
// references mention them.
func (f *flow) jump(to *chain, s promela.Stmt, labels []string) *node {
	n := &node{kind: jump, stmt: s}
	if _, ok := s.(*promela.Break); ok && len(f.loops) > 0 {
		n.out = f.loops[len(f.loops)-1]
	}
	marked := slices.ContainsFunc(labels, promela.Marks)
	remote := slices.ContainsFunc(labels, func(l string) bool {
		return f.model.Remote[promela.LabelRef{Proc: f.proc, Label: l}]
	})
	if !marked && remote {
		skip := f.node(basic, skipAt(s))
		to.add(skip)
		to.end.next, to.end = n, n
		f.hops = append(f.hops, n)
		return skip
	}
	f.number(n)
	if marked {
		skip := f.node(basic, skipAt(s))
		to.add(skip)
		to.add(n)
		return skip
	}
	to.add(n)
	return n
}

func skipAt(s promela.Stmt) promela.Stmt {
	return &promela.Cond{Base: promela.Base{Pos: s.At()}, X: &promela.Const{Val: 1}}
}

// prune removes skips from sequences of skips and prints, except the first, and one at either end.
func prune(c *chain) {
	row := 0
	var prev *node
	c.each(func(n *node) {
		skip, print := false, false
		if n.kind == basic && len(n.labels) == 0 {
			switch s := n.stmt.(type) {
			case *promela.Cond:
				k, ok := s.X.(*promela.Const)
				skip = ok && k.Val == 1
			case *promela.Printf, *promela.Printm:
				print = true
			}
		}
		if row++; !skip && !print {
			row = 0
		}
		if skip && row > 1 && n != c.first && n != c.last {
			prev.next = n.next
		} else {
			prev = n
		}
	})
}

// link makes the successor of a block the successor of its last statement.
func link(c *chain) {
	c.each(func(n *node) {
		if n.kind == block || n.kind == dstep {
			n.subs[0].end.next = n.next
		}
		for _, b := range n.subs {
			link(b)
		}
	})
}

// uninterrupted makes a chain atomic, except its end.
func uninterrupted(c *chain) {
	var mark func(c *chain)
	mark = func(c *chain) {
		c.each(func(n *node) {
			if n.atom = true; n.kind != dstep {
				for _, b := range n.subs {
					mark(b)
				}
			}
		})
	}
	mark(c)
	if l := c.last; l.kind == block || l.kind == unless {
		uninterrupted(l.subs[0])
	} else {
		l.atom, l.last = false, true
	}
}

// attach adds an escape to every statement of a chain; the outermost escape comes first.
func attach(c, escape *chain) {
	c.each(func(n *node) {
		if slices.Contains(n.esc, escape) {
			return
		}
		for _, x := range n.esc {
			attach(x, escape)
		}
		n.esc = slices.Insert(n.esc, 0, escape)
		switch n.kind {
		case unless, block:
			attach(n.subs[0], escape)
		case choice:
			for _, b := range n.subs {
				attach(b, escape)
			}
		}
	})
}

func (f *flow) target(n *node) *node {
	if g, ok := n.stmt.(*promela.Goto); ok && n.kind == jump {
		return f.labels[g.Label]
	}
	return n.out
}

// hunt finds the step that control reaches from n on. Jumps and joins are steps only if they leave the atomic
// sequence in which control was.
func (f *flow) hunt(n *node, atom bool) *node {
	hops := 0
	return f.hop(n, atom, &hops)
}

func (f *flow) hop(n *node, atom bool, hops *int) *node {
	for {
		*hops++
		var g *node
		switch n.kind {
		case jump:
			g = f.target(n)
		case join, exit:
			g = n.next
		case unless:
			if *hops <= len(f.nodes) {
				g = f.hop(n.subs[0].first, atom, hops)
			}
		}
		if g == nil || *hops > len(f.nodes) || atom && !g.atom {
			return n
		}
		n = g
	}
}

// after returns the target of a step.
func (f *flow) after(n *node) *node {
	switch next := n.next; {
	case n.put:
		return n.to
	case n.kind == jump:
		if next = f.target(n); next == nil {
			return nil
		}
		return f.hunt(next, n.atom)
	case next == nil:
		return nil
	default:
		return f.hunt(next, n.atom)
	}
}

// putAll determines the targets of the nodes of a chain. A goto may join or leave an atomic sequence between
// the visits of two nodes, so the order matters.
func (f *flow) putAll(c *chain) {
	for n := c.first; n != nil; n = n.next {
		if !n.put {
			n.put = true
			f.putOne(n)
		}
		if n == c.end {
			return
		}
	}
}

func (f *flow) putOne(n *node) {
	switch n.kind {
	case unless:
		f.putAll(n.subs[0])
		return
	case choice:
		for _, c := range n.subs {
			f.putAll(c)
		}
		return
	case block:
		f.patch(n.subs[0])
		f.putAll(n.subs[0])
		return
	case dstep:
		f.patch(n.subs[0])
	}
	next := n.next
	if n.kind == jump {
		next = f.target(n)
	}
	if next != nil {
		n.to = f.hunt(next, n.atom)
	}
	if n.kind == join {
		return
	}
	for _, c := range n.esc {
		n.escapeTargets = append(n.escapeTargets, f.hunt(c.first, n.atom))
	}
	for _, c := range n.esc {
		f.putAll(c)
	}
}

// patch ends an atomic sequence at the gotos that leave it, and continues it at those at its end that lead
// into another one.
func (f *flow) patch(c *chain) {
	c.each(func(n *node) {
		if g := f.target(n); n.kind == jump && g != nil {
			if inside := g.atom || g.last; (n.atom || n.last) && !inside {
				n.atom, n.last = false, true
			} else if n.last && inside {
				n.atom, n.last = true, false
			}
		} else if n.kind == choice || n.kind == unless {
			for _, b := range n.subs {
				f.patch(b)
			}
		}
	})
}
