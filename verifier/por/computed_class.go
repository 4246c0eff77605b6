package por

import (
	"slices"

	"gospin/vm"
)

// class is an instance at a control state.
type class struct {
	of     *instance
	state  uint32
	future bitset // its acts from here on, including those of its descendants
	common bitset // acts of others that conflict with each of its moves
	always bitset // acts of others that prevent the class from sufficing, whichever of its moves are enabled
	moves  []move
	sticky bool // it never suffices, which breaks a cycle of control
	never  bool // it never suffices, whatever others do
	// it never suffices, since some process may always do an act that prevents it
	hopeless  bool
	preventer int // the process that prevented it from sufficing the last time
	needs     []need
	fails     bool    // the rule is static, and a move may end in a run-time error
	fills     []int32 // channels that it may receive from
	// its acts from here on while a channel is not empty, if that makes a difference
	filled map[int32]bitset
}

// move is the analysis of a transition at a class.
type move struct {
	trans     uint32
	dead      bool   // its guard is always false
	visible   bool   // a claim may distinguish the states before and after it
	against   bitset // acts of others that don't commute with it if it is enabled
	enabled   bitset // acts of others that may enable it
	unless    []unless
	slots     []freeSlots
	preventer int // as in class
}

// unless refines enabled: if one of the moves in by is enabled, some channel is not empty, and only these
// acts enable the move.
type unless struct {
	by      uint64
	enabled bitset
}

// room is a set of acts that don't commute with a move unless a channel has n free slots.
type freeSlots struct {
	channel int32
	n       int
	against bitset
}

// analysis is the analysis of an instance's control states.
type analysis struct {
	*instance
	states []stateActs
	ahead  []ahead // by channel to which something is sent
}

// stateActs are the acts of a control state's transitions.
type stateActs struct {
	trans  []transActs
	shared bitset // acts from here on if others may move in the state
	inside bitset // acts from here on if the state is reached within an atomic sequence
	chain  bitset // acts of the rest of the sequence, as part of the process's own move

	visible bool // a claim may distinguish the states before and after a transition or its sequence
}

type transActs struct {
	dead    bool
	own     bitset // as the first step of the process's own move
	within  bitset // as a later step of the process's own move
	first   bitset // as the first step of a move, from the view of other processes
	inside  bitset // within an atomic sequence, from the view of other processes
	visible bool
}

// analyse creates the classes of an instance.
func (r *ComputedRule) analyse(x *instance) {
	pt := &x.prog.Procs[x.proctype]
	a := &analysis{instance: x, states: make([]stateActs, len(pt.States))}
	for k := range a.states {
		a.state(uint32(k))
	}
	a.close()
	a.findAhead()
	x.first = uint32(len(r.classes))
	for k := range a.states {
		r.classes = append(r.classes, a.class(uint32(k)))
	}
	if r.o.Static {
		a.stick(r.classes[x.first:])
	}
	a.whileFilled(r.classes[x.first:])
}

// state computes the acts of a state's transitions.
func (a *analysis) state(k uint32) {
	a.r.checkContext()
	s, table := &a.states[k], a.table(k)
	if len(table) == 0 {
		s.shared, s.inside, s.chain = a.r.none, a.r.none, a.r.none
		return
	}
	s.shared, s.inside, s.chain = a.r.set(), a.r.set(), a.r.set()
	s.trans = make([]transActs, len(table))
	all := a.r.set() // looks of all guards
	for i := range table {
		a.guard(&table[i], all, asLook)
	}
	open := opens(table)
	covers := a.r.set() // looks of the guards of preceding escapes
	for i := range table {
		t, x := &table[i], &s.trans[i]
		x.own, x.inside = a.r.set(), a.r.set()
		x.dead = !a.guard(t, x.own, asMove)
		how := asInside
		if open {
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
		a.arrival(a.table(t.To), x.own)
		x.within = append(bitset{}, x.own...)
		a.guard(t, x.within, asRoom)
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

// at returns the acts of a control state; vm.Exit, where a d_step ends, has none.
func (a *analysis) at(k uint32) *stateActs {
	if k == vm.Exit {
		k = 0
	}
	return &a.states[k]
}

func (a *analysis) index(k uint32, i int) uint32 {
	return a.prog.Procs[a.proctype].States[k].First + uint32(i)
}

// opens reports whether a process can always leave a state. Then the process does not block there, and others
// see no difference.
func opens(table []vm.Trans) bool {
	for i := range table {
		if table[i].Guard == vm.GuardTrue {
			return true
		}
	}
	return false
}

// close computes the acts from each state on, as a least fixed point.
func (a *analysis) close() {
	for changed := true; changed; {
		changed = false
		a.r.checkContext()
		for k := len(a.states) - 1; k >= 0; k-- {
			s := &a.states[k]
			for i, t := range a.table(uint32(k)) {
				x := &s.trans[i]
				if x.dead {
					continue
				}
				to := a.at(t.To)
				changed = s.shared.grow(x.first) || changed
				changed = s.shared.grow(to.shared) || changed
				changed = s.inside.grow(x.first) || changed
				changed = s.inside.grow(x.inside) || changed
				changed = s.inside.grow(to.shared) || changed
				changed = s.chain.grow(x.within) || changed
				if t.Atomic {
					changed = s.shared.grow(to.inside) || changed
					changed = s.inside.grow(to.inside) || changed
					changed = s.chain.grow(to.chain) || changed
					x.visible = x.visible || to.visible
				}
				if x.visible && !s.visible {
					s.visible, changed = true, true
				}
			}
		}
	}
}

// class creates the class of a control state.
func (a *analysis) class(k uint32) *class {
	s, r := &a.states[k], a.r
	r.checkContext()
	c := &class{of: a.instance, state: k, future: s.shared, always: r.set(), never: true}
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
			if r.forget&forgetEnabling != 0 {
				m.enabled = r.set()
			}
			m.unless = a.companions(k, i)
			m.slots = a.slotsFor(t)
			both := append(bitset{}, m.against...)
			both.keep(m.enabled)
			for _, u := range m.unless {
				both.keep(u.enabled)
			}
			if table[0].Escape == t.Escape || mayReceive(t) { // otherwise an escape may make it irrelevant
				c.always.addAll(both)
			}
			c.never = c.never && m.visible
			c.fails = c.fails || r.o.Static && a.mayFail(t, map[uint32]bool{})
		}
		c.moves = append(c.moves, m)
	}
	for i := range table {
		if v := a.receivesFrom(&table[i]); v > 0 && !slices.Contains(c.fills, v) {
			c.fills = append(c.fills, v)
		}
	}
	c.never = c.never || len(table) > 64
	return c
}
