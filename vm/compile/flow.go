package compile

import (
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
	exit  *elem  // of a break: the exit of its loop
	name  string // of the exit of a loop
	inD   *elem  // the d_step around it
	put   bool   // it is in SPIN's tables, and leads to to
	to    *elem
	away  []*elem // where its escapes lead
	m     merging
	dead  []*promela.Var // what nothing reads after it
	mark  spinMark
}

// seq is a linked sequence of elements. Behind the last one may come others that belong to it in SPIN's
// tables only: a goto for which the last one is a skip, and the join.
type seq struct{ first, last, end *elem }

func (s *seq) add(e *elem) {
	if s.first == nil {
		s.first = e
	} else {
		s.end.next = e
	}
	s.last, s.end = e, e
}

// close lets what is after the sequence follow it.
func (s *seq) close(e *elem) { s.end.next = e }

// flow builds the elements of one process.
type flow struct {
	c      *compiler
	proc   *promela.Proc
	elems  []*elem
	loops  []*elem
	labels map[string]*elem
	body   *seq
	start  *elem
	merged bool    // statements are merged
	hops   []*elem // gotos that labels of remote references made skips of: their control states come last
}

func (f *flow) elem(k kind, s promela.Stmt) *elem {
	f.c.look()
	e := &elem{kind: k, stmt: s, no: len(f.elems) + 1, id: f.c.nextID}
	f.c.nextID++
	f.elems = append(f.elems, e)
	return e
}

func newFlow(c *compiler, p *promela.Proc) *flow {
	f := &flow{c: c, proc: p, labels: map[string]*elem{}}
	f.body = f.seq(p.Body)
	e := f.elem(end, nil)
	f.body.add(e)
	for _, e := range f.hops {
		e.no = len(f.elems) + 1
		f.elems = append(f.elems, e)
	}
	for _, t := range f.elems {
		if t.kind == choice && f.prunes(t.stmt) {
			for _, o := range t.subs {
				prune(o)
			}
		}
	}
	f.link(f.body)
	f.reduce()
	f.putSeq(f.body)
	f.start = f.hunt(f.body.first, f.body.first.atom)
	return f
}

// reduce decides what is merged, and where variables are dead.
func (f *flow) reduce() {
	r := &f.c.reduce
	if f.proc.Kind != promela.Proctype && f.proc.Kind != promela.Init || !r.merge && !r.dataflow {
		return
	}
	g := newGraph(f)
	if r.dataflow {
		g.findDead()
	}
	if f.merged = r.merge; f.merged {
		f.merge(g)
	}
}

func (f *flow) seq(b *promela.Seq) *seq {
	s := &seq{}
	for _, st := range b.Steps {
		f.stmt(s, st, nil)
	}
	return s
}

func labelIs(l, prefix string) bool { return strings.HasPrefix(l, prefix) }

func (f *flow) stmt(s *seq, st promela.Stmt, labels []string) { f.parse(st, labels)(s) }

// parse makes the elements within a statement, as SPIN does when it has parsed them, and returns what
// makes the statement's own, which the side of an unless that has no braces gets later than the other
// side.
func (f *flow) parse(st promela.Stmt, labels []string) func(*seq) {
	var add func(*seq) *elem
	switch st := st.(type) {
	case *promela.Labelled:
		return f.parse(st.Stmt, append(append([]string{}, labels...), st.Label))
	case *promela.If:
		add = f.selection(st, st.Options, false)
	case *promela.Do:
		add = f.selection(st, st.Options, true)
	case *promela.Unless:
		if l, ok := st.Main.Steps[0].(*promela.Labelled); ok && len(st.Main.Steps) == 1 {
			if wrap := f.labelledUnless(st, l); wrap != nil {
				return wrap
			}
		}
		add = f.unless(st)
	case *promela.Block:
		add = f.enclosed(block, st, f.seq(st.Body))
	case *promela.Atomic:
		b := f.seq(st.Body)
		f.atomic(b)
		add = f.enclosed(atomic, st, b)
	case *promela.DStep:
		add = f.dstep(st)
	case *promela.Goto, *promela.Break:
		add = func(s *seq) *elem { return f.jump(s, st, labels) }
	case *promela.Decl, *promela.Assign, *promela.Send, *promela.Recv, *promela.Printf, *promela.Printm,
		*promela.Assert, *promela.Cond, *promela.SetPriority, *promela.Else:
		add = func(s *seq) *elem {
			e := f.elem(basic, st)
			s.add(e)
			return e
		}
	}
	return func(s *seq) {
		e := add(s)
		for _, l := range labels {
			f.labelled(e, l)
		}
	}
}

// enclosed makes the element of a sequence in braces.
func (f *flow) enclosed(k kind, st promela.Stmt, b *seq) func(*seq) *elem {
	return func(s *seq) *elem {
		e := f.elem(k, st)
		e.subs = []*seq{b}
		s.add(e)
		return e
	}
}

func (f *flow) dstep(st *promela.DStep) func(*seq) *elem {
	from := len(f.elems)
	b := f.seq(st.Body)
	f.atomic(b)
	within := f.elems[from:]
	return func(s *seq) *elem {
		e := f.enclosed(dstep, st, b)(s)
		for _, x := range within {
			x.inD = e
			if x.kind == dstep {
				x.kind = block
			}
		}
		return e
	}
}

// unless makes the elements of an unless. What braces enclose is made first, then the escape if it has
// none, then the main sequence if it has none.
func (f *flow) unless(st *promela.Unless) func(*seq) *elem {
	var main *seq
	var rest func(*seq)
	if first := st.Main.Steps[0]; len(st.Main.Steps) > 1 || first.At() != st.At() {
		main = f.seq(st.Main)
	} else {
		main, rest = &seq{}, f.parse(first, nil)
	}
	escape := f.seq(st.Escape)
	return func(s *seq) *elem {
		if rest != nil {
			rest(main)
		}
		return f.join(s, st, main, escape)
	}
}

// join makes the elements of an unless whose sides are made.
func (f *flow) join(s *seq, st *promela.Unless, main, escape *seq) *elem {
	e := f.elem(unless, st)
	t := f.elem(join, st)
	e.subs = []*seq{main, escape}
	for _, b := range e.subs {
		b.close(t)
		b.end = t
	}
	s.add(e)
	s.add(t)
	f.attach(main, escape)
	return e
}

// labelledUnless makes the elements of L: { A } unless B, and of an atomic sequence instead of the block:
// as SPIN does, it lifts the label, to L: { { A } unless B }. Of other statements with labels it makes
// none.
func (f *flow) labelledUnless(st *promela.Unless, l *promela.Labelled) func(*seq) {
	var main *seq
	var kind kind
	switch b := unlabel(l).(type) {
	case *promela.Block:
		main, kind = f.seq(b.Body), block
	case *promela.Atomic:
		main, kind = f.seq(b.Body), atomic
		f.atomic(main)
	default:
		return nil
	}
	inner := &seq{}
	f.join(inner, st, main, f.seq(st.Escape))
	return func(s *seq) {
		e := f.enclosed(kind, st, inner)(s)
		for ; l != nil; l, _ = l.Stmt.(*promela.Labelled) {
			f.labelled(e, l.Label)
		}
	}
}

func (f *flow) labelled(e *elem, label string) {
	e.label = append(e.label, label)
	f.labels[label] = e
}

// number gives an element the next numbers.
func (f *flow) number(e *elem) {
	e.no, e.id = len(f.elems)+1, f.c.nextID
	f.c.nextID++
	f.elems = append(f.elems, e)
}

// jump makes the element of a goto or break. If labels mean something, or remote references name one,
// SPIN puts a skip in front of it, which has the labels then. The goto has a number of its own either
// way: before the skip's for labels that mean something, after all others for remote references. It is
// no part then of what is around the skip.
func (f *flow) jump(s *seq, st promela.Stmt, labels []string) *elem {
	e := &elem{kind: jump, stmt: st}
	if _, ok := st.(*promela.Break); ok && len(f.loops) > 0 {
		e.exit = f.loops[len(f.loops)-1]
	}
	remote := false
	for _, l := range labels {
		if promela.Marks(l) {
			f.number(e)
			skip := f.elem(basic, skipAt(st.At()))
			s.add(skip)
			s.add(e)
			return skip
		}
		remote = remote || f.c.model.Remote[promela.LabelRef{Proc: f.proc, Label: l}]
	}
	if remote {
		skip := f.elem(basic, skipAt(st.At()))
		s.add(skip)
		s.close(e)
		s.end = e
		f.hops = append(f.hops, e)
		return skip
	}
	f.number(e)
	s.add(e)
	return e
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
