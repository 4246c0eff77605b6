package compile

import (
	"fmt"

	"gospin/promela"
	"gospin/vm"
	"gospin/vm/layout"
)

// shown lists the variables as simulations print them, with typedef fields separately.
func (c *compiler) shown(vars []*promela.Var) (out []vm.Shown, index map[*promela.Var]int32) {
	index = map[*promela.Var]int32{}
	for _, v := range vars {
		if v.Special == promela.NotSpecial {
			index[v] = int32(len(out))
			out = c.shownAs(v, v.Name, c.locs[v].off, false, out)
		}
	}
	return out, index
}

func (c *compiler) shownAs(v *promela.Var, name string, off int, field bool, out []vm.Shown) []vm.Shown {
	if v.Type.Kind != promela.Struct {
		k, mask := cellOf(v.Type, v.Len > 0)
		return append(
			out,
			vm.Shown{Name: name, Elem: layout.Elem{Off: off, Cell: k, Mask: mask}, Len: max(1, v.Len),
				Stride: layout.CellSize(
					k,
				), Array: v.Len > 0, Chan: v.Type.Kind == promela.Chan, Field: field, Names: c.names(v.Type)},
		)
	}
	size := c.structSize(v.Type.Struct)
	for i := range max(1, v.Len) {
		n := name
		if v.Len > 0 {
			n = fmt.Sprintf("%s[%d]", name, i)
		}
		for _, f := range v.Type.Struct.Fields {
			as := n + "." + f.Name
			if f.Type.Kind == promela.Chan {
				as = f.Name // SPIN's name
			}
			out = c.shownAs(f, as, off+i*size+c.locs[f].off, true, out)
		}
	}
	return out
}

// names returns the names of an mtype's values.
func (c *compiler) names(t promela.Type) []string {
	if t.Kind != promela.Mtype {
		return nil
	}
	return c.model.Mtypes[t.Sub]
}

// namesFor returns the names of the mtype of a printed variable, or, as in SPIN, of the unnamed mtype.
func (c *compiler) namesFor(x promela.Expr) []string {
	if v, ok := x.(*promela.VarRef); ok {
		for v.Field != nil {
			v = v.Field
		}
		if v.Var.Type.Kind == promela.Mtype {
			return c.names(v.Var.Type)
		}
	}
	return c.model.Mtypes[""]
}

func (c *compiler) queues(chans []made) []vm.Queue {
	var out []vm.Queue
	for _, ch := range chans {
		q := make(vm.Queue, len(ch.init.Fields))
		for i, t := range ch.init.Fields {
			q[i].Names, q[i].Chan = c.names(t), t.Kind == promela.Chan
		}
		out = append(out, q)
	}
	return out
}

// showGlobals and showLocals list the variables to print. SPIN lists locals from the last to the first.
func (c *compiler) showGlobals() {
	c.p.Shown, _ = c.shown(c.model.Globals)
	c.p.Queues = c.queues(c.globalChans())
	at := 0
	for _, st := range []bool{false, true} {
		for _, v := range c.model.Globals {
			if (v.Type.Kind == promela.Struct) == st {
				n := len(c.chansOf(v, c.locs[v], nil))
				c.firstChan[v], c.numChans[v] = at+1, n
				at += n
			}
		}
	}
}

// note records the process's variables that a statement writes, and the global channels in it, in SPIN's
// order.
func (c *compiler) note(s *vm.Stmt, st promela.Stmt) {
	set := func(r *promela.VarRef) {
		if i, ok := c.shownHere[r.Var]; ok {
			s.Sets = append(s.Sets, i)
		}
	}
	use := func(x promela.Expr) { s.Chans = c.chansIn(x, s.Chans) }
	switch st := st.(type) {
	case *promela.Assign:
		use(st.R)
		set(st.L)
	case *promela.Decl:
		set(&promela.VarRef{Var: st.Var})
	case *promela.Send:
		use(st.Chan)
		for _, a := range st.Args {
			use(a)
		}
	case *promela.Recv:
		use(st.Chan)
		for _, a := range st.Args {
			if a.Kind == promela.ArgVar {
				set(a.Var)
			}
		}
	case *promela.Cond:
		use(st.X)
	case *promela.Assert:
		use(st.X)
	case *promela.Printf, *promela.Printm, *promela.SetPriority, *promela.Else, *promela.Break, *promela.Goto:
	case *promela.Labelled, *promela.If, *promela.Do, *promela.Atomic, *promela.DStep, *promela.Block,
		*promela.Unless:
	case nil: // a join
	default:
		panic(unknown(st))
	}
}

// chansIn appends the numbers of the global channels in an expression.
func (c *compiler) chansIn(x promela.Expr, out []int32) []int32 {
	switch x := x.(type) {
	case *promela.VarRef:
		for i := range c.numChans[x.Var] {
			out = append(out, int32(c.firstChan[x.Var]+i))
		}
	case *promela.Unary:
		return c.chansIn(x.X, out)
	case *promela.Binary:
		return c.chansIn(x.Y, c.chansIn(x.X, out))
	case *promela.CondExpr:
		return c.chansIn(x.Else, c.chansIn(x.Then, c.chansIn(x.If, out)))
	case *promela.ChanOp:
		return c.chansIn(x.Chan, out)
	case *promela.Poll:
		return c.chansIn(x.Chan, out)
	case *promela.Run:
		for _, a := range x.Args {
			out = c.chansIn(a, out)
		}
	case nil, *promela.Const, *promela.RemoteLabel, *promela.RemoteVar, *promela.Timeout, *promela.Np,
		*promela.Call:
	default:
		panic(unknown(x))
	}
	return out
}
