package compile

import (
	"strings"

	"gospin/promela"
)

type kind uint8

const (
	basic  kind = iota
	choice      // if, do
	join        // end of a selection or unless
	exit        // target of break
	block       // { }, also an atomic within an atomic
	atomic
	dstep
	unless
	jump // goto, break
	end
)

// elem is an element of the flow graph.
type elem struct {
	kind          kind
	stmt          promela.Stmt
	no            int // control state, numbered per process from 1
	id            int // number within the model, as in trails
	atom          bool
	ends          bool // the last of an atomic sequence
	next          *elem
	subs          []*seq
	esc           []*seq
	label         []string
	exit          *elem  // of a break: the exit of its loop
	name          string // of the loop that an exit belongs to
	inD           *elem  // enclosing d_step
	put           bool   // it is in SPIN's tables, and to is set
	to            *elem
	escapeTargets []*elem // targets of its escapes
	m             merging
	dead          []*promela.Var // variables that are not read any more after it
	mark          spinMark
}

// seq is a linked sequence of elements. After the last one there may be others that belong to it only in
// SPIN's tables: a goto whose skip is the last one, and the join.
type seq struct{ first, last, end *elem }

func (s *seq) add(e *elem) {
	if s.first == nil {
		s.first = e
	} else {
		s.end.next = e
	}
	s.last, s.end = e, e
}

// close makes e follow the sequence.
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
	hops   []*elem // gotos with a skip because of remote references: numbered last
}

func (f *flow) elem(k kind, s promela.Stmt) *elem {
	f.c.checkContext()
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

// reduce determines what is merged, and where variables are dead.
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
		f.parse(st, nil)(s)
	}
	return s
}

func labelIs(l, prefix string) bool { return strings.HasPrefix(l, prefix) }

// parse builds the elements inside a statement, in the order in which SPIN does when it has parsed them. It
// returns a function that builds the statement's own elements: for an unless, SPIN does that later for a side
// without braces than for the other.
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

// enclosed builds the element of a sequence in braces.
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

// unless builds the elements of an unless: first what is in braces, then the escape if it has none, then the
// main sequence if it has none.
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

// join builds the join of an unless whose sides are built.
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

// labelledUnless builds the elements of L: { A } unless B, also with an atomic sequence instead of the block.
// As SPIN does, it treats this as L: { { A } unless B }. For other labelled statements it returns nil.
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

// number assigns the next numbers to an element.
func (f *flow) number(e *elem) {
	e.no, e.id = len(f.elems)+1, f.c.nextID
	f.c.nextID++
	f.elems = append(f.elems, e)
}

// jump builds the element of a goto or break. If it has a meaningful label, or one in a remote reference,
// SPIN puts a skip before it, which gets the labels. The goto has a number of its own in any case: before the
// skip's for meaningful labels, after all others for remote references. In the latter case it is not part of
// the sequence around the skip.
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

// at returns the place that SPIN reports for an element.
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
			last = s.After
		}
	case *promela.Do:
		if e.kind == join {
			last = s.After
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
