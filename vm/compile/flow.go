package compile

import (
	"fmt"
	"strings"

	"gospin/promela"
)

type kind uint8

const (
	basic  kind = iota
	choice      // if, do
	join        // where a selection or unless ends
	exit        // where break leads
	block       // { }, also an atomic within an atomic
	atomic
	dstep
	unless
	jump // goto, break
	end
)

// elem is an element of the flow graph.
type elem struct {
	kind  kind
	stmt  promela.Stmt
	no    int // control state, per process from 1
	id    int // number within the model, as in trails
	atom  bool
	ends  bool // the last of an atomic sequence
	next  *elem
	subs  []*seq
	esc   []*seq
	label []string
	to    *elem  // of a break: the exit of its loop
	name  string // of the exit of a loop
	inD   *elem  // the d_step around it
	hop   *elem  // the goto that a skip made for its label takes
}

// seq is a linked sequence of elements.
type seq struct{ first, last *elem }

func (s *seq) add(e *elem) {
	if s.first == nil {
		s.first = e
	} else {
		s.last.next = e
	}
	s.last = e
}

// flow builds the elements of one process.
type flow struct {
	c      *compiler
	proc   *promela.Proc
	elems  []*elem
	loops  []*elem
	labels map[string]*elem
	guards map[string]*elem // labels on the first statement of an option
	body   *seq
	start  *elem
	spare  int // numbers of statements that SPIN spends at the end of the process
}

func (f *flow) elem(k kind, s promela.Stmt) *elem {
	e := &elem{kind: k, stmt: s, no: len(f.elems) + 1, id: f.c.nextID}
	f.c.nextID++
	f.elems = append(f.elems, e)
	return e
}

func newFlow(c *compiler, p *promela.Proc) *flow {
	f := &flow{c: c, proc: p, labels: map[string]*elem{}, guards: map[string]*elem{}}
	f.body = f.seq(p.Body)
	e := f.elem(end, nil)
	f.body.add(e)
	c.nextID += f.spare
	for _, t := range f.elems {
		if t.kind == choice {
			for _, o := range t.subs {
				prune(o)
			}
		}
	}
	f.link(f.body)
	f.start = f.hunt(f.body.first, f.body.first.atom)
	return f
}

func (f *flow) seq(b *promela.Seq) *seq {
	s := &seq{}
	for _, st := range b.Steps {
		f.stmt(s, st, nil)
	}
	return s
}

func labelIs(l, prefix string) bool { return strings.HasPrefix(l, prefix) }

func (f *flow) stmt(s *seq, st promela.Stmt, labels []string) {
	var e *elem
	switch st := st.(type) {
	case *promela.Labelled:
		f.stmt(s, st.Stmt, append(append([]string{}, labels...), st.Label))
		return
	case *promela.If:
		e, _ = f.selection(s, st, st.Options, false)
	case *promela.Do:
		e, _ = f.selection(s, st, st.Options, true)
	case *promela.Unless:
		main := f.seq(st.Main)
		escape := f.seq(st.Escape)
		e = f.elem(unless, st)
		t := f.elem(join, st)
		e.subs = []*seq{main, escape}
		main.last.next, escape.last.next = t, t
		s.add(e)
		s.add(t)
		f.attach(main, escape)
	case *promela.Block:
		b := f.seq(st.Body)
		e = f.elem(block, st)
		e.subs = []*seq{b}
		s.add(e)
	case *promela.Atomic:
		b := f.seq(st.Body)
		e = f.elem(atomic, st)
		e.subs = []*seq{b}
		f.atomic(b)
		s.add(e)
	case *promela.DStep:
		from := len(f.elems)
		b := f.seq(st.Body)
		e = f.elem(dstep, st)
		e.subs = []*seq{b}
		f.atomic(b)
		for _, x := range f.elems[from : len(f.elems)-1] {
			x.inD = e
		}
		s.add(e)
	case *promela.Goto, *promela.Break:
		skip, numbered := f.skipBefore(labels)
		switch {
		case skip && numbered:
			hop := f.jump(st)
			e = f.elem(basic, skipAt(st.At()))
			e.hop = hop
		case skip:
			f.spare++
			hop := f.loose(st)
			e = f.elem(basic, skipAt(st.At()))
			e.hop = hop
		default:
			e = f.jump(st)
		}
		s.add(e)
	default:
		e = f.elem(basic, st)
		s.add(e)
	}
	for _, l := range labels {
		e.label = append(e.label, l)
		f.labels[l] = e
	}
}

func (f *flow) jump(st promela.Stmt) *elem {
	e := f.loose(st)
	e.no, e.id = len(f.elems)+1, f.c.nextID
	f.c.nextID++
	f.elems = append(f.elems, e)
	return e
}

// loose makes the element of a goto or break without a number of its own.
func (f *flow) loose(st promela.Stmt) *elem {
	e := &elem{kind: jump, stmt: st}
	if _, ok := st.(*promela.Break); ok && len(f.loops) > 0 {
		e.to = f.loops[len(f.loops)-1]
	}
	return e
}

// skipBefore tells if a goto with these labels is made a skip that leads where the goto does. For the labels that
// mean something the goto keeps a number besides the skip's, for those of remote references it does not.
func (f *flow) skipBefore(labels []string) (skip, numbered bool) {
	for _, l := range labels {
		if promela.Marks(l) {
			return true, true
		}
		skip = skip || f.c.model.Remote[promela.LabelRef{Proc: f.proc, Label: l}]
	}
	return skip, false
}

// at is the place that SPIN tells of an element.
func (f *flow) at(e *elem) promela.Pos {
	if e.kind == end {
		return f.proc.End
	}
	var last promela.Pos
	switch s := e.stmt.(type) {
	case *promela.Cond:
		last = s.End
	case *promela.Assert:
		last = s.End
	case *promela.If:
		if e.kind == join {
			last = s.Behind
		}
	case *promela.Do:
		if e.kind == join {
			last = s.Behind
		}
	}
	if last.Line > 0 {
		return last
	}
	return e.stmt.At()
}

func skipAt(pos promela.Pos) promela.Stmt {
	b := promela.Base{Pos: pos}
	return &promela.Cond{Base: b, X: &promela.Const{Base: b, Val: 1}}
}

func (f *flow) selection(s *seq, st promela.Stmt, options []*promela.Seq, loop bool) (*elem, *elem) {
	var out *elem
	if loop {
		out = &elem{kind: exit, stmt: st, name: fmt.Sprintf(":b%d", f.c.dos)}
		f.c.dos++
		f.loops = append(f.loops, out)
	}
	var subs, last []*seq
	seqs := make([]*seq, len(options))
	for i := range options {
		if d, ok := st.(*promela.Do); ok && d.Select {
			i = len(options) - 1 - i // SPIN numbers the way on first
		}
		seqs[i] = f.seq(options[i])
	}
	for i, o := range options {
		b := seqs[i]
		if _, ok := unlabel(o.Steps[0]).(*promela.Else); ok {
			last = append(last, b)
		} else {
			subs = append(subs, b)
		}
	}
	e := f.elem(choice, st)
	e.subs = append(subs, last...)
	t := f.elem(join, st)
	for _, b := range e.subs {
		b.last.next = t
	}
	if !loop {
		s.add(e)
		s.add(t)
		return e, t
	}
	f.loops = f.loops[:len(f.loops)-1]
	out.no, out.id = len(f.elems)+1, f.c.nextID
	f.c.nextID++
	f.elems = append(f.elems, out)
	s.add(t)
	s.add(e)
	s.add(out)
	return e, out
}

func unlabel(s promela.Stmt) promela.Stmt {
	for {
		l, ok := s.(*promela.Labelled)
		if !ok {
			return s
		}
		s = l.Stmt
	}
}

// prune drops the redundant skips of an option, as SPIN does: of a run of unlabelled skips and prints, every skip
// from the second on that is neither the first nor the last statement.
func prune(o *seq) {
	run := 0
	var prev *elem
	for e := o.first; e != nil; e = e.next {
		skip, print := false, false
		if e.kind == basic && len(e.label) == 0 {
			switch s := e.stmt.(type) {
			case *promela.Cond:
				c, ok := s.X.(*promela.Const)
				skip = ok && c.Val == 1
			case *promela.Printf, *promela.Printm:
				print = true
			}
		}
		if skip || print {
			run++
		} else {
			run = 0
		}
		if skip && run > 1 && e != o.first && e != o.last {
			prev.next = e.next
		} else {
			prev = e
		}
		if e == o.last {
			return
		}
	}
}

// link makes what follows a block follow its last statement.
func (f *flow) link(s *seq) {
	for e := s.first; e != nil; e = e.next {
		switch e.kind {
		case block, atomic, dstep:
			e.subs[0].last.next = e.next
		}
		for _, b := range e.subs {
			f.link(b)
		}
		if e == s.last {
			return
		}
	}
}

// atomic marks an atomic sequence: all elements but the one that ends it.
func (f *flow) atomic(s *seq) {
	walk(s)
	l := s.last
	switch l.kind {
	case block, atomic, unless:
		f.atomic(l.subs[0])
	default:
		l.atom, l.ends = false, true
	}
}

func walk(s *seq) {
	for e := s.first; e != nil; e = e.next {
		e.atom = true
		if e.kind != dstep {
			for _, b := range e.subs {
				walk(b)
			}
		}
		if e == s.last {
			return
		}
	}
}

// attach makes escape interrupt every statement of s; the outermost escape of a statement comes first.
func (f *flow) attach(s, escape *seq) {
	for e := s.first; e != nil; e = e.next {
		f.attachTo(e, escape)
		if e == s.last {
			return
		}
	}
}

func (f *flow) attachTo(e *elem, escape *seq) {
	for _, x := range e.esc {
		if x == escape {
			return
		}
	}
	for _, x := range e.esc {
		f.attach(x, escape)
	}
	e.esc = append([]*seq{escape}, e.esc...)
	switch e.kind {
	case unless:
		f.attach(e.subs[0], escape)
	case choice:
		for _, b := range e.subs {
			f.attach(b, escape)
		}
	case block, atomic:
		f.attach(e.subs[0], escape)
	}
}
