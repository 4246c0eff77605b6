package por

import "gospin/vm"

// Most classes never suffice, for some process that is always there may always do what speaks against them:
// then nobody need look at what all processes may do.

// lasting are the classes of a process that is there from the start and never ends.
type lasting struct {
	pid     int
	classes []*class
}

// findLasting finds the lasting processes, and then which of the classes made so far are hopeless.
func (r *ComputedRule) findLasting(procs int) {
	for pid := range procs {
		for t := range r.prog.Layout.Procs {
			known := r.met[t*vm.MaxProcs+pid]
			if len(known) != 1 {
				continue
			}
			if classes, ends := r.reached(known[0]); !ends {
				r.lasting = append(r.lasting, lasting{pid, classes})
			}
		}
	}
	for _, c := range r.classes {
		r.look()
		r.judge(c)
	}
}

// reached are the classes that an instance comes to, and whether it ends.
func (r *ComputedRule) reached(x *instance) (classes []*class, ends bool) {
	pt := &r.prog.Procs[x.proctype]
	met := make([]bool, len(pt.States))
	todo := []uint32{pt.Start}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == 0 {
			ends = true
		}
		if int(at) >= len(met) || met[at] {
			continue
		}
		met[at] = true
		classes = append(classes, r.classes[x.first+at])
		st := &pt.States[at]
		for _, t := range r.prog.Trans[st.First : st.First+st.N] {
			todo = append(todo, t.To)
		}
	}
	return classes, ends
}

// judge finds what speaks against all moves of a class, and whether it never suffices.
func (r *ComputedRule) judge(c *class) {
	c.common = nil
	for i := range c.moves {
		m := &c.moves[i]
		switch {
		case m.dead || m.visible:
		case c.common == nil:
			c.common = append(bitset{}, m.against...)
		default:
			for k := range c.common {
				c.common[k] &= m.against[k]
			}
		}
	}
	if c.common != nil {
		c.common.addAll(c.always)
	}
	c.hopeless = c.common == nil || r.isHopeless(c)
}

// isHopeless reports whether a class never suffices.
func (r *ComputedRule) isHopeless(c *class) bool {
	if c.never || c.sticky || r.alwaysMet(c.always, c) {
		return true
	}
	for i := range c.moves {
		if m := &c.moves[i]; !m.dead && !m.visible && !r.alwaysMet(m.against, c) {
			return false
		}
	}
	return true
}

// alwaysMet reports whether some lasting process may do one of the acts wherever it is, while the class
// waits.
func (r *ComputedRule) alwaysMet(acts bitset, c *class) bool {
	for i := range r.lasting {
		if l := &r.lasting[i]; c.of.pid >= 0 && l.pid != c.of.pid && l.mayDo(acts, c.fills) {
			return true
		}
	}
	return false
}

func (l *lasting) mayDo(acts bitset, filled []int32) bool {
	for _, c := range l.classes {
		if !c.mayDo(acts, filled) {
			return false
		}
	}
	return true
}

// Idle reports whether no process will ever suffice.
func (r *ComputedRule) Idle() bool {
	for _, c := range r.classes {
		if !c.hopeless && (c.of.pid >= 0 || r.births) {
			return false
		}
	}
	return true
}
