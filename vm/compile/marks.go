package compile

import "gospin/promela"

// This file determines which transitions SPIN treats as local. It visits elements in the order in which
// SPIN's generator writes them (put_seq, put_el and put_sub of pangen2.c), since one element can make others
// global.

// spinMark is what SPIN's reduction knows about an element.
type spinMark struct {
	put    bool // the other fields are set
	global bool // other processes may notice its transition
	needs  needs
	// Its transition is global for another reason: it is in an atomic sequence with global statements, or a
	// remote reference names it or its target.
	held   bool
	past   bool // visited in the search for a goto's target
	listed bool // its statement is in locality.safe
}

// need is a form of statement for which a control state is only safe as a whole: local, or with a certain
// channel.
type need struct {
	kind  needKind
	chans *promela.Var // the variable, and a typedef's last field
	field *promela.Var
}

type needKind uint8

const (
	needNothing needKind = iota
	needRoom             // nfull, or a send
	needMessage          // nempty, or a receive
	needEmpty
	needFull
	needTimeout
	needTooMany // more than fit: always global
	needYoungest
)

// needs are the needs of a transition; the second is used only with the first.
type needs [2]need

// marker computes the marks of a flow.
type marker struct {
	f *flow
	l *locality
}

// seq marks the elements of a sequence. Within an atomic sequence, each has the needs n.
func (m *marker) seq(s *seq, n needs) {
	for e := s.first; e != nil; e = e.next {
		if !e.mark.put {
			e.mark.put = true
			m.elem(e, n)
		}
		if e == s.end {
			return
		}
	}
}

func (m *marker) elem(e *elem, n needs) {
	m.f.c.checkContext()
	switch e.kind {
	case unless:
		m.seq(e.subs[0], n)
		return
	case choice:
		e.mark.global, e.mark.needs = e.mark.held || m.f.remote(e), n // used if there are no options
		for _, b := range e.subs {
			if m.f.remote(huntStart(b.first)) {
				b.first.mark.held = true
			}
		}
		for _, b := range e.subs {
			m.seq(b, n)
		}
		return
	case block, atomic:
		m.enclosed(e, n)
		return
	case dstep:
		m.enclosed(e, n)
	default:
		m.step(e, n)
	}
	if e.kind == join || e.m.blocked {
		return
	}
	for _, x := range e.esc {
		m.seq(x, needs{})
	}
}

func (m *marker) enclosed(e *elem, n needs) {
	s := e.subs[0]
	alone := e.kind == dstep || e.kind == atomic && !e.atom && !e.ends
	if alone && m.globalSeq(s) {
		m.hold(s)
	}
	if alone {
		var list []need
		listNeeds(s, &list)
		n = atMostTwo(list)
	}
	if e.kind == dstep {
		e.mark.global, e.mark.needs = s.first.mark.held, n
		return
	}
	if m.f.remote(e) || m.f.remote(huntStart(s.first)) {
		s.first.mark.held = true
	}
	m.seq(s, n)
}

func (m *marker) step(e *elem, n needs) {
	if e.m.blocked {
		return
	}
	to := e.to
	if e.m.skipped > 0 {
		to = m.f.elems[e.m.skipped-1]
	}
	if to != nil && (m.f.remote(to) || m.f.remote(e)) {
		e.mark.held = true
	}
	e.mark.global = e.mark.held || m.global(e)
	if e.mark.needs = n; n[0].kind == needNothing {
		e.mark.needs = needsOfElem(e)
	}
}

// global reports whether an element is global by itself.
func (m *marker) global(e *elem) bool {
	if m.f.proc.Provided != nil {
		return true
	}
	switch e.kind {
	case block, atomic, dstep:
		return m.globalSeq(e.subs[0])
	case basic:
		return m.l.statement(e.stmt)
	}
	return false
}

// globalSeq reports whether an element of a sequence is global, or a goto may leave the sequence.
func (m *marker) globalSeq(s *seq) bool {
	m.f.c.checkContext()
	for e := s.first; e != nil; e = e.next {
		if m.f.remote(e) || m.global(e) {
			return true
		}
		if e.kind == jump && e.inD == nil {
			if g := m.goal(e); g != nil && !has(s, g) {
				return true
			}
		}
		if e.kind == choice || e.kind == unless {
			for _, b := range e.subs {
				if m.globalSeq(b) {
					return true
				}
			}
		}
		if e == s.end {
			break
		}
	}
	return false
}

// goal returns the final target of a goto, through gotos and breaks.
func (m *marker) goal(e *elem) *elem {
	for range 32 { // SPIN's limit
		switch e.kind {
		case jump:
			g := m.f.target(e)
			if g == nil {
				return nil
			}
			e = g
		case exit:
			if e.next == nil {
				return e
			}
			e = m.f.hunt(e.next, e.atom)
		default:
			return e
		}
	}
	return nil
}

// has searches for an element in a sequence and after it. As in SPIN, it enters a selection only once.
func has(s *seq, g *elem) bool {
	for e := s.first; e != nil; e = e.next {
		if e == g {
			return true
		}
		if e.mark.past {
			continue
		}
		e.mark.past = true
		if e.kind == choice || e.kind == unless {
			for _, b := range e.subs {
				if has(b, g) {
					return true
				}
			}
		}
	}
	return false
}

// hold makes an atomic sequence completely global.
func (m *marker) hold(s *seq) {
	for e := s.first; e != nil; e = e.next {
		e.mark.held = true
		for _, b := range e.subs {
			m.hold(b)
		}
		if e == s.end {
			return
		}
	}
}

// atMostTwo returns the needs in a list, or the need that means too many.
func atMostTwo(list []need) (out needs) {
	if len(list) > len(out) {
		return needs{{kind: needTooMany}}
	}
	copy(out[:], list)
	return out
}

func listNeeds(s *seq, list *[]need) {
	for e := s.first; e != nil; e = e.next {
		for _, n := range needsOfElem(e) {
			if n.kind != needNothing {
				add(list, n)
			}
		}
		if e.kind == choice || e.kind == unless {
			for _, b := range e.subs {
				listNeeds(b, list)
			}
		}
		if e == s.end {
			return
		}
	}
}

func add(list *[]need, n need) {
	for _, x := range *list {
		if x == n {
			return
		}
	}
	*list = append(*list, n)
}

// needsOfElem returns the needs of an element alone.
func needsOfElem(e *elem) needs {
	if e.kind == end {
		return needs{{kind: needYoungest}}
	}
	if e.kind != basic {
		return needs{}
	}
	switch s := e.stmt.(type) {
	case *promela.Send:
		return needs{needOf(needRoom, s.Chan)}
	case *promela.Recv:
		return needs{needOf(needMessage, s.Chan)}
	case *promela.Cond:
		var list []need
		pollNeeds(s.X, &list)
		return atMostTwo(list)
	}
	return needs{}
}

func needOf(k needKind, v *promela.VarRef) need {
	n := need{kind: k, chans: v.Var}
	for ; v.Field != nil; v = v.Field {
		n.field = v.Field.Var
	}
	return n
}

// pollNeeds appends the polls in a condition, with duplicates.
func pollNeeds(e promela.Expr, list *[]need) {
	switch e := e.(type) {
	case *promela.ChanOp:
		if k := map[promela.Op]needKind{"nfull": needRoom, "nempty": needMessage, "empty": needEmpty,
			"full": needFull}[e.Op]; k != needNothing {
			*list = append(*list, needOf(k, e.Chan))
		}
	case *promela.Timeout:
		*list = append(*list, need{kind: needTimeout})
	case *promela.Unary:
		pollNeeds(e.X, list)
	case *promela.Binary:
		pollNeeds(e.X, list)
		pollNeeds(e.Y, list)
	case *promela.CondExpr:
		pollNeeds(e.If, list)
		pollNeeds(e.Then, list)
		pollNeeds(e.Else, list)
	case *promela.Const, *promela.VarRef, *promela.Poll, *promela.Run, *promela.RemoteLabel,
		*promela.RemoteVar, *promela.Np, *promela.Call:
	default:
		panic(unknown(e))
	}
}
