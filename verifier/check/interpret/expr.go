package interpret

import (
	"fmt"

	"gospin/promela"
)

// expr evaluates an expression in a state, or panics with a Failure.
type expr func(m *Machine) int32

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// ref returns the place of a variable that a process mentions, and its cell.
func (md *Model) ref(r *promela.VarRef) (func(m *Machine) int, cell) {
	local := r.Var.Proc != nil
	at, c := md.path(r)
	if k, fixed := md.fixed(r); fixed {
		if local {
			return func(m *Machine) int { return m.self + k }, c
		}
		return func(*Machine) int { return k }, c
	}
	if local {
		return func(m *Machine) int { return m.self + at(m) }, c
	}
	return at, c
}

// fixed returns the place of a variable without indices.
func (md *Model) fixed(r *promela.VarRef) (at int, ok bool) {
	for ; r != nil; r = r.Field {
		if at += md.at[r.Var]; r.Index != nil {
			return 0, false
		}
	}
	return at, true
}

// path returns the place of a variable within the globals, or within its process.
func (md *Model) path(r *promela.VarRef) (func(m *Machine) int, cell) {
	at, c := md.at[r.Var], cellOf(r.Var.Type, r.Var.Len > 0)
	rest := func(*Machine) int { return 0 }
	if r.Field != nil {
		rest, c = md.path(r.Field)
	}
	if r.Index == nil {
		return func(m *Machine) int { return at + rest(m) }, c
	}
	index, n, size := md.expr(r.Index), int32(max(1, r.Var.Len)), md.sizeOf(r.Var)
	return func(m *Machine) int {
		i := index(m)
		if i < 0 || i >= n {
			Fail("index %d of %s is out of range", i, r.Var.Name)
		}
		return at + int(i)*size + rest(m)
	}, c
}

func (md *Model) variable(r *promela.VarRef) expr {
	switch r.Var.Special {
	case promela.PidVar:
		return func(m *Machine) int32 { return int32(m.pid) }
	case promela.NrPr:
		md.counts = true
		return func(m *Machine) int32 { return int32(len(m.procs)) }
	case promela.Last:
		return func(m *Machine) int32 { return int32(m.vec[m.last]) }
	case promela.PriorityVar, promela.Scratch:
		return md.refuse(r.Pos, "the variable "+r.Var.Name)
	}
	at, c := md.ref(r)
	if k, ok := md.fixed(r); ok && c.size == 1 {
		if r.Var.Proc != nil {
			return func(m *Machine) int32 { return int32(m.vec[m.self+k]) }
		}
		return func(m *Machine) int32 { return int32(m.vec[k]) }
	}
	return func(m *Machine) int32 { return c.load(m.vec[at(m):]) }
}

func (md *Model) expr(e promela.Expr) expr {
	switch e := e.(type) {
	case *promela.Const:
		return func(*Machine) int32 { return e.Val }
	case *promela.VarRef:
		return md.variable(e)
	case *promela.Unary:
		x := md.expr(e.X)
		switch e.Op {
		case "-":
			return func(m *Machine) int32 { return -x(m) }
		case "~":
			return func(m *Machine) int32 { return ^x(m) }
		}
		return func(m *Machine) int32 { return truth(x(m) == 0) }
	case *promela.Binary:
		return md.binary(e)
	case *promela.CondExpr:
		x, y, z := md.expr(e.If), md.expr(e.Then), md.expr(e.Else)
		return func(m *Machine) int32 {
			if x(m) != 0 {
				return y(m)
			}
			return z(m)
		}
	case *promela.ChanOp:
		return md.ask(e)
	case *promela.Poll:
		ch, match := md.variable(e.Chan), md.pattern(e.Args, false)
		return func(m *Machine) int32 {
			c, at := m.channel(ch(m))
			if c == nil || c.slots == 0 {
				Fail("a poll of no channel, or of one without room")
			}
			return truth(m.find(c, at, match, e.Random) >= 0)
		}
	case *promela.Run:
		return md.run(e)
	case *promela.RemoteLabel:
		pid, p := md.pid(e.PidX), md.procs[e.Proc]
		return func(m *Machine) int32 {
			q := m.remote(pid(m), p)
			return truth(q >= 0 && p.pc(m.vec[q:]) == p.label(e.Label))
		}
	case *promela.RemoteVar:
		pid, p := md.pid(e.PidX), md.procs[e.Proc]
		at, c := md.path(e.Ref)
		return func(m *Machine) int32 {
			if q := m.remote(pid(m), p); q >= 0 {
				return c.load(m.vec[q+at(m):])
			}
			return 0
		}
	case *promela.Timeout:
		return func(m *Machine) int32 { return truth(m.timeout) }
	case *promela.Call:
		x := md.expr(e.X)
		if e.Fn == "pc_value" {
			return func(m *Machine) int32 {
				if i := x(m); i >= 0 && int(i) < len(m.procs) {
					return int32(m.procs[i].pc(m.vec[m.procs[i].at:]))
				}
				return 0
			}
		}
		return md.refuse(e.Pos, e.Fn)
	default:
		return md.refuse(e.At(), fmt.Sprintf("this expression (%T)", e))
	}
}

// pid returns the number of the process in a remote reference; -1 is the first one of its proctype.
func (md *Model) pid(e promela.Expr) expr {
	if e == nil {
		return func(*Machine) int32 { return -1 }
	}
	return md.expr(e)
}

func (md *Model) ask(e *promela.ChanOp) expr {
	ch := md.variable(e.Chan)
	return func(m *Machine) int32 {
		c, at := m.channel(ch(m))
		if c == nil {
			return Fail("%s of no channel", e.Op)
		}
		n := c.filled(m.vec[at:])
		switch full := c.slots > 0 && n >= c.slots; e.Op {
		case "len":
			return int32(n)
		case "full":
			return truth(full)
		case "nfull":
			return truth(!full)
		case "empty":
			return truth(n == 0)
		}
		return truth(n > 0)
	}
}

func (md *Model) binary(e *promela.Binary) expr {
	x, y := md.expr(e.X), md.expr(e.Y)
	switch e.Op {
	case "&&":
		return func(m *Machine) int32 { return truth(x(m) != 0 && y(m) != 0) }
	case "||":
		return func(m *Machine) int32 { return truth(x(m) != 0 || y(m) != 0) }
	case "==":
		return func(m *Machine) int32 { return truth(x(m) == y(m)) }
	case "!=":
		return func(m *Machine) int32 { return truth(x(m) != y(m)) }
	case "<":
		return func(m *Machine) int32 { return truth(x(m) < y(m)) }
	case "<=":
		return func(m *Machine) int32 { return truth(x(m) <= y(m)) }
	case ">":
		return func(m *Machine) int32 { return truth(x(m) > y(m)) }
	case ">=":
		return func(m *Machine) int32 { return truth(x(m) >= y(m)) }
	case "+":
		return func(m *Machine) int32 { return x(m) + y(m) }
	case "-":
		return func(m *Machine) int32 { return x(m) - y(m) }
	case "*":
		return func(m *Machine) int32 { return x(m) * y(m) }
	case "&":
		return func(m *Machine) int32 { return x(m) & y(m) }
	case "|":
		return func(m *Machine) int32 { return x(m) | y(m) }
	case "^":
		return func(m *Machine) int32 { return x(m) ^ y(m) }
	case "<<":
		return func(m *Machine) int32 { return x(m) << (uint32(y(m)) & 31) }
	case ">>":
		return func(m *Machine) int32 { return x(m) >> (uint32(y(m)) & 31) }
	case "/", "%":
		return func(m *Machine) int32 {
			a, b := x(m), y(m)
			if b == 0 || b == -1 && a == -1<<31 {
				Fail("%d %s %d is undefined", a, e.Op, b)
			}
			if e.Op == "/" {
				return a / b
			}
			return a % b
		}
	}
	return md.refuse(e.Pos, "the operator "+string(e.Op))
}

// run starts a process; a typedef is passed field by field.
func (md *Model) run(e *promela.Run) expr {
	var args []expr
	for _, a := range e.Args {
		last, ok := a.(*promela.VarRef)
		for ok && last.Field != nil {
			last = last.Field
		}
		if !ok || last.Var.Type.Kind != promela.Struct || last.Var.Special != promela.NotSpecial {
			args = append(args, md.expr(a))
			continue
		}
		at, _ := md.ref(a.(*promela.VarRef))
		first := *last.Var // one element of it
		first.Len = 0
		md.each(&first, 0, func(v *promela.Var, off int) {
			c := cellOf(v.Type, v.Len > 0)
			for i := range max(1, v.Len) {
				args = append(args, func(m *Machine) int32 { return c.load(m.vec[at(m)+off+i*c.size:]) })
			}
		})
	}
	p := md.procs[e.Proc]
	return func(m *Machine) int32 {
		var vals [256]int32
		for i, a := range args {
			vals[i&255] = a(m)
		}
		return int32(m.spawn(p, vals[:len(args)]))
	}
}
