package compile

import (
	"slices"

	"gospin/promela"
)

// findDead records, for every element, the variables that it reads or writes and that are written again
// before they are next read: SPIN sets them to 0 then (FSM_ANA of pangen5.c). Of the variables that a
// statement reads, only those of conditions and receives are reset; of those that it writes, all except by x
// = 0.
func (g *graph) findDead() {
	for _, at := range g.order {
		for _, t := range g.edges[at] {
			if t.step == nil {
				continue
			}
			for _, v := range t.reads {
				if blocks(t.step) && g.unread(t.to, v) {
					t.step.die(v)
				}
			}
			for _, v := range t.writes {
				if !clears(t.step) && g.unread(t.to, v) {
					t.step.die(v)
				}
			}
		}
	}
}

func (e *elem) die(v *promela.Var) {
	for _, w := range e.dead {
		if v == w {
			return
		}
	}
	e.dead = append(e.dead, v)
}

// blocks reports whether the element is a condition or a receive.
func blocks(e *elem) bool {
	switch e.stmt.(type) {
	case *promela.Cond, *promela.Recv:
		return e.kind == basic
	}
	return false
}

// clears reports whether the element sets its variable to 0 itself.
func clears(e *elem) bool {
	var x promela.Expr
	switch s := e.stmt.(type) {
	case *promela.Assign:
		x = s.R
	case *promela.Decl:
		switch {
		case s.Var.Init != nil:
			x = s.Var.Init
		case len(s.Var.List) > 0:
			return s.Var.List[0] == 0
		default:
			return true
		}
	}
	k, ok := x.(*promela.Const)
	return ok && k.Val == 0
}

// unread reports whether a variable is written before it is read on the ways from a state. Each state is
// examined at once, and its newest transition first: if that writes the variable, the others do not count.
func (g *graph) unread(state int, v *promela.Var) bool {
	g.walk++
	g.f.c.checkContext()
	var visit func(int) bool
	visit = func(state int) bool {
		if state == 0 || g.seen[state] == g.walk {
			return true
		}
		g.seen[state] = g.walk
		for i := len(g.edges[state]) - 1; i >= 0; i-- {
			t := &g.edges[state][i]
			if slices.Contains(t.reads, v) {
				return false
			}
			if slices.Contains(t.writes, v) {
				return true
			}
			if !visit(t.to) {
				return false
			}
		}
		return true
	}
	return visit(state)
}
