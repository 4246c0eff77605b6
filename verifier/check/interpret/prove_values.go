package interpret

import (
	"gospin/promela"
)

// known evaluates two expressions that are the same in all states; ok is false if they may not be.
func (y *proof) known(a, b promela.Expr) (v meaning, ok bool) {
	if !y.isKnown(a, y.p) || !y.isKnown(b, y.q) {
		return v, false
	}
	eval := func(e promela.Expr, pid int, p running) int32 {
		y.m.pid, y.m.self = pid, p.at
		return y.expr(e)(y.m)
	}
	return meaning{
		kind: known, left: eval(a, y.pid, y.p), right: eval(b, y.exchange.procs[y.pid], y.q),
	}, true
}

// isKnown reports whether an expression of a process consists of constants, its number, and fixed variables.
func (y *proof) isKnown(e promela.Expr, p running) bool {
	switch e := e.(type) {
	case *promela.Const:
		return true
	case *promela.Unary:
		return y.isKnown(e.X, p)
	case *promela.Binary:
		return y.isKnown(e.X, p) && y.isKnown(e.Y, p)
	case *promela.VarRef:
		if e.Var.Special == promela.PidVar {
			return true
		}
		at, ok := y.Model.fixed(e)
		return ok && e.Var.Special == promela.NotSpecial && e.Var.Proc != nil && y.Orbits.fixed[p.at+at]
	}
	return false
}

// value compares two expressions, and returns what their values mean.
func (y *proof) value(a, b promela.Expr) meaning {
	if v, is := y.known(a, b); is {
		return v
	}
	differs := func() meaning {
		Fail("%s is mapped to no expression", promela.PlainExpr(a))
		return meaning{}
	}
	switch a := a.(type) {
	case *promela.VarRef:
		if b, ok := b.(*promela.VarRef); ok && a.Var.Special == b.Var.Special {
			if a.Var.Special == promela.NrPr {
				return meaning{}
			}
			return y.variableOf(a, b)
		}
	case *promela.Unary:
		b, ok := b.(*promela.Unary)
		if !ok || a.Op != b.Op {
			return differs()
		}
		if a.Op == "!" {
			y.truth(a.X, b.X)
		} else {
			y.plain(a.X, b.X)
		}
		return meaning{}
	case *promela.Binary:
		b, ok := b.(*promela.Binary)
		if !ok || a.Op != b.Op {
			return differs()
		}
		switch a.Op {
		case "==", "!=":
			y.meet(y.value(a.X, b.X), y.value(a.Y, b.Y))
		case "&&", "||":
			if y.anyOrder(a, b) {
				return meaning{}
			}
			y.truth(a.X, b.X)
			y.truth(a.Y, b.Y)
		default:
			y.plain(a.X, b.X)
			y.plain(a.Y, b.Y)
		}
		return meaning{}
	case *promela.CondExpr:
		if b, ok := b.(*promela.CondExpr); ok {
			y.truth(a.If, b.If)
			y.plain(a.Then, b.Then)
			y.plain(a.Else, b.Else)
			return meaning{}
		}
	case *promela.ChanOp:
		if b, ok := b.(*promela.ChanOp); ok && a.Op == b.Op {
			y.message(a.Chan, b.Chan, 0)
			return meaning{}
		}
	case *promela.Poll:
		if b, ok := b.(*promela.Poll); ok && a.Random == b.Random {
			y.receive(a.Chan, b.Chan, unassigned(a.Args), unassigned(b.Args))
			return meaning{}
		}
	case *promela.RemoteLabel:
		if b, ok := b.(*promela.RemoteLabel); ok && y.label(a, b) {
			return meaning{}
		}
	case *promela.Timeout:
		if _, ok := b.(*promela.Timeout); ok {
			return meaning{}
		}
	default: // not proved
	}
	return differs()
}

// label compares remote references to labels, of known processes.
func (y *proof) label(a, b *promela.RemoteLabel) bool {
	if a.PidX == nil || b.PidX == nil {
		return false
	}
	v, is := y.known(a.PidX, b.PidX)
	if all := y.Orbits.procs; is && v.left >= 0 && int(v.left) < len(all) {
		p, q := y.Model.procs[a.Proc], y.Model.procs[b.Proc]
		return int(v.right) == y.exchange.procs[v.left] && all[v.left].proctype == p &&
			all[v.right].proctype == q && p.label(a.Label) == q.label(b.Label)
	}
	return false
}

// variableOf compares two variables, and returns what their values mean.
func (y *proof) variableOf(a, b *promela.VarRef) (v meaning) {
	for i, pair := range y.places(a, b) {
		from, to := pair[0], pair[1]
		c, is := y.cells[from]
		same := y.to[from] == to || from < y.consts && to < y.consts && !c.channel &&
			string(y.vec[from:from+c.size]) == string(y.vec[to:to+c.size])
		if !is || !same || y.cells[to] != c || y.Orbits.fixed[from] {
			Fail("%s is not mapped to %s", promela.PlainExpr(a), promela.PlainExpr(b))
		}
		w := meaning{cell: c.cell}
		if plus, id := y.ids[from]; id {
			w.kind, w.plus = rank, plus
		} else if c.channel {
			w.kind = channelNumber
		}
		if i > 0 && w != v {
			Fail("the elements of %s mean different things", a.Var.Name)
		}
		v = w
	}
	return v
}

// places returns the places that two variables may have, those of one permuted state together.
func (y *proof) places(a, b *promela.VarRef) (out [][2]int) {
	if a.Var.Special != promela.NotSpecial || b.Var.Special != promela.NotSpecial {
		Fail("%s is mapped to no variable", promela.PlainExpr(a))
	}
	if (a.Var.Proc == nil) != (b.Var.Proc == nil) {
		Fail("%s and %s are of different scopes", a.Var.Name, b.Var.Name)
	}
	from, to := 0, 0
	if a.Var.Proc != nil {
		from, to = y.p.at, y.q.at
	}
	return y.within(a, b, from, to, nil)
}

func (y *proof) within(a, b *promela.VarRef, from, to int, out [][2]int) [][2]int {
	from, to = from+y.at[a.Var], to+y.at[b.Var]
	if (a.Index == nil) != (b.Index == nil) || (a.Field == nil) != (b.Field == nil) {
		Fail("%s is mapped to no variable", promela.PlainExpr(a))
	}
	indices := [][2]int{{0, 0}}
	if a.Index != nil {
		indices = y.indices(a, b)
	}
	for _, i := range indices {
		at, other := from+i[0]*y.sizeOf(a.Var), to+i[1]*y.sizeOf(b.Var)
		if a.Field == nil {
			out = append(out, [2]int{at, other})
		} else {
			out = y.within(a.Field, b.Field, at, other, out)
		}
	}
	return out
}

// indices returns the pairs of indices of two elements.
func (y *proof) indices(a, b *promela.VarRef) (out [][2]int) {
	n := max(1, a.Var.Len)
	if n != max(1, b.Var.Len) {
		Fail("%s and %s have other lengths", a.Var.Name, b.Var.Name)
	}
	v := y.value(a.Index, b.Index)
	switch v.kind {
	case known:
		if v.left < 0 || int(v.left) >= n || v.right < 0 || int(v.right) >= n {
			Fail("%s has an index out of range", a.Var.Name)
		}
		return [][2]int{{int(v.left), int(v.right)}}
	case channelNumber:
		Fail("the number of a channel is an index")
	}
	for i := range n {
		k := i
		if v.kind == rank {
			if k = int(y.rank(v.plus, int32(i))); k < 0 || k >= n {
				Fail("%s has no elements for some ranks", a.Var.Name)
			}
		}
		out = append(out, [2]int{i, k})
	}
	return out
}
