package compile

import "gospin/promela"

// SPIN's merging of statements: a statement that no other process can notice is executed in one step with
// those before it (FSM_MERGER of pangen5.c, case_cache of pangen2.c). This file follows SPIN exactly, so that
// states and steps are pan's; liveness.go and pass.go have our own rules.

// merging is the decision about an element. It refers to states by number; 0 means none.
type merging struct {
	into     int // it is part of a group that leads to this state
	start    int // it may block, and a group follows that leads to this state
	single   int // it could be in a group, but not what follows; it leads to this state
	entered  int // number of elements that lead to it
	absorbed bool
	group    []*elem // executed with it, in order
	skipped  int     // the state that it would lead to without merging, if different
	blocked  bool    // pan has no transition for it
}

// merger determines what is merged in a process.
type merger struct {
	*graph
	local    *locality
	building map[*elem]bool
}

// merge determines which elements of the process form groups.
func (f *flow) merge(g *graph) {
	m := &merger{graph: g, local: f.c.locality, building: map[*elem]bool{}}
	for i := len(g.order) - 1; i >= 0; i-- {
		for _, t := range g.edges[g.order[i]] {
			if t.step != nil {
				t.step.m.entered = g.in[g.order[i]]
				m.join(t)
			}
		}
	}
	for i := len(g.order) - 1; i >= 0; i-- {
		for _, t := range g.edges[g.order[i]] {
			if t.step != nil && t.step.m.into == 0 && m.starts(t.step) {
				if next := g.step(t.to); next != nil {
					t.step.m.start = next.m.into
					if next.m.into == 0 {
						t.step.m.start = next.m.single
					}
				}
			}
		}
	}
	f.hunt(f.body.first, f.body.first.atom).m.entered = 1
}

// step returns the element of the newest edge from a state.
func (g *graph) step(state int) *elem {
	if n := len(g.edges[state]); n > 0 {
		return g.edges[state][n-1].step
	}
	return nil
}

// join merges the statement into a group, if that is allowed for it and the next one.
func (m *merger) join(t edge) {
	if t.step.m.into != 0 || !m.fits(t.step) {
		return
	}
	if next := m.only(t.to); next == nil || !m.fits(next) {
		t.step.m.single = t.to
		return
	}
	m.build(t.step)
}

// build adds the element to a group and returns where the group leads, or 0 if the element can't be added.
func (m *merger) build(e *elem) int {
	switch {
	case e == nil:
		return 0
	case e.m.into != 0:
		return e.m.into
	case !m.fits(e) || m.building[e]:
		return 0
	}
	m.building[e] = true
	to := m.edges[e.no][0].to
	e.m.into = m.build(m.only(to))
	if e.m.into == 0 {
		e.m.into = to
	}
	delete(m.building, e)
	return e.m.into
}

// fits reports whether an element may follow another one in a group: it can't block and has no label, and no
// other process can notice it, or it is within an atomic sequence.
func (m *merger) fits(e *elem) bool {
	switch e.kind {
	case jump, join:
	case basic:
		switch e.stmt.(type) {
		case *promela.Assign, *promela.Decl, *promela.Printf, *promela.Printm, *promela.Assert:
		default:
			return false
		}
	default:
		return false
	}
	return len(e.esc) == 0 && len(e.label) == 0 && m.unnoticed(e)
}

// starts reports whether an element that may block may be the first of a group.
func (m *merger) starts(e *elem) bool {
	if e.kind != basic || len(e.esc) > 0 || m.f.remote(e) {
		return false
	}
	switch s := e.stmt.(type) {
	case *promela.Cond:
		if runs(s.X) {
			return false
		}
	case *promela.Recv:
	case *promela.Send:
		if m.f.c.rendezvous {
			return false
		}
	default:
		return false
	}
	return m.unnoticed(e)
}

func (m *merger) unnoticed(e *elem) bool {
	return e.atom || e.ends || e.kind != basic || !m.local.statement(e.stmt)
}

// remote reports whether a remote reference names the element.
func (f *flow) remote(e *elem) bool {
	for _, l := range e.label {
		if f.c.model.Remote[promela.LabelRef{Proc: f.proc, Label: l}] {
			return true
		}
	}
	return false
}

func runs(e promela.Expr) (found bool) {
	promela.EachExpr(e, func(e promela.Expr) {
		_, ok := e.(*promela.Run)
		found = found || ok
	})
	return found
}

// group collects the group that begins with an element, when the element is put into SPIN's table.
func (f *flow) group(e *elem) {
	if !f.merged {
		return
	}
	if e.m.into == 0 && e.m.start == 0 && f.plain(e) {
		return
	}
	if e.m.absorbed || e.m.entered == 0 {
		e.m.blocked = e.kind != join && e.kind != jump
		return
	}
	to := e.m.start
	if to == 0 {
		to = e.m.into
	}
	if to == 0 {
		return
	}
	for x := f.follow(e, to); x != nil && x.no != to; x = f.follow(x, to) {
		if x.m.into == 0 && x.m.single == 0 {
			break
		}
		e.m.group = append(e.m.group, x)
		x.m.absorbed = x.m.absorbed || x.m.entered == 1
	}
	if e.to != nil && e.to.no != to {
		e.m.skipped = e.to.no
	}
	e.to = f.elems[to-1]
}

// plain reports whether pan uses its common transition for an element.
func (f *flow) plain(e *elem) bool {
	if e.kind == basic {
		_, other := e.stmt.(*promela.Else)
		return other || isSkip(e.stmt)
	}
	return e.kind == jump || e.kind == join || e.kind == exit
}

// follow returns the element after another one on the way to a state.
func (f *flow) follow(e *elem, to int) *elem {
	if e.kind != jump {
		return e.next
	}
	return f.huntTo(f.target(e), e.atom, to)
}
