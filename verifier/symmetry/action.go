package symmetry

import (
	"fmt"
	"slices"

	"gospin/vm"
)

// Action is a permutation of processes, with its effect on everything else: cells and channels change places,
// and numbers of ranks in cells are replaced.
type Action struct {
	m     *model
	after values // what is known after the transition of the process that is being compared
	pid   int    // to which it is mapped
	ranks []int  // to which each rank of the set is mapped
	procs []int
	chans []int           // by number
	moved map[place]place // cells that do not move with their process
	ids   map[place]int32 // cells that hold ranks, and what is added to them
	// becomes has the transitions to which those of the processes are mapped, once they have been found.
	becomes map[uint32]uint32
}

// number maps a number that stands for a rank plus an offset.
func (a *Action) number(plus, k int32) int32 {
	if r := k - plus; r >= 0 && int(r) < len(a.ranks) {
		return int32(a.ranks[r]) + plus
	}
	return k
}

func (a *Action) place(p place) place {
	if q, is := a.moved[p]; is {
		return q
	}
	switch {
	case p.of >= 0 && p.of < len(a.procs):
		p.of = a.procs[p.of]
	case p.of < ofChannel:
		p.of = ofChannel - a.chans[ofChannel-p.of]
	}
	return p
}

// sort is the meaning of a term.
type sort struct {
	free bool // a constant, which may mean either
	id   bool
	plus int32
}

// term maps a term to the permuted states.
func (a *Action) term(t *term) (*term, sort) {
	switch t.kind {
	case constant:
		return t, sort{free: true}
	case cell, message:
		out := *t
		out.p = a.place(t.p)
		plus, id := a.ids[t.p]
		return out.keyed(), sort{id: id, plus: plus}
	case other:
		return a.other(t), sort{}
	}
	if (t.op == vm.OpEq || t.op == vm.OpNe) && len(t.args) == 2 {
		x, of := a.term(t.args[0])
		y, by := a.term(t.args[1])
		x, y = a.meet(x, of, y, by)
		out, _ := computed(t.op, x, y)
		return out, sort{}
	}
	if u := a.beyond(t); u != nil {
		return u, sort{}
	}
	out, ok := computed(t.op, a.plain(t.args)...)
	if !ok {
		refuse("a division")
	}
	return out, sort{}
}

// beyond returns the term of a comparison that is the same for all ranks, such as whether there is one; nil
// if it is no such comparison.
func (a *Action) beyond(t *term) *term {
	if t.op < vm.OpLt || t.op > vm.OpGe || len(t.args) != 2 {
		return nil
	}
	for i, arg := range t.args {
		x, of := a.term(arg)
		if k := t.args[1-i]; of.id && k.kind == constant {
			args := []*term{x, k}
			for r := 0; r < len(a.ranks) && a.m.looks(ranges); r++ {
				v, w := of.plus+int32(r), of.plus
				if i == 0 && holdsFor(t.op, v, k.k) != holdsFor(t.op, w, k.k) ||
					i == 1 && holdsFor(t.op, k.k, v) != holdsFor(t.op, k.k, w) {
					return nil
				}
			}
			if i == 1 {
				slices.Reverse(args)
			}
			out, _ := computed(t.op, args...)
			return out
		}
	}
	return nil
}

func holdsFor(op vm.Op, x, y int32) bool {
	v, ok := vm.Compute(op, x, y)
	return ok && v != 0
}

// meet gives both sides of a comparison the same meaning.
func (a *Action) meet(x *term, of sort, y *term, by sort) (_, _ *term) {
	switch {
	case of.id && by.free:
		return x, konst(a.number(of.plus, y.k))
	case by.id && of.free:
		return konst(a.number(by.plus, x.k)), y
	case a.m.looks(compared) && (of.id != by.id || of.plus != by.plus):
		refuse("the number of a process is compared with another number")
	}
	return x, y
}

// plain maps terms that must not stand for ranks.
func (a *Action) plain(args []*term) []*term {
	out := make([]*term, len(args))
	for i, t := range args {
		u, of := a.term(t)
		if of.id && a.m.looks(counted) {
			refuse("the number of a process is counted with, or ordered")
		}
		out[i] = u
	}
	return out
}

// as maps a term that is the value of a cell.
func (a *Action) as(p place, t *term) *term {
	u, of := a.term(t)
	plus, id := a.ids[p]
	switch {
	case id && of.free:
		return konst(a.number(plus, u.k))
	case of.free:
		return u
	case a.m.looks(assigned) && (id != of.id || plus != of.plus):
		refuse("a cell has the number of a process, and other numbers")
	}
	return u
}

func (a *Action) other(t *term) *term {
	out := *t
	if t.op == vm.OpRemPC {
		if a.m.looks(labels) {
			out.k = int32(a.procs[t.k])
		}
		return out.keyed()
	}
	if t.k > 0 && t.p.of == ofChannel {
		out.k, out.p.at = int32(a.chans[t.k]), int32(a.chans[t.k])
	}
	if sends(t) {
		out.k, out.args = int32(a.chans[t.k]), nil
		for k, v := range t.args {
			out.args = append(out.args, a.as(place{ofChannel - int(t.k), int32(k)}, v))
		}
		return out.keyed()
	}
	out.args = a.plain(t.args)
	return out.keyed()
}

func sends(t *term) bool { return t.op == vm.OpMsg }

// agree reports whether one decision, in the permuted states, equals the other.
func (a *Action) agree(x, y *node, f *fact, left *int) bool {
	if *left--; *left < 0 {
		refuse("a step has too many cases to be looked at")
	}
	if *left%2 == 0 { // they are cheaper than others
		a.m.spend(f)
	}
	if x.atom != nil {
		t, _ := a.term(x.atom)
		return a.either(t, f, func(is bool, f *fact) bool { return a.agree(x.on(is), y, f, left) })
	}
	if y.atom != nil {
		return a.either(y.atom, f, func(is bool, f *fact) bool { return a.agree(x, y.on(is), f, left) })
	}
	return a.agreeEnds(x.end, y.end, f)
}

func (n *node) on(is bool) *node {
	if is {
		return n.yes
	}
	return n.no
}

// either tries both outcomes of a condition.
func (a *Action) either(atom *term, f *fact, try func(is bool, f *fact) bool) bool {
	if is, known := f.knows(atom); known {
		return try(is, f)
	}
	return try(true, f.and(atom, true)) && (!a.m.looks(branches) || try(false, f.and(atom, false)))
}

func (a *Action) agreeEnds(x, y *end, f *fact) bool {
	if x.enabled != y.enabled || a.m.looks(acted) && len(x.acts) != len(y.acts) {
		return false
	}
	writes := map[place]string{}
	for p, t := range x.writes {
		q := a.place(p)
		if a.knows(q) {
			continue
		}
		v := now(a.as(p, t), f)
		u := y.writes[q]
		if u == nil && a.m.looks(stayed) {
			u = a.kept(q, f)
		}
		if u != nil && now(u, f).key != v.key {
			return false
		}
		writes[q] = v.key
	}
	for q, t := range y.writes {
		_, both := writes[q]
		if !both && !a.knows(q) && a.m.looks(stayed) && now(t, f).key != a.kept(q, f).key {
			return false
		}
	}
	if !a.m.looks(acted) {
		return true
	}
	var acts, others []string
	for i := range x.acts {
		acts = append(acts, now(a.other(x.acts[i]), f).key)
		others = append(others, now(y.acts[i], f).key)
	}
	slices.Sort(acts)
	slices.Sort(others)
	return slices.Equal(acts, others)
}

// knows reports whether the value of a cell is known after the transition, and the same for all ranks.
func (a *Action) knows(q place) bool {
	_, is := a.after[q.at]
	return is && q.of == a.pid
}

// kept returns the value of a cell that is not written.
func (a *Action) kept(p place, f *fact) *term {
	e := a.m.cells[p]
	return f.value((&term{kind: cell, p: p, cell: e.Cell, mask: e.Mask}).keyed())
}

// now simplifies a term by what is known.
func now(t *term, f *fact) *term {
	if f == nil || t.kind == constant {
		return t
	}
	var known []*term
	t.leaves(func(l *term) { known = append(known, l) })
	for _, l := range known {
		if v := f.value(l); v.kind == constant {
			t = t.with(l, v.k)
		}
	}
	return t
}

// steps limits the comparison of two decisions.
const steps = 20_000

// check finds a transition that the action does not map to one of the program, and returns the reason; "" if
// there is none.
func (a *Action) check() (why string, at *vm.Trans) {
	a.becomes = map[uint32]uint32{}
	for pid := range a.m.shape.Procs {
		q := a.procs[pid]
		if q == pid && !a.m.looks(others) {
			continue
		}
		from, to := a.m.typeOf(pid), a.m.typeOf(q)
		if why, at = a.checkAll(pid, q, from, to, a.m.settled[pid]); why != "" {
			return why, at
		}
	}
	if c := a.m.prog.Claim; c != nil && a.m.looks(claims) {
		return a.checkAll(claimPid, claimPid, c, c, nil)
	}
	return "", nil
}

func (m *model) typeOf(pid int) *vm.Proctype { return &m.prog.Procs[m.shape.Procs[pid].Type] }

func (a *Action) checkAll(pid, other int, from, to *vm.Proctype, only []bool) (string, *vm.Trans) {
	met := reached(a.m.prog, from)
	for s := range from.States {
		if only != nil && !only[s] || !met[s] {
			continue
		}
		x, y := &from.States[s], &to.States[s]
		if x.End != y.End && a.m.looks(ends) || x.Accept != y.Accept || x.Progress != y.Progress ||
			x.N != y.N {
			return "control states differ", nil
		}
		if why, at := a.checkState(pid, other, x, y); why != "" {
			return why, at
		}
	}
	return "", nil
}

// checkState finds, for each transition of a control state, its image in the other one. If the order of the
// transitions does not matter, the image may have another position.
func (a *Action) checkState(pid, other int, x, y *vm.StateInfo) (string, *vm.Trans) {
	prog := a.m.prog
	ordered := false
	for i := range x.N {
		t, u := &prog.Trans[x.First+i], &prog.Trans[y.First+i]
		ordered = ordered || a.m.looks(escapes) && (t.Escape != 0 || u.Escape != 0)
	}
	taken := make([]bool, x.N)
	for i := range x.N {
		t := &prog.Trans[x.First+i]
		first := ""
		found := false
		for j := range x.N {
			k := (i + j) % x.N
			if taken[k] || j > 0 && ordered {
				continue
			}
			why := a.makes(step{pid, x.First + i}, step{other, y.First + k})
			if why == "" {
				taken[k], found = a.m.looks(alternatives), true
				a.becomes[x.First+i] = y.First + k
				break
			}
			if first == "" {
				first = why
			}
		}
		if !found {
			return first, t
		}
	}
	return "", nil
}

// makes returns why the action does not map one transition to another; "" if it does.
func (a *Action) makes(x, y step) (why string) {
	t, u := &a.m.prog.Trans[x.trans], &a.m.prog.Trans[y.trans]
	isElse, ends := t.Guard == vm.GuardElse, t.Guard == vm.GuardDie
	meets := func(t *vm.Trans) bool { return t.Guard == vm.GuardSend || t.Guard == vm.GuardRecv }
	if a.m.looks(targets) && t.To != u.To || t.Atomic != u.Atomic ||
		a.m.looks(escapes) && t.Escape != u.Escape || isElse != (u.Guard == vm.GuardElse) ||
		ends != (u.Guard == vm.GuardDie) || meets(t) != meets(u) || meets(t) && t.Guard != u.Guard {
		return differs
	}
	if ends {
		return ""
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			why = string(r)
		default:
			panic(r)
		}
	}()
	left := steps
	a.pid, a.after = y.pid, a.m.at(y.pid, int(u.To))
	if a.m.decided[y] == nil || !a.agree(a.m.decided[x], a.m.decided[y], nil, &left) {
		return differs
	}
	return ""
}

func (a *Action) String() string { return fmt.Sprint(a.procs) }
