package compile

import (
	"gospin/promela"
	"gospin/vm"
)

// sources collects pan's information on control states for its list of unreached states.
type sources struct {
	f    *flow
	out  []vm.Source
	done map[*elem]bool
}

func (f *flow) sources() []vm.Source {
	s := &sources{f: f, out: make([]vm.Source, len(f.elems)+1), done: map[*elem]bool{}}
	for _, e := range f.elems {
		s.place(e)
	}
	s.seq(f.body)
	for _, e := range f.elems {
		if e.m.skipped > 0 {
			s.out[e.m.skipped].Exempt = true
		}
	}
	for _, e := range f.elems {
		if src := &s.out[e.no]; src.Known {
			s.pull(e, src)
		}
	}
	return s.out
}

// seq visits the elements in the order in which SPIN writes their transitions.
func (s *sources) seq(q *seq) {
	for e := q.first; e != nil; e = e.next {
		if !s.done[e] {
			s.done[e] = true
			s.elem(e)
		}
		if e == q.last {
			return
		}
	}
}

var elemKinds = map[kind]vm.ElemKind{
	choice: vm.ElemChoice,
	join:   vm.ElemPass,
	exit:   vm.ElemPass,
	jump:   vm.ElemJump,
	block:  vm.ElemBlock,
	atomic: vm.ElemBlock,
	unless: vm.ElemBlock,
}

// place records the place of an element.
func (s *sources) place(e *elem) {
	src := &s.out[e.no]
	at := s.f.at(e)
	src.End = e.kind == end
	src.Kind, src.Inside = elemKinds[e.kind], e.inD != nil
	next := e.next
	if e.kind == jump {
		next = s.f.after(e)
	}
	if e.kind == dstep {
		src.Inner = uint32(e.subs[0].first.no)
	}
	src.Text = text(e)
	if next != nil {
		src.Next = uint32(next.no)
	}
	src.File, src.Line, src.First = at.File, at.Line, at.Line
	for _, call := range s.f.c.model.Calls[e.stmt] {
		src.Calls = append(src.Calls, vm.Call{Name: call.Name, File: call.Pos.File, Line: call.Pos.Line})
	}
	for _, l := range e.label {
		src.End = src.End || labelIs(l, "end")
	}
}

func (s *sources) elem(e *elem) {
	src := &s.out[e.no]
	src.Known = e.kind != unless
	switch e.kind {
	case choice:
		for _, b := range e.subs {
			s.out[b.first.no].Exempt = true
		}
		for _, b := range e.subs {
			s.seq(b)
		}
	case block, atomic:
		s.out[e.subs[0].first.no].Exempt = true
		s.seq(e.subs[0])
	case unless:
		s.seq(e.subs[0])
	case join, exit, jump, basic:
		src.Exempt = src.Exempt || s.f.plain(e) && e.m.into == 0 && e.m.start == 0
	}
	for _, x := range e.esc {
		s.out[huntStart(x.first).no].Exempt = true
		s.seq(x)
	}
}

func isSkip(st promela.Stmt) bool {
	c, ok := st.(*promela.Cond)
	if !ok {
		return false
	}
	k, ok := c.X.(*promela.Const)
	return ok && k.Val == 1
}

// pull sets a choice's line to that of its first option, and exempts the guards, since the choice reports
// them.
func (s *sources) pull(e *elem, src *vm.Source) {
	if e.kind != choice && e.kind != block && e.kind != atomic {
		return
	}
	for i, g := range choices(e, false, nil) {
		s.out[g.no].Exempt = true
		if i == 0 {
			src.First = s.out[g.no].Line
		}
		src.Via = 0
		if to := s.f.after(g); to != nil {
			src.Via = uint32(to.no)
		}
	}
}
