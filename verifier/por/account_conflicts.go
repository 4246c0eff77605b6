package por

import (
	"slices"

	"gospin/vm"
)

// actor tells of an actor.
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

// standing finds how a control state is. It is enough to look at each of its moves as if it were the only one
// that is enabled: more of them only make fewer that others may enable.
func (a *accountant) standing(x *acting, k uint32) Standing {
	c := a.r.classes[x.first+k]
	s := Standing{Alone: Always}
	good, later, live := 0, 0, 0
	for i := range c.moves {
		m := &c.moves[i]
		if m.dead && x.waits(k, i) {
			live++
		}
		if m.dead || i > 63 {
			continue
		}
		live++
		n := c.need(a.r, 1<<i)
		s.Visible = s.Visible || n.visible
		found, passes := a.conflicts(x, c, i, &s)
		if n.visible || c.sticky || len(c.moves) > 64 {
			continue
		}
		if !found {
			good++
		}
		if passes {
			later++
		}
	}
	switch {
	case live == 0:
		s.Alone = Unreached
	case good == live:
	case good > 0:
		s.Alone = Sometimes
	case later == live:
		s.Alone = Later
	default:
		s.Alone = Never
	}
	return s
}

// conflicts adds those that count where one move is enabled and the others are not. It tells whether there
// are any, and whether all may pass.
func (a *accountant) conflicts(x *acting, c *class, on int, s *Standing) (found, pass bool) {
	need := c.need(a.r, 1<<on).bits
	pass = true
	for y := range a.actors {
		if !a.beside(x, a.actors[y], c.state) {
			continue
		}
		for i := range c.moves {
			m := &c.moves[i]
			bits, enables := m.against, i != on
			if enables {
				bits = m.enabled
				if m.by>>on&1 != 0 {
					bits = m.filled
				}
			}
			if m.dead {
				continue
			}
			bits = slices.Clone(bits)
			bits.keep(need) // what an escape keeps back does not count
			list := a.conflictsWith(y, a.there(x, a.actors[y]), bits,
				Conflict{Trans: m.trans, Enables: enables, Other: y})
			for _, d := range list {
				found, pass = true, pass && d.Passes
				if !slices.ContainsFunc(s.Conflicts, d.same) {
					s.Conflicts = append(s.Conflicts, d)
				}
			}
		}
	}
	return found, pass
}

func (c *Conflict) same(d Conflict) bool {
	return d.Trans == c.Trans && d.Enables == c.Enables && d.Other == c.Other && d.By == c.By
}

// there are the states where a process of y may be while one of x is there, as far as it has created that.
func (a *accountant) there(x, y *acting) []bool {
	if !x.created || y.created || !a.create[y.proctype][x.proctype] {
		return y.reached
	}
	for _, z := range a.actors {
		if z != y && !z.created && a.create[z.proctype][x.proctype] {
			return y.reached // or another has
		}
	}
	return y.after[x.proctype]
}

// conflictsWith finds the conflicts of a move with another actor: who does something of bits at some states.
func (a *accountant) conflictsWith(y int, there []bool, bits bitset, c Conflict) (list []Conflict) {
	x := a.actors[y]
	x.each(func(k uint32, i int, _ *vm.Trans, acts *transActs, _ []int32) {
		both := slices.Clone(acts.first) // with all that new processes do
		if x.within[k] {
			both.addAll(acts.inside)
		}
		if !there[k] || !both.meets(bits) {
			return
		}
		both.keep(bits)
		c.By, c.Uses, c.Passes = x.index(k, i), a.uses(both), x.passed[k]
		list = append(list, c)
	})
	return list
}
