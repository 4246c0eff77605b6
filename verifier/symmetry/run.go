package symmetry

import (
	"fmt"
	"maps"
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// node is a decision: what a transition does, depending on the state before it. It is a condition or an end.
type node struct {
	atom    *term
	yes, no *node
	end     *end
}

// end is what a transition does in the states that lead to it.
type end struct {
	enabled bool
	fails   bool // with a run-time error, which ends the search
	writes  map[place]*term
	acts    []*term // on channels, and failures
}

// budget limits the conditions and steps of one transition's decisions; AllSteps those of all transitions,
// and the conditions that are compared.
const (
	budget   = 4000
	AllSteps = 30_000

	factsOfStep = 8
)

// refusal is the panic that ends the evaluation of a transition, with the reason.
type refusal string

func refuse(format string, a ...any) { panic(refusal(fmt.Sprintf(format, a...))) }

// run evaluates a transition of a process for all states at once.
type run struct {
	m      *model
	pid    int
	before values // what is known of the process before the transition
	states []vm.StateInfo
	used   *uses
	left   int
}

// sym is what is known during the evaluation.
type sym struct {
	facts  *fact
	writes map[place]*term
	acts   []*term
	ver    map[int32]int // by channel: the number of messages moved so far
	msg    []*term
}

func (s *sym) fork(atom *term, is bool) *sym {
	return &sym{
		facts: s.facts.and(atom, is), writes: maps.Clone(s.writes), acts: slices.Clip(s.acts),
		ver: maps.Clone(s.ver), msg: s.msg,
	}
}

func (s *sym) act(name string, k int32, args ...*term) {
	s.acts = append(s.acts, (&term{kind: other, name: name, k: k, args: args}).keyed())
}

type then func(s *sym) *node

// followOne returns the decision of a transition.
func (m *model) followOne(
	pid, at int, states []vm.StateInfo, t *vm.Trans, used *uses,
) (n *node, why string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			why = string(r)
		default:
			panic(r)
		}
	}()
	x := &run{m: m, pid: pid, before: m.at(pid, at), states: states, used: used, left: budget}
	s := &sym{writes: map[place]*term{}, ver: map[int32]int{}}
	done := func(s *sym) *node {
		m.settles(pid, s)
		m.keeps(s, pid, x.before, m.at(pid, int(t.To)))
		return &node{end: s.end(true)}
	}
	never := func(s *sym) *node { return &node{end: s.end(false)} }
	if t.Guard == vm.GuardDStep {
		return x.steps(t.Sub, true, s, func(s *sym) *node { return x.effect(t.EffectPC, s, done) }, never), ""
	}
	return x.guard(t, s, func(s *sym) *node { return x.apply(t, s, done) }, never), ""
}

// end returns the end of the evaluation. It omits writes that do not change a cell.
func (s *sym) end(enabled bool) *end {
	for p, t := range s.writes {
		if t.kind == cell && t.p == p {
			delete(s.writes, p)
		}
	}
	return &end{enabled: enabled, writes: s.writes, acts: s.acts}
}

// settles records the cells of a process that should rest, but don't.
func (m *model) settles(pid int, s *sym) {
	for p, t := range s.writes {
		if !m.rests[p] {
			continue
		}
		if k := m.constants[p]; (t.kind != constant || t.k != k) && m.looks(rest) {
			m.restless[p] = true
		}
		delete(s.writes, p)
	}
}

func (x *run) spend(f *fact) {
	if x.left--; x.left < 0 {
		refuse("a step is too long, or has too many cases, to be looked at")
	}
	x.m.spend(f)
}

// spend counts a step; it costs more, the more is known.
func (m *model) spend(f *fact) {
	if *m.steps -= 1 + f.len()/factsOfStep; *m.steps < 0 {
		refuse("the model is too large to be looked at")
	}
}

// fails returns the end for a run-time error.
func (x *run) fails(s *sym, msg string) *node {
	s.act("fails "+msg, 0)
	out := s.end(true)
	out.fails = true
	return &node{end: out}
}

// test continues for a value that is 0, and for one that is not.
func (x *run) test(t *term, s *sym, yes, no then) *node {
	switch {
	case t.kind == compute && t.op == vm.OpNot:
		return x.test(t.args[0], s, no, yes)
	case t.kind == compute && t.op == vm.OpBool:
		return x.test(t.args[0], s, yes, no)
	case t.kind == compute && t.op == vm.OpNe:
		t, _ = computed(vm.OpEq, t.args...)
		yes, no = no, yes
	case t.kind == cell || t.kind == message:
		t, _ = computed(vm.OpEq, t, konst(0))
		yes, no = no, yes
	}
	if is, known := s.facts.knows(t); known {
		if is {
			return yes(s)
		}
		return no(s)
	}
	x.spend(s.facts)
	*x.m.steps -= len(s.writes) // which are copied
	return &node{atom: t, yes: yes(s.fork(t, true)), no: no(s.fork(t, false))}
}

// guard continues for an executable transition, and for one that is not.
func (x *run) guard(t *vm.Trans, s *sym, yes, no then) *node {
	switch t.Guard {
	case vm.GuardTrue, vm.GuardElse:
		return yes(s)
	case vm.GuardFalse:
		return no(s)
	case vm.GuardExpr:
		return x.code(t.GuardPC, nil, s, func(st []*term, s *sym) *node {
			return x.test(top(st), s, yes, no)
		})
	case vm.GuardCmpC:
		v := x.load(t.Cell.C, x.place(t.Cell.Base, t.Cell.A), s)
		return x.test(x.compared(t.Cmp, v, t.Const), s, yes, no)
	case vm.GuardSend:
		return x.channel(t, s, func(c int32, s *sym) *node {
			if x.m.slots(c) == 0 || x.m.prog.Lossy {
				return yes(s)
			}
			return x.test(x.ask("full", c, s), s, no, yes)
		})
	case vm.GuardRecv:
		return x.channel(t, s, func(c int32, s *sym) *node {
			return x.pattern(t.Pattern, 0, nil, c, s, func(fields []*term, s *sym) *node {
				return x.test(x.accepts(t, c, fields, s), s, yes, no)
			})
		})
	}
	refuse("a step inside of another")
	return nil
}

func top(st []*term) *term { return st[len(st)-1] }

// ask returns the term of a question about a channel in its present state.
func (x *run) ask(what string, c int32, s *sym) *term {
	return (&term{kind: other, name: fmt.Sprintf("%s %d", what, s.ver[c]), p: place{ofChannel, c}, k: c}).keyed()
}

// accepts returns the term for whether there is a message that a receive takes.
func (x *run) accepts(t *vm.Trans, c int32, fields []*term, s *sym) *term {
	a := x.ask(fmt.Sprintf("accepts %v", t.Random), c, s)
	a.args = fields
	return a.keyed()
}

// anything is a field of a pattern that any value matches.
var anything = (&term{kind: other, name: "any"}).keyed()

// pattern evaluates the fields of a receive's pattern, as conditions on messages.
func (x *run) pattern(
	pattern int32, k int, fields []*term, c int32, s *sym, then func([]*term, *sym) *node,
) *node {
	p := &x.m.prog.Patterns[pattern]
	if k == len(p.Fields) {
		return then(fields, s)
	}
	next := func(t *term, s *sym) *node {
		if t != anything {
			t, _ = computed(vm.OpEq, x.field(c, k, s), t)
		}
		return x.pattern(pattern, k+1, append(slices.Clip(fields), t), c, s, then)
	}
	switch f := &p.Fields[k]; f.Kind {
	case vm.PatConst:
		x.used.note(x.field(c, k, s), f.A)
		return next(konst(f.A), s)
	case vm.PatEval:
		return x.code(f.A, nil, s, func(st []*term, s *sym) *node { return next(top(st), s) })
	}
	return next(anything, s)
}

// field returns a field of the next message of a channel.
func (x *run) field(c int32, k int, s *sym) *term {
	ct := x.m.channelType(c)
	if k >= len(ct.Fields) {
		refuse("a receive has more fields than the channel")
	}
	e := ct.Fields[k]
	at := place{ofChannel - int(c), int32(k)}
	return (&term{kind: message, p: at, cell: e.Cell, mask: e.Mask, name: fmt.Sprint(s.ver[c])}).keyed()
}

// channel returns the channel of a transition.
func (x *run) channel(t *vm.Trans, s *sym, then func(c int32, s *sym) *node) *node {
	if t.Chan > 0 {
		return then(x.known(t.Chan), s)
	}
	if t.ChanVar {
		v := x.load(layout.CellU8, x.place(t.ChanBase, t.ChanPC), s)
		return x.channelIn(v, s, then)
	}
	return x.code(t.ChanPC, nil, s, func(st []*term, s *sym) *node { return x.channelIn(top(st), s, then) })
}

func (x *run) channelIn(t *term, s *sym, then func(c int32, s *sym) *node) *node {
	if t.kind != constant {
		refuse("which channel is used is not known before the search")
	}
	return then(x.known(t.k), s)
}

// apply evaluates the effect of a transition.
func (x *run) apply(t *vm.Trans, s *sym, done then) *node {
	switch t.Effect {
	case vm.EffectNone:
		return done(s)
	case vm.EffectCode:
		return x.effect(t.EffectPC, s, done)
	case vm.EffectSetC:
		p := x.place(t.Cell.Base, t.Cell.A)
		x.store(t.Cell.C, t.Cell.Mask, p, konst(t.Const), s)
		return done(s)
	case vm.EffectSend:
		return x.send(t, s, done)
	case vm.EffectRecv:
		return x.receive(t, s, done)
	}
	refuse("a process ends, or a step lies inside of another")
	return nil
}

func (x *run) effect(pc int32, s *sym, done then) *node {
	if pc <= 0 {
		return done(s)
	}
	return x.code(pc, nil, s, func(_ []*term, s *sym) *node { return done(s) })
}

func (x *run) send(t *vm.Trans, s *sym, done then) *node {
	return x.channel(t, s, func(c int32, s *sym) *node {
		return x.code(t.ArgsPC, nil, s, func(st []*term, s *sym) *node {
			ct := x.m.channelType(c)
			if int(t.NArgs) != len(ct.Fields) || t.Sorted {
				refuse("a sorted send, or one with other fields than the channel")
			}
			args := slices.Clone(st[len(st)-int(t.NArgs):])
			for k, e := range ct.Fields {
				args[k] = cut(args[k], e.Cell, e.Mask)
				x.used.wrote(place{ofChannel - int(c), int32(k)}, args[k])
			}
			sent := &term{kind: other, op: vm.OpMsg, name: fmt.Sprintf("sends %d", s.ver[c]), k: c, args: args}
			s.acts = append(s.acts, sent.keyed())
			s.ver[c]++
			return x.effect(t.EffectPC, s, done)
		})
	})
}

func (x *run) receive(t *vm.Trans, s *sym, done then) *node {
	p := &x.m.prog.Patterns[t.Pattern]
	return x.channel(t, s, func(c int32, s *sym) *node {
		return x.pattern(t.Pattern, 0, nil, c, s, func(fields []*term, s *sym) *node {
			if len(fields) != len(x.m.channelType(c).Fields) {
				refuse("a receive with other fields than the channel")
			}
			s.msg = nil
			for k := range fields {
				s.msg = append(s.msg, x.field(c, k, s))
			}
			took := x.ask(fmt.Sprintf("takes %v %v", t.Random, t.Copy), c, s)
			took.args = fields
			s.acts = append(s.acts, took.keyed())
			s.ver[c]++
			if !p.Direct {
				return x.effect(t.EffectPC, s, done)
			}
			for k := range p.Fields {
				if to := &p.Fields[k].To; to.Op == vm.OpStore {
					x.store(to.C, to.Mask, x.place(to.Base, to.A), s.msg[k], s)
				}
			}
			return done(s)
		})
	})
}

// steps evaluates a d_step from one of its states on. In the first one, it may be blocked.
func (x *run) steps(at uint32, first bool, s *sym, done, never then) *node {
	if at == vm.Exit {
		return done(s)
	}
	x.spend(s.facts)
	st := &x.states[at]
	return x.choose(st.First, st.First+st.N, s, func(t *vm.Trans, s *sym) *node {
		return x.apply(t, s, func(s *sym) *node { return x.steps(t.To, false, s, done, never) })
	}, func(s *sym) *node {
		if first {
			return never(s)
		}
		return x.fails(s, "block in d_step")
	})
}

// choose evaluates the first executable one of some transitions.
func (x *run) choose(i, end uint32, s *sym, do func(*vm.Trans, *sym) *node, none then) *node {
	if i == end {
		return none(s)
	}
	t := &x.m.prog.Trans[i]
	if t.Guard == vm.GuardSend || t.Guard == vm.GuardRecv {
		return x.channel(t, s, func(c int32, s *sym) *node {
			if x.m.slots(c) == 0 {
				refuse("a rendezvous in a d_step")
			}
			return x.tryFirst(i, end, s, do, none)
		})
	}
	return x.tryFirst(i, end, s, do, none)
}

func (x *run) tryFirst(i, end uint32, s *sym, do func(*vm.Trans, *sym) *node, none then) *node {
	t := &x.m.prog.Trans[i]
	return x.guard(t, s,
		func(s *sym) *node { return do(t, s) },
		func(s *sym) *node { return x.choose(i+1, end, s, do, none) })
}

// place returns the place of an address in the process's code.
func (x *run) place(base uint8, at int32) place {
	if base == vm.BaseSelf {
		return place{x.pid, at}
	}
	if base != vm.BaseGlobal {
		refuse("a variable of another process")
	}
	return place{ofGlobals, at}
}

func (x *run) load(c uint8, p place, s *sym) *term {
	if t := s.writes[p]; t != nil {
		return t
	}
	x.used.touch(p, 0)
	return x.element(c, p, s)
}

// element loads the element of an index with several values.
func (x *run) element(c uint8, p place, s *sym) *term {
	if t := s.writes[p]; t != nil {
		return t
	}
	if k, is := x.m.constants[p]; is {
		return konst(k)
	}
	if k, is := x.before[p.at]; is && p.of == x.pid {
		return konst(k)
	}
	e := x.m.elem(p, c)
	return s.facts.value((&term{kind: cell, p: p, cell: e.Cell, mask: e.Mask}).keyed())
}

func (x *run) store(c uint8, mask int32, p place, t *term, s *sym) {
	x.used.touch(p, 1)
	x.setElement(c, mask, p, t, s)
}

func (x *run) setElement(c uint8, mask int32, p place, t *term, s *sym) {
	if _, is := x.m.constants[p]; is && !x.m.rests[p] {
		refuse("a channel is assigned")
	}
	if x.m.elem(p, c).Cell != c {
		refuse("a variable that symmetry does not know")
	}
	t = cut(t, c, mask)
	x.used.wrote(p, t)
	s.writes[p] = t
}

// compared evaluates a comparison with a constant.
func (x *run) compared(op vm.Op, t *term, k int32) *term {
	if op == vm.OpEq || op == vm.OpNe {
		x.used.note(t, k)
	}
	return x.computed(op, t, konst(k))
}

func (x *run) computed(op vm.Op, args ...*term) *term {
	if op == vm.OpEq || op == vm.OpNe {
		x.used.compared(args[0], args[1])
	}
	t, ok := computed(op, args...)
	if !ok {
		refuse("a division")
	}
	return t
}

// index continues with each value that an index below n may have, and with none of them.
func (x *run) index(t *term, n int32, s *sym, at func(i int32, s *sym) *node) *node {
	t = x.now(t, s)
	if t.kind == constant {
		if t.k < 0 || t.k >= n {
			return x.fails(s, "invalid array index")
		}
		return at(t.k, s)
	}
	var leaf *term
	t.leaves(func(l *term) {
		if leaf == nil {
			leaf = l
		}
	})
	if leaf == nil || leaf.domain() == 0 {
		return x.each(t, 0, n, s, at)
	}
	var good []int32
	for v := range leaf.domain() {
		if k, is := t.value(leaf, v); !is || k >= 0 && k < n {
			good = append(good, v)
		}
	}
	if len(good) > most {
		return x.each(t, 0, n, s, at)
	}
	return x.split(t, leaf, good, n, s, at)
}

// most limits the values of an index that are distinguished.
const most = 64

// each continues with each value from i on that an index may have.
func (x *run) each(t *term, i, n int32, s *sym, at func(i int32, s *sym) *node) *node {
	if i == n || n > most {
		if n > most {
			refuse("an index that has too many values")
		}
		return x.fails(s, "invalid array index")
	}
	is, _ := computed(vm.OpEq, t, konst(i))
	return x.test(is, s,
		func(s *sym) *node { return at(i, s) },
		func(s *sym) *node { return x.each(t, i+1, n, s, at) })
}

func (x *run) split(t, leaf *term, good []int32, n int32, s *sym, at func(int32, *sym) *node) *node {
	if len(good) == 0 {
		return x.fails(s, "invalid array index")
	}
	is, _ := computed(vm.OpEq, leaf, konst(good[0]))
	return x.test(is, s,
		func(s *sym) *node { return x.index(t.with(leaf, good[0]), n, s, at) },
		func(s *sym) *node { return x.split(t, leaf, good[1:], n, s, at) })
}

// now simplifies a term by what is known so far.
func (x *run) now(t *term, s *sym) *term {
	var known []*term
	t.leaves(func(l *term) { known = append(known, l) })
	for _, l := range known {
		if v := s.facts.value(l); v.kind == constant {
			t = t.with(l, v.k)
		}
	}
	return t
}

// known returns a channel that the process uses.
func (x *run) known(c int32) int32 {
	if int(c) < 1 || int(c) > len(x.m.shape.Chans) {
		refuse("a channel that is not there")
	}
	if p, is := x.m.held[c]; is {
		x.used.touch(p, 0)
	}
	return c
}
