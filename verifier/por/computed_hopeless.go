package por

import "gospin/vm"

// Most classes never suffice, because some process that always exists may always do an act against them. For
// these, the acts of all processes need not be examined.

// lasting has the classes of a process that exists from the start and never ends.
type lasting struct {
	pid     int
	classes []*class
}

// findLasting finds the lasting processes, and then the hopeless ones among the classes created so far.
func (r *ComputedRule) findLasting(procs int) {
	for pid := range procs {
		for t := range r.prog.Layout.Procs {
			known := r.instances[t*vm.MaxProcs+pid]
			if len(known) != 1 {
				continue
			}
			if classes, ends := r.reached(known[0]); !ends {
				r.lasting = append(r.lasting, lasting{pid, classes})
			}
		}
	}
	for _, c := range r.classes {
		r.checkContext()
		r.judge(c)
	}
}

// reached returns the reachable classes of an instance, and whether it can end.
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

// judge finds the acts that conflict with all moves of a class, and whether it is hopeless.
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

// isHopeless reports whether a class never suffices because of lasting processes.
func (r *ComputedRule) isHopeless(c *class) bool {
	if c.never || c.sticky || r.alwaysPrevented(c.always, c) {
		return true
	}
	for i := range c.moves {
		if m := &c.moves[i]; !m.dead && !m.visible && !r.alwaysPrevented(m.against, c) {
			return false
		}
	}
	return true
}

// alwaysPrevented reports whether some lasting process may do one of the acts in each of its states while the
// class waits.
func (r *ComputedRule) alwaysPrevented(acts bitset, c *class) bool {
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
