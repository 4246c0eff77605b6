package por

import (
	"gospin/vm"
)

// class is a process's instance at a control state.
type class struct {
	of     *instance
	state  uint32
	future bitset // what it may do from here on, its children included
	always bitset // what others must not do for the class to suffice, whichever of its moves are enabled
	moves  []move
	sticky bool // it never suffices, so that a cycle of control is left
	never  bool // it never suffices, whatever others do
	needs  []need
}

// move is what is known of a transition at a class.
type move struct {
	trans   uint32
	dead    bool   // its guard never holds
	visible bool   // a claim may tell the states before and behind it apart
	against bitset // acts of others that don't commute with it, where it is enabled
	enabled bitset // acts of others that may enable it
	// that may enable it where one of the moves of by is enabled: then there is a message in its channel
	filled bitset
	by     uint64
}

// need is what others must not do for a class to suffice, by which of its moves are enabled.
type need struct {
	mask    uint64
	bits    bitset
	visible bool
}

// analysis is that of the control states of an instance.
type analysis struct {
	*instance
	states []stateActs
}

// stateActs are those of the transitions of a control state.
type stateActs struct {
	trans []transActs
	met   bitset // what follows where the state is met between moves
	taken bitset // what follows where it is met within an atomic sequence
	chain bitset // what the rest of the sequence does as part of a move of the process itself
}

type transActs struct {
	dead    bool
	own     bitset // as the first of a move of the process
	within  bitset // within a move of the process
	first   bitset // as the first of a move that others look at
	inside  bitset // within an atomic sequence, as others look at it
	visible bool
}

// analyse makes the classes of an instance.
func (r *ComputedRule) analyse(x *instance) {
	pt := &x.prog.Procs[x.proctype]
	a := &analysis{instance: x, states: make([]stateActs, len(pt.States))}
	for k := range a.states {
		a.state(uint32(k))
	}
	a.close()
	x.first = uint32(len(r.classes))
	for k := range a.states {
		r.classes = append(r.classes, a.class(uint32(k)))
	}
	if r.o.Static {
		a.stick(r.classes[x.first:])
	}
}

// state finds what the transitions of a state do.
func (a *analysis) state(k uint32) {
	s := &a.states[k]
	s.met, s.taken, s.chain = a.r.set(), a.r.set(), a.r.set()
	table := a.table(k)
	s.trans = make([]transActs, len(table))
	all := a.r.set() // what the guards look at
	for i := range table {
		a.guard(&table[i], all, asLook)
	}
	opens := a.opens(k, table)
	covers := a.r.set() // what the escapes before look at
	for i := range table {
		t, x := &table[i], &s.trans[i]
		x.own, x.inside = a.r.set(), a.r.set()
		x.dead = !a.guard(t, x.own, asMove)
		how := asInside
		if opens {
			how = asMove
		}
		a.guard(t, x.inside, how)
		if x.dead {
			x.own, x.first, x.inside = a.r.set(), a.r.set(), a.r.set()
			continue
		}
		var children []int32
		effect := a.r.set()
		a.effect(t, effect, &children)
		x.own.addAll(effect)
		x.within = append(bitset{}, x.own...)
		a.guard(t, x.within, asInside)
		x.first = append(bitset{}, x.own...)
		for _, child := range children {
			x.first.addAll(a.r.total[child])
		}
		x.inside.addAll(x.first)
		if a.prog.Procs[a.proctype].Deterministic || t.Guard == vm.GuardElse {
			x.first.addAll(all)
			x.inside.addAll(all)
		}
		for k := range table[:i] {
			if table[k].Escape != t.Escape {
				a.guard(&table[k], covers, asLook)
			}
		}
		x.first.addAll(covers)
		x.inside.addAll(covers)
		x.visible = a.r.seen.visible(a.r, t, a.index(k, i), k, x.own)
	}
}

// at are the acts at a control state. Where a d_step ends is none.
func (a *analysis) at(k uint32) *stateActs {
	if k == vm.Exit {
		k = 0
	}
	return &a.states[k]
}

func (a *analysis) index(k uint32, i int) uint32 {
	return a.prog.Procs[a.proctype].States[k].First + uint32(i)
}

// opens tells whether a process always leaves a state once it is there: then what others see of it does not
// depend on where it would block.
func (a *analysis) opens(k uint32, table []vm.Trans) bool {
	for i := range table {
		if table[i].Guard == vm.GuardTrue {
			return true
		}
	}
	return false
}

// close finds what follows from each state.
func (a *analysis) close() {
	for changed := true; changed; {
		changed = false
		for k := len(a.states) - 1; k >= 0; k-- {
			s := &a.states[k]
			for i, t := range a.table(uint32(k)) {
				x := &s.trans[i]
				if x.dead {
					continue
				}
				to := a.at(t.To)
				changed = s.met.grow(x.first) || changed
				changed = s.met.grow(to.met) || changed
				changed = s.taken.grow(x.first) || changed
				changed = s.taken.grow(x.inside) || changed
				changed = s.taken.grow(to.met) || changed
				changed = s.chain.grow(x.within) || changed
				if t.Atomic {
					changed = s.met.grow(to.taken) || changed
					changed = s.taken.grow(to.taken) || changed
					changed = s.chain.grow(to.chain) || changed
					if !x.visible && a.anyVisible(t.To, map[uint32]bool{}) {
						x.visible, changed = true, true
					}
				}
			}
		}
	}
}

func (a *analysis) anyVisible(k uint32, seen map[uint32]bool) bool {
	if seen[k] {
		return false
	}
	seen[k] = true
	for i, t := range a.table(k) {
		if x := &a.states[k].trans[i]; !x.dead && (x.visible || t.Atomic && a.anyVisible(t.To, seen)) {
			return true
		}
	}
	return false
}

// class makes that of a control state.
func (a *analysis) class(k uint32) *class {
	s, r := &a.states[k], a.r
	c := &class{of: a.instance, state: k, future: s.met, always: r.set(), never: true}
	table := a.table(k)
	for i := range table {
		t, x := &table[i], &s.trans[i]
		m := move{trans: a.index(k, i), dead: x.dead, visible: x.visible}
		if !m.dead {
			acts := append(bitset{}, x.own...)
			if t.Atomic && r.forget&forgetInside == 0 {
				acts.addAll(a.at(t.To).chain)
			}
			m.against = r.against(acts)
			look := r.set()
			a.guard(t, look, asLook)
			m.enabled = r.against(look)
			m.filled, m.by = m.enabled, 0
			if r.forget&forgetEnabling != 0 {
				m.enabled, m.filled = r.set(), r.set()
			}
			if t.Guard == vm.GuardRecv {
				a.companions(k, i, &m)
			}
			both := append(bitset{}, m.against...)
			both.keep(m.enabled)
			both.keep(m.filled)
			if i == 0 || table[0].Escape == t.Escape { // else an escape may keep it from counting
				c.always.addAll(both)
			}
			c.never = c.never && m.visible
		}
		c.moves = append(c.moves, m)
	}
	c.never = c.never || len(table) > 64
	return c
}

// companions are the moves of a state that are enabled only if there is a message in the channel that the i-th
// receives from.
func (a *analysis) companions(k uint32, i int, m *move) {
	table := a.table(k)
	scratch := a.r.set()
	t := &table[i]
	v := a.channelOf(t, scratch)
	if !v.known || v.v <= 0 || i > 63 || a.r.forget&forgetEnabling != 0 {
		return
	}
	for j := range min(len(table), 64) {
		if j == i || table[j].Guard != vm.GuardRecv {
			continue
		}
		if w := a.channelOf(&table[j], scratch); w == v {
			m.by |= 1 << j
		}
	}
	look := a.r.set()
	c := code{instance: a.instance, acts: look}
	if t.Random { // none of the messages fits: one that is sent may
		c.channel(v, 1<<looksAtSends)
	} else { // the first does not fit: the next may
		c.channel(v, 1<<looksAtReceives)
	}
	a.channelOf(t, look)
	c.pattern(t.Pattern)
	m.filled = a.r.against(look)
}

// need finds what others must not do for the class to suffice where the moves of mask are enabled.
func (c *class) need(r *ComputedRule, mask uint64) *need {
	for i := range c.needs {
		if c.needs[i].mask == mask {
			return &c.needs[i]
		}
	}
	n := need{mask: mask, bits: r.set()}
	escape, table := uint32(0), c.of.table(c.state)
	for i := range c.moves {
		m := &c.moves[i]
		on := mask>>i&1 != 0
		if !on && table[i].Guard == vm.GuardSend { // after a rendezvous in vain, others have their turn
			escape = 0
		}
		switch {
		case escape > 0 && table[i].Escape != escape: // it waits until the escape is left
		case on:
			n.bits.addAll(m.against)
			n.visible = n.visible || m.visible
			escape = table[i].Escape
		case m.dead:
		case mask&m.by != 0:
			n.bits.addAll(m.filled)
		default:
			n.bits.addAll(m.enabled)
		}
	}
	c.needs = append(c.needs, n)
	return &c.needs[len(c.needs)-1]
}
