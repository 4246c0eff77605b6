package interpret

import (
	"slices"

	"gospin/promela"
)

// meaning is what the value of an expression means to a permutation, if it maps the expression to another.
type meaning struct {
	kind        meaningKind
	plus        int32 // of ranks
	cell        cell  // of ranks: where they come from
	left, right int32 // of known values: that of the expression, and that of the other one
}

type meaningKind uint8

const (
	number meaningKind = iota // it stays the same
	known                     // both values are known
	rank                      // a rank, or a number that stands for none
	channelNumber
)

// proof compares what a process can do with what the process can do to which it is mapped. Whatever one does
// in a state, the other has to do in the permuted state: each place has to be mapped to the other's, and each
// value to the other's value.
type proof struct {
	*exchange
	m    *Machine
	p, q running
	pid  int
	line int
}

// prove proves that an exchange maps steps to steps, in the states that the group is meant for.
func (x *exchange) prove() {
	m, _ := NewMachine(x.Model)
	m.procs, m.chans, m.vec = x.Orbits.procs, x.chans, x.vec
	for i, p := range m.procs {
		y := &proof{exchange: x, m: m, p: p, q: m.procs[x.procs[i]], pid: i}
		y.line = p.Pos.Line
		if err := Try(y.process); err != nil {
			Fail("its symmetry is not proved: process %d (%s), line %d: %s", i, p.Name, y.line, err)
		}
	}
}

// process compares all control states.
func (y *proof) process() {
	other := y.allowed[y.procs[y.pid]]
	if !slices.Equal(y.allowed[y.pid], other) || y.p.provided != nil || y.q.provided != nil ||
		y.p.Deterministic != y.q.Deterministic {
		Fail("the processes differ")
	}
	for s, is := range other {
		if !is {
			continue
		}
		if y.p.ends[s] != y.q.ends[s] {
			Fail("only one of two control states is a valid end")
		}
		y.steps(y.p.states[s], y.q.states[s])
	}
}

// steps compares the steps of a control state.
func (y *proof) steps(some, others []trans) {
	if len(some) != len(others) {
		Fail("there are other steps")
	}
	for i := range some {
		t, u := &some[i], &others[i]
		if t.line > 0 {
			y.line = t.line
		}
		if t.act != u.act || t.to != u.to || t.atomic != u.atomic || t.escape != u.escape || t.sub != u.sub ||
			(t.stmt == nil) != (u.stmt == nil) {
			Fail("the flow of control differs")
		}
		if t.act == dies {
			if y.pid == len(y.Orbits.procs)-1 {
				Fail("the youngest process may end")
			}
			continue
		}
		if t.act == dsteps {
			y.inside(t.sub, map[int]bool{})
		}
		if t.stmt != nil {
			if y.statement(t.stmt, u.stmt); isFalse(t.stmt) {
				continue
			}
		}
		if !y.allowed[y.pid][t.to] {
			Fail("it leads to a control state for which the symmetry is not meant")
		}
	}
}

// inside compares the steps inside a d_step, from one of its control states on.
func (y *proof) inside(at int, met map[int]bool) {
	if at == outside || met[at] {
		return
	}
	met[at] = true
	if after, ok := y.together(at); ok {
		y.inside(after, met)
		return
	}
	some, others := y.p.states[at], y.q.states[at]
	if len(some) != len(others) {
		Fail("there are other steps")
	}
	for i := range some {
		t, u := &some[i], &others[i]
		if t.act != u.act || t.to != u.to || t.act == dsteps || (t.stmt == nil) != (u.stmt == nil) {
			Fail("the flow of control in a d_step differs")
		}
		if t.stmt != nil {
			y.line = t.line
			y.statement(t.stmt, u.stmt)
		}
		y.inside(t.to, met)
	}
}

func isFalse(s promela.Stmt) bool {
	c, ok := s.(*promela.Cond)
	if !ok {
		return false
	}
	k, ok := c.X.(*promela.Const)
	return ok && k.Val == 0
}

// statement compares two statements.
func (y *proof) statement(s, t promela.Stmt) {
	differs := func() { Fail("%s is mapped to no statement", promela.Plain(s)) }
	switch s := s.(type) {
	case *promela.Cond:
		if t, ok := t.(*promela.Cond); ok {
			y.truth(s.X, t.X)
			return
		}
	case *promela.Assert:
		if t, ok := t.(*promela.Assert); ok {
			y.truth(s.X, t.X)
			return
		}
	case *promela.Else:
		if _, ok := t.(*promela.Else); ok {
			return
		}
	case *promela.Assign:
		t, ok := t.(*promela.Assign)
		if !ok || s.Op != t.Op {
			differs()
		}
		v := meaning{}
		if s.Op == "=" {
			v = y.value(s.R, t.R)
		}
		y.assign(s.L, t.L, v)
		return
	case *promela.Decl:
		if t, ok := t.(*promela.Decl); ok {
			y.declare(s.Var, t.Var)
			return
		}
	case *promela.Send:
		t, ok := t.(*promela.Send)
		if !ok || s.Sorted != t.Sorted || len(s.Args) != len(t.Args) {
			differs()
		}
		for k, f := range y.message(s.Chan, t.Chan, len(s.Args)) {
			if s.Sorted && f.kind != number {
				Fail("ranks are sorted")
			}
			y.store(f, y.value(s.Args[k], t.Args[k]))
		}
		return
	case *promela.Recv:
		if t, ok := t.(*promela.Recv); ok && s.Random == t.Random && s.Copy == t.Copy {
			y.receive(s.Chan, t.Chan, s.Args, t.Args)
			return
		}
	case *promela.Printf:
		if t, ok := t.(*promela.Printf); ok && len(s.Args) == len(t.Args) {
			for i := range s.Args {
				y.value(s.Args[i], t.Args[i])
			}
			return
		}
	case *promela.Printm:
		if t, ok := t.(*promela.Printm); ok {
			y.value(s.X, t.X)
			return
		}
	default: // not proved
	}
	differs()
}

// declare compares declarations that are steps.
func (y *proof) declare(v, w *promela.Var) {
	if v.Type.Kind == promela.Struct || v.Chan != nil || len(v.List) > 0 {
		if v != w {
			Fail("the declarations of %s and %s differ", v.Name, w.Name)
		}
		if len(v.List) == 0 {
			return
		}
	}
	zero := meaning{kind: known}
	if len(v.List) > 0 {
		zero.left, zero.right = v.List[0], v.List[0]
	} else if v.Init != nil && w.Init != nil {
		zero = y.value(v.Init, w.Init)
	} else if v.Init != nil || w.Init != nil {
		Fail("the declarations of %s and %s differ", v.Name, w.Name)
	}
	y.assign(&promela.VarRef{Var: v}, &promela.VarRef{Var: w}, zero)
}

// receive compares the arguments of a receive or a poll.
func (y *proof) receive(a, b *promela.VarRef, some, others []promela.Arg) {
	if len(some) != len(others) {
		Fail("messages differ")
	}
	for k, f := range y.message(a, b, len(some)) {
		switch s, t := some[k], others[k]; {
		case s.Kind != t.Kind:
			Fail("messages differ")
		case s.Kind == promela.ArgVar:
			y.assign(s.Var, t.Var, f)
		case s.Kind != promela.ArgAny:
			y.meet(f, y.value(s.X, t.X))
		}
	}
}

// poll is receive without assignments.
func unassigned(args []promela.Arg) (out []promela.Arg) {
	for _, a := range args {
		if a.Kind == promela.ArgVar {
			a.Kind = promela.ArgAny
		}
		out = append(out, a)
	}
	return out
}

// message returns what the first n fields of a channel's messages mean.
func (y *proof) message(a, b *promela.VarRef, n int) []meaning {
	var which []int
	if v := y.value(a, b); v.kind == known {
		if y.channelOf(v.left) != v.right || v.left == 0 {
			Fail("there is no channel")
		}
		which = []int{int(v.left)}
	} else {
		if v.kind != channelNumber {
			Fail("a channel has the number of a rank")
		}
		for _, pair := range y.places(a, b) {
			if pair[0] >= y.consts {
				which = nil
				break
			}
			which = append(which, int(y.vec[pair[0]]))
		}
	}
	if which == nil {
		for c := range y.chans {
			which = append(which, c+1)
		}
	}
	out := make([]meaning, n)
	for k := range out {
		first := true
		for _, c := range which {
			if c < 1 || c > len(y.chans) || k >= len(y.chans[c-1].fields) {
				continue
			}
			f := meaning{cell: y.chans[c-1].fields[k]}
			if plus, id := y.fields[[2]int{c, k}]; id {
				f.kind, f.plus = rank, plus
			} else if y.chans[c-1].passes[k] {
				f.kind = channelNumber
			}
			o := out[k]
			if !first && (f.kind != o.kind || f.plus != o.plus || f.kind == rank && f.cell != o.cell) {
				Fail("the fields of messages mean different things")
			}
			out[k], first = f, false
		}
	}
	return out
}

// assign compares assignments of a value.
func (y *proof) assign(a, b *promela.VarRef, v meaning) {
	if a.Var.Special == promela.Scratch && b.Var.Special == promela.Scratch {
		return
	}
	if _, is := y.known(a, b); is {
		Fail("%s is fixed, but written", a.Var.Name)
	}
	y.store(y.variableOf(a, b), v)
}

// store checks that a place for values of one meaning takes a value of another one.
func (y *proof) store(to, v meaning) {
	c := to.cell
	switch {
	case v.kind == known && to.kind != number:
		v.left, v.right = c.cut(v.left), c.cut(v.right)
	case v.kind == rank && to.kind == rank:
		from := v.cell
		if c != from && (from.mask&^c.mask != 0 || from.signed && c.size < 4) {
			Fail("a variable has less room than the one whose value it gets")
		}
	}
	y.meet(to, v)
}

// meet checks that two values are equal if, and only if, the values are to which they are mapped.
func (y *proof) meet(v, w meaning) {
	if v.kind == known {
		v, w = w, v
	}
	if w.kind == known {
		same := false
		switch v.kind {
		case known:
			same = (v.left == w.left) == (v.right == w.right)
		case number:
			same = w.left == w.right
		case rank:
			same = y.rank(v.plus, w.left) == w.right
		case channelNumber:
			same = y.channelOf(w.left) == w.right
		}
		if !same {
			Fail("%d stands for no rank, or for another one than %d", w.left, w.right)
		}
		return
	}
	if v.kind != w.kind || v.plus != w.plus {
		Fail("a rank, or the number of a channel, meets another number")
	}
}

// truth compares expressions of which only matters whether they are 0.
func (y *proof) truth(a, b promela.Expr) { y.meet(y.value(a, b), meaning{kind: known}) }

// plain compares expressions that must not stand for ranks.
func (y *proof) plain(a, b promela.Expr) {
	if v := y.value(a, b); v.kind != number && (v.kind != known || v.left != v.right) {
		Fail("%s counts with a rank", promela.PlainExpr(a))
	}
}
