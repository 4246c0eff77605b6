package interpret

import (
	"gospin/promela"
)

// act is the kind of a step.
type act uint8

const (
	plain act = iota
	otherwise
	send
	recv
	dies
	dsteps
)

// outside is the control state after a d_step, seen from inside.
const outside = -1

// trans is a step that a process can take in a control state.
type trans struct {
	act    act
	guard  expr             // of plain steps; nil: always true
	effect func(m *Machine) // of plain steps and receives; nil: none
	to     int
	atomic bool // the process keeps control
	escape int
	line   int
	stmt   promela.Stmt // nil: none

	ch           expr // of sends and receives
	args         []expr
	pattern      *pattern
	sorted, copy bool
	random       bool
	sub          int // the first control state of a d_step
}

// pattern determines which messages a receive takes.
type pattern struct {
	want  []expr // nil: anything
	whole bool   // messages must have as many fields
}

func (md *Model) pattern(args []promela.Arg, exact bool) *pattern {
	p := &pattern{whole: exact}
	for _, a := range args {
		var x expr
		if a.Kind == promela.ArgConst || a.Kind == promela.ArgEval {
			x = md.expr(a.X)
		} else {
			p.whole = false
		}
		p.want = append(p.want, x)
	}
	return p
}

// step compiles the step of a node.
func (md *Model) step(t *proctype, n *node) trans {
	tr := trans{atomic: n.atom}
	if g := t.flow.after(n); g != nil {
		if tr.to = g.no; n.in != nil && g.in != n.in {
			tr.to = outside
		}
	}
	switch n.kind {
	case end:
		tr.act = dies
	case dstep:
		tr.act, tr.sub = dsteps, guard(n.subs[0].first).no
	case basic:
		tr.line, tr.stmt = n.stmt.At().Line, n.stmt
		md.statement(&tr, n.stmt, n.in != nil)
	}
	return tr
}

func (md *Model) statement(tr *trans, s promela.Stmt, within bool) {
	switch s := s.(type) {
	case *promela.Cond:
		x := md.expr(s.X)
		if _, ok := s.X.(*promela.Run); ok {
			tr.effect = func(m *Machine) { x(m) }
		} else {
			tr.guard = x
		}
	case *promela.Else:
		tr.act = otherwise
	case *promela.Assign:
		x := expr(nil)
		if s.Op == "=" {
			x = md.expr(s.R)
		} else {
			old, by := md.variable(s.L), map[string]int32{"++": 1, "--": -1}[s.Op]
			x = func(m *Machine) int32 { return old(m) + by }
		}
		set := md.setter(s.L)
		tr.effect = func(m *Machine) { set(m, x(m)) }
	case *promela.Decl:
		tr.effect = md.declare(s.Var)
	case *promela.Send:
		tr.act, tr.ch, tr.sorted = send, md.variable(s.Chan), s.Sorted
		for _, a := range s.Args {
			tr.args = append(tr.args, md.expr(a))
		}
	case *promela.Recv:
		tr.act, tr.ch, tr.random, tr.copy = recv, md.variable(s.Chan), s.Random, s.Copy
		tr.pattern = md.pattern(s.Args, !s.Random && !s.Copy && !within)
		var sets []func(m *Machine)
		for k, a := range s.Args {
			if a.Kind == promela.ArgVar {
				set := md.setter(a.Var)
				sets = append(sets, func(m *Machine) { set(m, m.msg[k]) })
			}
		}
		tr.effect = func(m *Machine) {
			for _, set := range sets {
				set(m)
			}
		}
	case *promela.Printf:
		var args []expr
		for _, a := range s.Args {
			args = append(args, md.expr(a))
		}
		tr.effect = func(m *Machine) {
			for _, x := range args {
				x(m)
			}
		}
	case *promela.Printm:
		x := md.expr(s.X)
		tr.effect = func(m *Machine) { x(m) }
	case *promela.Assert:
		x := md.expr(s.X)
		tr.effect = func(m *Machine) {
			if x(m) == 0 {
				Fail("assertion violated: assert(%s)", promela.PlainExpr(s.X))
			}
		}
	default:
		md.refuse(s.At(), "the statement "+promela.Plain(s))
	}
}

// setter returns a function that assigns a variable.
func (md *Model) setter(r *promela.VarRef) func(m *Machine, v int32) {
	if r.Var.Special == promela.Scratch {
		return func(*Machine, int32) {}
	}
	if r.Var.Special != promela.NotSpecial {
		md.refuse(r.Pos, "an assignment to "+r.Var.Name)
	}
	at, c := md.ref(r)
	return func(m *Machine, v int32) { c.store(m.vec[at(m):], v) }
}

// declare compiles a declaration that is a step: it initialises the variable, or its first element.
func (md *Model) declare(v *promela.Var) func(m *Machine) {
	if v.Type.Kind == promela.Struct || v.Chan != nil {
		return nil
	}
	var x expr = func(*Machine) int32 { return 0 }
	if v.Init != nil {
		x = md.expr(v.Init)
	} else if len(v.List) > 0 {
		x = func(*Machine) int32 { return v.List[0] }
	}
	set := md.setter(&promela.VarRef{Var: v})
	return func(m *Machine) { set(m, x(m)) }
}
