package por

import (
	"slices"

	"gospin/vm"
)

// actor describes an actor.
func (a *accountant) actor(x *acting) Actor {
	out := Actor{Proctype: x.proctype, Pid: x.pid, Created: x.created}
	out.States = make([]Standing, len(x.states))
	all := a.r.set()
	out.Trans = map[uint32][]Use{}
	x.each(func(k uint32, i int, _ *vm.Trans, acts *transActs, _ []int32) {
		all.addAll(acts.own)
		out.Trans[x.index(k, i)] = a.uses(acts.own)
	})
	out.Uses = a.uses(all)
	for k := range x.states {
		if x.reached[k] && len(x.table(uint32(k))) > 0 {
			out.States[k] = a.standing(x, uint32(k))
		}
	}
	return out
}

// standing describes a control state. It examines each move as if no other were enabled. If each of them may
// be made alone, so may several: more enabled moves only leave fewer for others to enable.
func (a *accountant) standing(x *acting, k uint32) Standing {
	c := a.r.classes[x.first+k]
	s := Standing{Alone: Always}
	good, room, later, live := 0, 0, 0, 0
	for i := range c.moves {
		m := &c.moves[i]
		if m.dead && x.last(k, i) {
			live++
		}
		if m.dead || i > 63 {
			continue
		}
		live++
		n := c.need(a.r, 1<<i)
		s.Visible = s.Visible || n.visible
		list := a.conflicts(x, c, i)
		for _, d := range list {
			if !slices.ContainsFunc(s.Conflicts, d.same) {
				s.Conflicts = append(s.Conflicts, d)
			}
		}
		has := func(is func(d *Conflict) bool) bool {
			return slices.ContainsFunc(list, func(d Conflict) bool { return is(&d) })
		}
		switch {
		case n.visible || c.sticky || len(c.moves) > 64:
		case len(list) == 0:
			good++
		case !has(func(d *Conflict) bool { return d.Slots == 0 }):
			room++
		case !has(func(d *Conflict) bool { return d.Slots == 0 && !d.Passes }):
			later++
		}
	}
	switch {
	case live == 0:
		s.Alone = Unreached
	case good == live:
	case good+room > 0:
		s.Alone = Sometimes
	case later > 0:
		s.Alone = Later
	case a.sufficesDespite(x, c):
		s.Alone = Sometimes
	default:
		s.Alone = Never
	}
	return s
}

// sufficesDespite reports whether moves may be made alone if other moves of the state are enabled, too.
func (a *accountant) sufficesDespite(x *acting, c *class) bool {
	stays := func(d Conflict) bool { return !d.Passes }
	lasting := func(bits bitset) bool {
		return slices.ContainsFunc(a.actors, func(y *acting) bool {
			return a.beside(x, y, c.state) &&
				slices.ContainsFunc(a.conflictsWith(x, y, bits, c.fills, Conflict{}), stays)
		})
	}
	return !c.sticky && len(c.moves) <= 64 && !lasting(c.always) &&
		slices.ContainsFunc(c.moves, func(m move) bool {
			return !m.dead && !m.visible && !lasting(m.against)
		})
}

// conflicts returns the conflicts that count if only one move is enabled.
func (a *accountant) conflicts(x *acting, c *class, on int) []Conflict {
	need := c.need(a.r, 1<<on)
	var out []Conflict
	for y := range a.actors {
		if !a.beside(x, a.actors[y], c.state) {
			continue
		}
		add := func(bits bitset, d Conflict) {
			d.Other = y
			out = append(out, a.conflictsWith(x, a.actors[y], bits, need.filled, d)...)
		}
		for i := range c.moves {
			m := &c.moves[i]
			if m.dead {
				continue
			}
			bits, enables := m.against, i != on
			if enables {
				bits = m.enabling(1 << on)
			}
			bits = slices.Clone(bits)
			bits.keep(need.bits) // an escape may make acts irrelevant
			add(bits, Conflict{Trans: m.trans, Enables: enables})
		}
		for _, r := range need.slots {
			add(r.against, Conflict{Trans: c.moves[on].trans, Slots: r.n, Channel: a.channel(r.channel)})
		}
	}
	return out
}

// channel converts a channel's number to the index of its thing.
func (a *accountant) channel(number int32) int {
	if int(number) <= a.r.globals {
		return a.r.groups + int(number) - 1
	}
	return a.r.groups + a.r.known()
}

func (c *Conflict) same(d Conflict) bool {
	return d.Slots == c.Slots && d.Trans == c.Trans && d.Enables == c.Enables && d.Other == c.Other &&
		d.By == c.By
}

// statesBeside returns the states in which a process of y may be while a process of x exists.
func (a *accountant) statesBeside(x, y *acting) []bool {
	if !x.created || y.created || !a.create[y.proctype][x.proctype] {
		return y.reached
	}
	for _, z := range a.actors {
		if z != y && !z.created && a.create[z.proctype][x.proctype] {
			return y.reached // another process may create it
		}
	}
	return y.after[x.proctype]
}

// conflictsWith returns the conflicts of acts of x with the transitions of y, while the filled channels are
// not empty.
func (a *accountant) conflictsWith(x, y *acting, bits bitset, filled []int32, c Conflict) (list []Conflict) {
	there := a.statesBeside(x, y)
	y.each(func(k uint32, i int, t *vm.Trans, acts *transActs, _ []int32) {
		both := slices.Clone(acts.first) // includes the acts of new processes
		if y.within[k] {
			both.addAll(acts.inside)
		}
		if !there[k] || !both.meets(bits) || y.needsEmpty(t, filled) {
			return
		}
		both.keep(bits)
		c.By, c.Uses, c.Passes = y.index(k, i), a.uses(both), y.passes(k, filled)
		list = append(list, c)
	})
	return list
}
