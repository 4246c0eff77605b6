package component

import "gospin/vm"

// take makes a move in work, the state full, and with it the steps of an atomic sequence that follow as long as there is
// one in each state. It returns the effect of all, and the components that they depend on.
func (e *Engine) take(full *vm.State, m vm.Move, comps int) (vm.Effect, uint64) {
	for most := vm.MostBefore; ; {
		e.work.CopyFrom(full)
		eff, reads := e.m.Apart(&e.work, m)
		reads |= e.gone(comps)
		if !e.chains || eff&(vm.Transient|vm.Failed|vm.Pruned|vm.Abort) != vm.Transient {
			return eff, reads
		}
		all, more, steps, ok := e.follow(eff, comps, most)
		if ok {
			return all, reads | more
		}
		most = steps
	}
}

// follow goes on from the state in work, which a step within an atomic sequence led to, by at most so many steps. If it
// can't, the result false says so, and steps how far it can go.
func (e *Engine) follow(eff vm.Effect, comps, most int) (all vm.Effect, reads uint64, steps int, ok bool) {
	before, handshakes, beyond := 0, 0, 0
	for eff&vm.Transient != 0 && before < most {
		excl := int(e.work.Excl)
		next, offers, r := e.m.Alone(&e.work, excl, e.next[:0])
		e.next = next
		if offers&^vm.Attempted != 0 || len(next) > 1 {
			break
		}
		levels, attempts := 1, 0
		if eff&vm.Handshake != 0 {
			levels = 2
		}
		if offers&vm.Attempted != 0 {
			attempts = 1
		}
		r |= 1 << min(e.l.ShapeOf(e.work.Vec).Procs[excl].Comp, 63)
		if len(next) == 0 { // the sequence is broken: the state counts as any other
			beyond = levels + attempts
			eff, e.work.Excl = eff&^vm.Transient, -1
			reads |= r
			break
		}
		did, w := e.m.Apart(&e.work, next[0])
		if did&(vm.Failed|vm.Pruned|vm.Abort) != 0 {
			return 0, 0, before, false
		}
		before, handshakes, beyond = before+1, handshakes+levels-1, attempts
		reads |= r | w | e.gone(comps)
		if e.taken != nil {
			e.taken[next[0].Trans], e.taken[next[0].Partner] = 1, 1
		}
		eff = did
	}
	if before == vm.MostBefore { // it may not end
		return 0, 0, 0, false
	}
	all, ok = eff.After(before, handshakes, beyond)
	return all, reads, 0, ok
}

// gone are those of so many components that the state in work does not have.
func (e *Engine) gone(comps int) uint64 {
	set := uint64(0)
	for c := len(e.l.ShapeOf(e.work.Vec).Comps); c < comps; c++ {
		set |= 1 << min(c, 63)
	}
	return set
}

// Single lists the steps of the moves on a path from the initial state one by one.
func (e *Engine) Single(path []vm.Move) []vm.Move {
	m, s := vm.NewMachine(e.m.Program()), vm.State{} // the faults of the other one are still to be told
	m.Initial(&s)
	out := make([]vm.Move, 0, len(path))
	for _, mv := range path {
		more := mv.Memo
		mv.Memo, mv.Known = 0, false
		out = append(out, mv)
		if mv.Pid == vm.ClaimPid {
			m.ClaimDo(&s, mv)
			continue
		}
		m.Do(&s, mv)
		for ; more > 0; more-- {
			next, _, _ := m.Alone(&s, int(s.Excl), e.next[:0])
			e.next = next
			out = append(out, next[0])
			m.Do(&s, next[0])
		}
	}
	return out
}
