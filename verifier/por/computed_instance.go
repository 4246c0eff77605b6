package por

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// instance is a set of processes with the same type, number, and values in the cells that never change.
type instance struct {
	r        *ComputedRule
	prog     *vm.Program
	proctype int
	pid      int             // -1 for any
	own      []byte          // the component of one of them; nil for any
	first    uint32          // the class of its control state 0
	given    map[int32]value // by address: parameters that it has just been given
}

func (x *instance) ownPid() value {
	if x.pid < 0 {
		return anything
	}
	return constant(int32(x.pid))
}

// fixed returns the value of a cell that is never written.
func (x *instance) fixed(base uint8, at, n int32, kind uint8) (int32, bool) {
	vec, is := x.r.initial, x.r.fixedGlobals
	if base == vm.BaseSelf {
		if x.own == nil {
			return 0, false
		}
		vec, is = x.own, x.r.fixedLocals[x.proctype]
	}
	if base > vm.BaseSelf || at < 0 || int(at+n) > len(is) {
		return 0, false
	}
	for i := at; i < at+n; i++ {
		if !is[i] {
			return 0, false
		}
	}
	return layout.Load(vec, kind, at), true
}

// is reports whether a process with this component belongs to the instance.
func (x *instance) is(own []byte) bool {
	for _, at := range x.r.distinguishing[x.proctype] {
		if x.own[at] != own[at] {
			return false
		}
	}
	return true
}

// table returns the transitions of a control state, or nil if it is unreachable. Those of a state within a
// d_step may lead to vm.Exit.
func (x *instance) table(state uint32) []vm.Trans {
	if state == vm.Exit || !x.r.reachable[x.proctype][state] {
		return nil
	}
	st := &x.prog.Procs[x.proctype].States[state]
	return x.prog.Trans[st.First : st.First+st.N]
}

// as is the role of a guard.
type as int

const (
	asMove   as = iota // it is true, and begins a move
	asLook             // acts that may change its truth
	asInside           // within an atomic sequence, where it may block
	asRoom             // as asInside, but known channels to which it sends have free slots
)

// guard adds the acts of a transition's guard, in a role. It returns false if the guard is always false.
func (x *instance) guard(t *vm.Trans, acts bitset, how as) bool {
	c := code{instance: x, acts: acts}
	switch t.Guard {
	case vm.GuardFalse:
		return false
	case vm.GuardExpr:
		if how == asMove {
			c.holds = holds(x.prog.Code, t.GuardPC)
		}
		v := c.run(t.GuardPC, nil)
		return !v.known || v.v != 0
	case vm.GuardCmpC:
		v := compute(t.Cmp, c.load(t.Cell.Base, t.Cell.A, t.Cell.C), constant(t.Const))
		return !v.known || v.v != 0
	case vm.GuardSend:
		op := 1 << sends
		switch {
		case t.Sorted: // it may change what is received next
			op = allOnOne
		case x.prog.Lossy:
			op |= looks
		}
		if how == asRoom && x.sendsTo(t) == 0 {
			how = asInside
		}
		op = how.acts(op, 1<<looksAtReceives)
		if how == asLook || how == asInside {
			op |= 1 << minds
		}
		c.channel(x.channelOf(t, acts), op)
	case vm.GuardRecv:
		c.channel(x.channelOf(t, acts), how.acts(1<<receives, looks))
		c.pattern(t.Pattern)
	case vm.GuardDie:
		x.death(&c, how)
	case vm.GuardDStep:
		subs := x.table(t.Sub)
		if len(subs) > 1 && how == asMove {
			how = asInside
		}
		live := false
		for i := range subs {
			live = x.guard(&subs[i], acts, how) || live
		}
		return live
	}
	return true
}

// sendsTo returns the channel with slots to which a transition appends a message, if it is known, or 0.
func (x *instance) sendsTo(t *vm.Trans) int32 {
	if t.Guard != vm.GuardSend || t.Sorted || x.prog.Lossy {
		return 0
	}
	return x.buffered(x.channelOf(t, x.r.set()))
}

// buffered returns the number of a channel with slots, if it is known, or 0.
func (x *instance) buffered(v value) int32 {
	if !v.known || v.v <= 0 || int(v.v) <= x.r.globals && x.r.meets(int(v.v)-1) ||
		int(v.v) > x.r.globals && x.r.localMeets {
		return 0
	}
	return v.v
}

// acts returns the acts of a send or receive in a role.
func (how as) acts(move, look int) int {
	switch how {
	case asMove:
		return move
	case asRoom:
		if move == 1<<sends {
			return move
		}
	case asLook:
		return look
	}
	return move | looks
}

// death adds the acts of a process's end, which also ends its channels.
func (x *instance) death(c *code, how as) {
	if how == asLook {
		c.acts.add(x.r.processBit(counts))
		return
	}
	c.acts.add(x.r.processBit(deaths))
	for _, st := range x.prog.Procs[x.proctype].ChanVars {
		v := value{chans: channels{1}}
		if k, ok := x.fixed(vm.BaseSelf, st.A, 1, layout.CellU8); ok {
			v = constant(k)
		}
		c.channel(v, allOnOne)
	}
}

// channelOf returns the channel of a send or receive.
func (x *instance) channelOf(t *vm.Trans, acts bitset) value {
	c := code{instance: x, acts: acts}
	switch {
	case t.Chan > 0:
		return constant(t.Chan)
	case t.ChanVar:
		return c.load(t.ChanBase, t.ChanPC, layout.CellU8)
	}
	return c.run(t.ChanPC, nil)
}

// arrival adds an arrival for each channel from which a process may receive at a control state.
func (x *instance) arrival(table []vm.Trans, acts bitset) {
	for i := range table {
		switch t := &table[i]; t.Guard {
		case vm.GuardRecv:
			c := code{instance: x, acts: acts}
			c.channel(x.channelOf(t, acts), 1<<arrives)
		case vm.GuardDStep:
			x.arrival(x.table(t.Sub), acts)
		}
	}
}

// effect adds the acts of a transition's effect.
func (x *instance) effect(t *vm.Trans, acts bitset, children *[]int32) {
	c := code{instance: x, acts: acts, children: children}
	switch t.Effect {
	case vm.EffectCode:
		c.run(t.EffectPC, nil)
	case vm.EffectSetC:
		c.store(t.Cell.Base, t.Cell.A, t.Cell.C, t.Cell.Mask, constant(t.Const))
	case vm.EffectSend:
		c.keep = true
		c.run(t.ArgsPC, nil)
		x.sent(x.channelOf(t, acts), c.kept)
		c.keep = false
		c.run(t.EffectPC, nil) // of the statements merged with it; there is an end at 0
	case vm.EffectRecv:
		x.take(&c, t)
	case vm.EffectDStep:
		x.inside(t.Sub, acts, children, map[uint32]bool{})
		c.run(t.EffectPC, nil)
	}
}

// take interprets the effect of a receive.
func (x *instance) take(c *code, t *vm.Trans) {
	p := &x.prog.Patterns[t.Pattern]
	got := x.received(x.channelOf(t, c.acts), len(p.Fields))
	if !p.Direct {
		c.run(t.EffectPC, got)
		return
	}
	for k := range p.Fields {
		if to := &p.Fields[k].To; to.Op == vm.OpStore {
			c.store(to.Base, to.A, to.C, to.Mask, got[k])
		}
	}
}

// inside adds the acts of a d_step from one of its states on.
func (x *instance) inside(at uint32, acts bitset, children *[]int32, seen map[uint32]bool) {
	if at == vm.Exit {
		return
	}
	first, changed := len(seen) == 0, seen[at]
	seen[at] = true
	table := x.table(at)
	for i := range table {
		t := &table[i]
		// the first statement's guard is the guard of the d_step, unless it is reached again
		live := first && len(table) == 1 || x.guard(t, acts, asInside)
		if live && !changed {
			x.effect(t, acts, children)
			x.inside(t.To, acts, children, seen)
		}
	}
}
