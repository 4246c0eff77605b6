package component

import "gospin/vm"

// follow takes the steps of an atomic sequence that follow the first, which led to the state in work, as long as there
// is one in each state. It returns the effect of all, and the components that the further steps depend on.
func (e *Engine) follow(full *vm.State, first vm.Move, eff vm.Effect, comps int) (vm.Effect, uint64) {
	before, handshakes, beyond, reads := 0, 0, 0, uint64(0)
	alone := eff
	for eff&vm.Transient != 0 {
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
		e.back.CopyFrom(&e.work)
		did, w := e.m.Apart(&e.work, next[0])
		if did&(vm.Failed|vm.Pruned|vm.Abort) != 0 {
			e.work.CopyFrom(&e.back)
			break
		}
		before, handshakes, beyond = before+1, handshakes+levels-1, attempts
		reads |= r | w | e.gone(comps)
		if e.taken != nil {
			e.taken[next[0].Trans], e.taken[next[0].Partner] = 1, 1
		}
		eff = did
		if before > vm.MostBefore { // it may not end
			break
		}
	}
	all, ok := eff.After(before, handshakes, beyond)
	if ok {
		return all, reads
	}
	e.work.CopyFrom(full)
	e.m.Apart(&e.work, first)
	return alone, 0
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
