package compile

import "gospin/promela"

// hunt returns the step that control reaches at e (SPIN's huntele): gotos, joins and exits of loops are not
// steps, except if the jump would leave the present atomic sequence.
func (f *flow) hunt(e *elem, atom bool) *elem { return f.huntTo(e, atom, 0) }

// huntTo is hunt, but stops at a given control state.
func (f *flow) huntTo(e *elem, atom bool, stop int) *elem {
	hops := 0
	return f.huntFrom(e, atom, stop, &hops)
}

func (f *flow) huntFrom(e *elem, atom bool, stop int, hops *int) *elem {
	for e.no != stop {
		*hops++
		var g *elem
		switch e.kind {
		case jump:
			g = f.target(e)
		case join, exit:
			g = e.next
		case unless:
			if *hops <= len(f.elems) {
				g = f.huntFrom(e.subs[0].first, atom, stop, hops)
			}
		default:
			return e
		}
		if g == nil || *hops > len(f.elems) || atom && !g.atom {
			return e
		}
		e = g
	}
	return e
}

func (f *flow) target(e *elem) *elem {
	if e.exit != nil {
		return e.exit
	}
	if g, ok := e.stmt.(*promela.Goto); ok {
		return f.labels[g.Label]
	}
	return nil
}

// huntStart returns the guard of a sequence.
func huntStart(e *elem) *elem {
	for {
		switch e.kind {
		case join:
			e = e.next
		case unless:
			e = e.subs[0].first
		default:
			return e
		}
	}
}

// choices appends the elements that can be executed in the state of e, with nested selections flattened.
func choices(e *elem, option bool, dst []*elem) []*elem {
	switch e.kind {
	case choice:
		for _, b := range e.subs {
			dst = choices(huntStart(b.first), true, dst)
		}
		return dst
	case block, atomic:
		return choices(huntStart(e.subs[0].first), option, dst)
	}
	if option && len(e.esc) == 0 && isFalse(e.stmt) {
		return dst
	}
	return append(dst, e)
}

func isFalse(s promela.Stmt) bool {
	c, ok := s.(*promela.Cond)
	if !ok {
		return false
	}
	k, ok := c.X.(*promela.Const)
	return ok && k.Val == 0
}

// after returns where the element leads.
func (f *flow) after(e *elem) *elem {
	switch {
	case e.put:
		return e.to
	case e.kind == jump:
		if g := f.target(e); g != nil {
			return f.hunt(g, e.atom)
		}
		return nil
	case e.next == nil:
		return nil
	}
	return f.hunt(e.next, e.atom)
}
