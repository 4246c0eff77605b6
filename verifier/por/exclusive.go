package por

import (
	"fmt"
	"slices"

	"gospin/verifier/system"
	"gospin/vm"
)

// Exclusive is a system that checks xr and xs, which SPIN's rule relies on. As in pan, the first processes of
// the whole search that use a channel are its only permitted users, whatever path they are on, and channels
// are distinguished by number.
type Exclusive struct {
	system.Reducible
	prog   *vm.Program
	m      *vm.Machine
	claims [vm.MaxChans + 1]claim
	users  [2][vm.MaxChans + 1]user // receivers and senders
	broken []string
	told   map[[2]int]bool
}

// claim is what xr and xs claim about a channel.
type claim struct {
	sole [2]bool // receiver, sender
	name string
}

type user struct {
	known bool
	pid   int
	name  string
}

// end is the end of a channel that a statement uses.
type end int

const (
	head end = iota // it receives
	tail            // it sends
)

// Watch returns a system that checks the choices of in.
func Watch(in system.Reducible, prog *vm.Program) *Exclusive {
	return &Exclusive{Reducible: in, prog: prog, m: vm.NewMachine(prog), told: map[[2]int]bool{}}
}

// Broken returns the violations, each of which makes the reduction invalid.
func (e *Exclusive) Broken() []string { return e.broken }

// Expand implements system.System.
func (e *Exclusive) Expand(s *vm.State, x *system.Expansion) {
	e.claimed(s)
	if s.Excl >= 0 {
		e.attempt(s, int(s.Excl))
	} else {
		for pid := len(e.prog.Layout.ShapeOf(s.Vec).Procs) - 1; pid >= 0; pid-- {
			e.attempt(s, pid)
		}
	}
	e.Reducible.Expand(s, x)
	e.take(s, x.Choices)
}

// ExpandOf implements system.Reducible.
func (e *Exclusive) ExpandOf(s *vm.State, pid int, x *system.Expansion) {
	e.claimed(s)
	e.attempt(s, pid)
	e.Reducible.ExpandOf(s, pid, x)
	e.take(s, x.Choices)
}

// claimed records the xr and xs declarations of all processes in s.
func (e *Exclusive) claimed(s *vm.State) {
	for pid, q := range e.prog.Layout.ShapeOf(s.Vec).Procs {
		pt := &e.prog.Procs[q.Type]
		for of, list := range [2][]vm.Cells{pt.Exclusive.XR, pt.Exclusive.XS} {
			for _, c := range list {
				at := int(c.Off)
				if c.Base == vm.BaseSelf {
					at += q.Off
				}
				for _, id := range s.Vec[at : at+int(c.Len)] {
					if id > 0 {
						e.claim(s, end(of), int(id), pid, c)
					}
				}
			}
		}
	}
}

// claim records a declaration of xr or xs for a channel whose number is in a cell of a process.
func (e *Exclusive) claim(s *vm.State, of end, id, pid int, in vm.Cells) {
	k := &e.claims[id]
	if k.name == "" {
		k.name = e.prog.CellsName(in, e.prog.Layout.ShapeOf(s.Vec).Procs[pid].Type)
	}
	k.sole[of] = true
	e.using(s, of, id, pid, nil)
}

// attempt checks the statements that a process tries to execute in s.
func (e *Exclusive) attempt(s *vm.State, pid int) {
	q := &e.prog.Layout.ShapeOf(s.Vec).Procs[pid]
	st := &e.prog.Procs[q.Type].States[e.m.PC(s, pid)]
	for i := st.First; i < st.First+st.N; i++ {
		t := &e.prog.Trans[i]
		switch t.Guard {
		case vm.GuardSend:
			id := e.m.ChannelOf(s, pid, i)
			e.using(s, tail, id, pid, t)
			if e.sole(head, id) && t.Sorted {
				e.tell(3, id, t, "sorted send on xr channel violates po reduction")
			}
		case vm.GuardRecv:
			id := e.m.ChannelOf(s, pid, i)
			e.using(s, head, id, pid, t)
			if e.sole(head, id) && t.Random {
				e.tell(4, id, t, "rand receive on xr channel violates po reduction")
			}
		case vm.GuardExpr, vm.GuardDStep:
			e.access(s, &e.prog.Accesses[i].Guard, pid, t)
		}
	}
}

// take checks the channels used by choices, including the rest of their atomic sequences.
func (e *Exclusive) take(s *vm.State, choices []system.Choice) {
	for i := range choices {
		c := &choices[i]
		t := &e.prog.Trans[c.Trans]
		special := t.Atomic || c.Partner != 0 || t.Effect == vm.EffectCode || t.Effect == vm.EffectDStep
		if !special {
			continue
		}
		steps := maxFollowed
		e.follow(s, c.Move(), &steps)
	}
}

// maxFollowed limits the steps that are followed after a choice.
const maxFollowed = 4096

func (e *Exclusive) follow(s *vm.State, mv vm.Move, steps *int) {
	t := &e.prog.Trans[mv.Trans]
	if t.Effect == vm.EffectCode || t.Effect == vm.EffectDStep {
		e.access(s, &e.prog.Accesses[mv.Trans].Effect, int(mv.Pid), t)
	}
	if mv.Partner > 0 {
		peer := &e.prog.Trans[mv.Partner]
		e.access(s, &e.prog.Accesses[mv.Partner].Effect, int(mv.Peer), peer)
		t = peer
	}
	if *steps--; !t.Atomic || *steps < 0 {
		return
	}
	var to vm.State
	to.CopyFrom(s)
	if e.m.Do(&to, mv)&(vm.Transient|vm.Failed|vm.Pruned|vm.Abort) != vm.Transient {
		return
	}
	e.claimed(&to)
	e.attempt(&to, int(to.Excl))
	moves, _ := e.m.Moves(&to, nil)
	for _, next := range moves {
		e.follow(&to, next, steps)
	}
}

// access checks the channels that a guard or an effect uses.
func (e *Exclusive) access(s *vm.State, a *vm.Access, pid int, t *vm.Trans) {
	for i := range a.Sends {
		e.each(s, &a.Sends[i], pid, func(id int) { e.using(s, tail, id, pid, t) })
	}
	for i := range a.Recvs {
		e.each(s, &a.Recvs[i], pid, func(id int) { e.using(s, head, id, pid, t) })
	}
	for i := range a.Polls {
		k := a.Polls[i].Kind
		e.each(s, &a.Polls[i].Channel, pid, func(id int) {
			if k != vm.PollNFull {
				e.using(s, head, id, pid, t)
			}
			if k != vm.PollNEmpty {
				e.using(s, tail, id, pid, t)
			}
		})
	}
}

// each calls f with the numbers of all channels that an access may refer to.
func (e *Exclusive) each(s *vm.State, c *vm.Channel, pid int, f func(id int)) {
	in := c.In
	self := e.prog.Layout.ShapeOf(s.Vec).Procs[pid].Off
	place := func(base uint8, off int32) int {
		if base == vm.BaseSelf {
			return self + int(off)
		}
		return int(off)
	}
	at, n, stride := place(in.Base, in.Off), int(in.Len), int(in.Stride)
	switch {
	case c.ID > 0:
		f(int(c.ID))
		return
	case c.Assigned || n == 0 || in.Base == vm.BaseOther:
		for id := 1; id <= vm.MaxChans; id++ {
			f(id)
		}
		return
	case stride > 0 && in.Index.Known != vm.AnyIndex:
		index := pid
		if in.Index.Known == vm.InCell {
			index = int(s.Vec[place(in.Index.Base, in.Index.Off)])
		}
		if index*stride < n {
			f(int(s.Vec[at+index*stride]))
		}
		return
	}
	for k := 0; k < n; k += max(1, stride) {
		f(int(s.Vec[at+k]))
	}
}

func (e *Exclusive) sole(of end, id int) bool {
	return id > 0 && id <= vm.MaxChans && e.claims[id].sole[of]
}

var words = [2]string{"xr", "xs"} // by end

// using checks that a process may use an end of a channel.
func (e *Exclusive) using(s *vm.State, of end, id, pid int, t *vm.Trans) {
	if !e.sole(of, id) {
		return
	}
	u := &e.users[of][id]
	if u.known && u.pid == pid {
		return
	}
	name := e.prog.Procs[e.prog.Layout.ShapeOf(s.Vec).Procs[pid].Type].Name
	if !u.known {
		*u = user{true, pid, name}
		if _, slots, ok := e.prog.Filling(s, id); ok && slots == 0 {
			e.tell(5+int(of), id, t, fmt.Sprintf("chan %s (%d), %s proc %s (%d): %s chans cannot be used for rv",
				e.claims[id].name, id-1, [2]string{"recv", "sndr"}[of], name, pid, words[of]))
		}
		return
	}
	e.tell(int(of), id, t, fmt.Sprintf(
		"%s assertion violated: access to chan %s (%d) by %s (proc %d) and by %s (proc %d)",
		words[of], e.claims[id].name, id-1, u.name, u.pid, name, pid))
}

// tell records a violation, once for each kind and channel.
func (e *Exclusive) tell(kind, id int, t *vm.Trans, text string) {
	key := [2]int{kind, id}
	if e.told[key] {
		return
	}
	e.told[key] = true
	if t != nil {
		at := e.prog.Stmts[t.Stmt]
		text = fmt.Sprintf("%s at %s:%d", text, at.File, at.Line)
	}
	if text = "partial order reduction invalid: " + text; !slices.Contains(e.broken, text) {
		e.broken = append(e.broken, text)
	}
}
