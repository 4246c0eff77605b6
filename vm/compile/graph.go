package compile

import "gospin/promela"

// graph is the control flow that SPIN uses to merge statements and to find variables that are not read any
// more (ana_seq of pangen5.c): before it determines which gotos end an atomic sequence or stay within one
// (flow.patch).
type graph struct {
	f     *flow
	edges [][]edge // by control state, oldest first
	in    []int    // number of edges to each state
	order []int    // the states, oldest first
	known []bool
	done  map[*elem]bool
	seen  []int // the last walk that has come to each state
	walk  int   // number of the present one
}

// edge leads from a control state; step is nil if it leads to an escape.
type edge struct {
	step *elem
	to   int
	uses // of step
}

func newGraph(f *flow) *graph {
	n := len(f.elems) + 1
	g := &graph{
		f:     f,
		edges: make([][]edge, n),
		in:    make([]int, n),
		known: make([]bool, n),
		seen:  make([]int, n),
		done:  map[*elem]bool{},
	}
	g.seq(f.body)
	return g
}

func (g *graph) seq(s *seq) {
	for e := s.first; e != nil; e = e.next {
		if !g.done[e] {
			g.done[e] = true
			g.elem(e)
		}
		if e == s.end {
			return
		}
	}
}

func (g *graph) elem(e *elem) {
	g.f.c.checkContext()
	switch e.kind {
	case unless:
		g.seq(e.subs[0])
	case choice:
		for _, b := range e.subs {
			if first := huntStart(b.first); len(first.esc) > 0 || !isFalse(first.stmt) {
				g.add(e.no, first.no, e)
			}
		}
		for _, b := range e.subs {
			g.seq(b)
		}
	case block, atomic, dstep:
		g.add(e.no, huntStart(e.subs[0].first).no, e)
		g.seq(e.subs[0])
	default:
		g.basic(e)
	}
}

func (g *graph) basic(e *elem) {
	next, to := e.next, 0
	if e.kind == jump {
		next = g.f.target(e)
	}
	if next != nil {
		to = g.f.hunt(next, e.atom).no
	}
	g.add(e.no, to, e)
	if e.kind == jump || e.kind == join {
		return
	}
	for _, x := range e.esc {
		g.add(e.no, huntStart(x.first).no, nil)
		g.seq(x)
	}
}

func (g *graph) add(from, to int, step *elem) {
	g.know(from)
	x := edge{step: step, to: to}
	if step != nil {
		x.uses = usesOf(step)
	}
	g.edges[from] = append(g.edges[from], x)
	g.know(to)
	g.in[to]++
}

func (g *graph) know(state int) {
	if !g.known[state] {
		g.known[state] = true
		g.order = append(g.order, state)
	}
}

// only returns the only statement of a control state, if it may be merged with its neighbours, or nil.
func (g *graph) only(state int) *elem {
	if len(g.edges[state]) != 1 {
		return nil
	}
	return g.edges[state][0].step
}

// uses are the process's variables that a statement reads and writes, as SPIN sees it: only those without an
// index, and neither channels nor typedefs. Receives into array elements, and assignments to them, write
// nothing.
type uses struct{ reads, writes []*promela.Var }

func usesOf(e *elem) (u uses) {
	if e.kind != basic {
		return u
	}
	switch s := e.stmt.(type) {
	case *promela.Assign:
		u.write(s.L)
		u.read(s.R)
		if s.R == nil {
			u.read(s.L)
		}
	case *promela.Decl:
		u.write(&promela.VarRef{Var: s.Var})
		u.read(s.Var.Init)
	case *promela.Recv:
		u.read(s.Chan)
		for _, a := range s.Args {
			switch a.Kind {
			case promela.ArgVar:
				u.write(a.Var)
			case promela.ArgEval:
				u.read(a.X)
			}
		}
	default: // no assignment
		promela.EachOperand(s, u.read)
	}
	return u
}

func (u *uses) write(v *promela.VarRef) {
	if v.Index == nil {
		if tracked(v.Var) {
			u.writes = append(u.writes, v.Var)
		}
	} else {
		u.read(v.Index)
	}
	if v.Field != nil {
		u.write(v.Field)
	}
}

// read records the variables that an expression reads, except those in polls.
func (u *uses) read(e promela.Expr) {
	switch e := e.(type) {
	case *promela.VarRef:
		if e.Index != nil {
			u.read(e.Index)
		} else if tracked(e.Var) {
			u.reads = append(u.reads, e.Var)
		}
		if e.Field != nil {
			u.read(e.Field)
		}
	case *promela.Unary:
		u.read(e.X)
	case *promela.Binary:
		u.read(e.X)
		u.read(e.Y)
	case *promela.CondExpr:
		u.read(e.If)
		u.read(e.Then)
		u.read(e.Else)
	case *promela.ChanOp:
		u.read(e.Chan)
	case *promela.Poll:
		u.read(e.Chan)
		for _, a := range e.Args {
			if a.Kind == promela.ArgEval {
				u.read(a.X)
			}
		}
	case *promela.Run:
		for _, a := range e.Args {
			u.read(a)
		}
	case *promela.RemoteLabel:
		u.read(e.PidX)
	case *promela.Call:
		u.read(e.X)
	case nil, *promela.Const, *promela.Timeout, *promela.Np:
	case *promela.RemoteVar: // of another process
	default:
		panic(unknown(e))
	}
}

// tracked reports whether SPIN tracks a variable.
func tracked(v *promela.Var) bool {
	return v.Proc != nil && v.Special == promela.NotSpecial && v.Type.Kind != promela.Chan &&
		v.Type.Kind != promela.Struct
}
