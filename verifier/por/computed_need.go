package por

import (
	"slices"

	"gospin/vm"
)

// need has the acts of others that prevent a class from sufficing when a set of its moves is enabled.
type need struct {
	mask    uint64
	bits    bitset
	visible bool
	slots   []freeSlots
	filled  []int32 // channels that are not empty
}

// mayReceive reports whether a transition may be the receiving half of a rendezvous.
func mayReceive(t *vm.Trans) bool { return t.Guard == vm.GuardRecv || t.Guard == vm.GuardDStep }

// enabling returns the acts of others that may enable the move when the moves of mask are enabled.
func (m *move) enabling(mask uint64) bitset {
	for _, u := range m.unless {
		if u.by&mask != 0 {
			return u.enabled
		}
	}
	return m.enabled
}

// need returns the acts of others that prevent the class from sufficing when the moves of mask are enabled.
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
		if !on && table[i].Guard == vm.GuardSend { // after a failed rendezvous, other transitions are tried
			escape = 0
		}
		switch {
		case escape > 0 && table[i].Escape != escape && !mayReceive(&table[i]):
			// Irrelevant until the escape is left; but it may receive what others send, in spite of escapes.
		case on:
			n.bits.addAll(m.against)
			n.visible = n.visible || m.visible
			escape = table[i].Escape
			n.slots = append(n.slots, m.slots...)
			if v := c.of.receivesFrom(&table[i]); v > 0 && !slices.Contains(n.filled, v) {
				n.filled = append(n.filled, v)
			}
		case m.dead:
		default:
			n.bits.addAll(m.enabling(mask))
		}
	}
	c.needs = append(c.needs, n)
	return &c.needs[len(c.needs)-1]
}

// whileFilled computes the acts from each class on while a channel is not empty: no move that waits for it to
// be empty is made.
func (a *analysis) whileFilled(classes []*class) {
	waiting := map[int32][]uint32{}
	for k := range a.states {
		for i := range a.table(uint32(k)) {
			for _, v := range a.waits(&a.table(uint32(k))[i]) {
				if v = a.buffered(constant(v)); v > 0 {
					waiting[v] = append(waiting[v], a.index(uint32(k), i))
				}
			}
		}
	}
	for v, these := range waiting {
		b := &analysis{instance: a.instance, states: make([]stateActs, len(a.states))}
		for k := range b.states {
			a.r.checkContext()
			s, t := &b.states[k], &a.states[k]
			s.shared, s.inside, s.chain, s.trans = a.r.set(), a.r.set(), a.r.set(), slices.Clone(t.trans)
			for i := range s.trans {
				s.trans[i].dead = s.trans[i].dead || slices.Contains(these, a.index(uint32(k), i))
			}
		}
		b.close()
		for k, c := range classes {
			if c.filled == nil {
				c.filled = map[int32]bitset{}
			}
			c.filled[v] = b.states[k].shared
		}
	}
}

// mayDo reports whether a process may do one of the acts while the filled channels are not empty.
func (c *class) mayDo(acts bitset, filled []int32) bool {
	if !acts.meets(c.future) {
		return false
	}
	if len(c.filled) == 0 || len(filled) == 0 {
		return true
	}
	for i, w := range acts {
		w &= c.future[i]
		for _, k := range filled {
			if f := c.filled[k]; f != nil {
				w &= f[i]
			}
		}
		if w != 0 {
			return true
		}
	}
	return false
}
