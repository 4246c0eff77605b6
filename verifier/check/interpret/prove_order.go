package interpret

import (
	"slices"

	"gospin/promela"
)

// A process that does the same for each of several others does it in some order, which a permutation changes.
// This file compares conditions, and assignments in a d_step, whose order does not matter.

// side is one of the two processes that a proof compares.
type side struct {
	running
	pid int
}

func (y *proof) sides() [2]side {
	other := y.exchange.procs[y.pid]
	return [2]side{{y.p, y.pid}, {y.q, other}}
}

// touched appends the places of the variables in an expression; ok is false if its evaluation might fail, or
// the places are not known.
func (y *proof) touched(e promela.Expr, s side, to []int) (_ []int, ok bool) {
	switch e := e.(type) {
	case *promela.Const:
		return to, true
	case *promela.Unary:
		return y.touched(e.X, s, to)
	case *promela.Binary:
		if e.Op == "/" || e.Op == "%" {
			return to, false
		}
		if to, ok = y.touched(e.X, s, to); ok {
			to, ok = y.touched(e.Y, s, to)
		}
		return to, ok
	case *promela.VarRef:
		plain := e.Var.Special == promela.NotSpecial && e.Field == nil
		if !plain || e.Index != nil && !y.isKnown(e.Index, s.running) {
			return to, false
		}
		y.m.pid, y.m.self = s.pid, s.at
		at, _ := y.ref(e)
		return append(to, at(y.m)), true
	}
	return to, false
}

// operands returns the operands of nested && or ||.
func operands(e promela.Expr, op promela.Op) []promela.Expr {
	if b, ok := e.(*promela.Binary); ok && b.Op == op {
		return append(operands(b.X, op), operands(b.Y, op)...)
	}
	return []promela.Expr{e}
}

// anyOrder compares the operands of && or ||, if the order of their evaluation does not matter.
func (y *proof) anyOrder(a, b *promela.Binary) bool {
	some, others := operands(a, a.Op), operands(b, a.Op)
	for _, e := range some {
		if _, ok := y.touched(e, y.sides()[0], nil); !ok {
			return false
		}
	}
	for _, e := range others {
		if _, ok := y.touched(e, y.sides()[1], nil); !ok {
			return false
		}
	}
	return paired(some, others, y.truth)
}

// paired reports whether each of some things has another one, for which same does not fail.
func paired[T any](some, others []T, same func(x, y T)) bool {
	if len(some) != len(others) {
		return false
	}
	others = slices.Clone(others)
	for _, x := range some {
		i := slices.IndexFunc(others, func(z T) bool { return Try(func() { same(x, z) }) == nil })
		if i < 0 {
			return false
		}
		others = slices.Delete(others, i, i+1)
	}
	return true
}

// assignments returns the assignments that follow each other in a d_step from a control state on, and the
// control state after them; none if they depend on their order.
func (y *proof) assignments(at int, s side) (out []*promela.Assign, after int) {
	var written, read []int
	for ; at != outside && len(s.states[at]) == 1; at = s.states[at][0].to {
		a, ok := s.states[at][0].stmt.(*promela.Assign)
		if !ok || len(out) > 255 {
			break
		}
		to, ok := y.touched(a.L, s, nil)
		if !ok {
			break
		}
		uses, fine := []int(nil), true
		if a.R != nil {
			uses, fine = y.touched(a.R, s, nil)
		}
		uses = slices.DeleteFunc(uses, func(at int) bool { return at == to[0] })
		if !fine || slices.Contains(written, to[0]) || slices.Contains(read, to[0]) ||
			slices.ContainsFunc(uses, func(at int) bool { return slices.Contains(written, at) }) {
			break
		}
		out, written, read = append(out, a), append(written, to[0]), append(read, uses...)
	}
	return out, at
}

// together compares assignments whose order does not matter, and returns the control state after them.
func (y *proof) together(at int) (after int, ok bool) {
	sides := y.sides()
	some, after := y.assignments(at, sides[0])
	others, other := y.assignments(at, sides[1])
	return after, len(some) > 1 && after == other &&
		paired(some, others, func(a, b *promela.Assign) { y.statement(a, b) })
}
