package system

import (
	"slices"

	"gospin/vm"
)

// These methods record the effects of moves on each cell, as in vm.Machine.

// Observe starts recording in seen, or, with nil, stops it.
func (m *Machine) Observe(seen *vm.Seen) { m.m.Observe(seen) }

// Receives reports whether a process may be able to receive what is on offer.
func (m *Machine) Receives(s *vm.State, pid int) bool { return m.m.Receives(s, pid) }

// Halves appends the moves of one process, with rendezvous as offers to vm.AnyPartner. It returns false if
// that is impossible.
func (m *Machine) Halves(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, bool) {
	if m.whole() {
		return dst, 0, false
	}
	return m.m.Halves(s, pid, dst)
}

// whole reports whether some receiver reads other processes, possibly the sender, to receive what is on
// offer.
func (m *Machine) whole() bool {
	if m.wholes == 0 {
		m.wholes = 1
		p := m.m.Program()
		for i := range p.Trans {
			g := &p.Accesses[i].Guard
			looks := g.ReadsAll || len(g.Labels) > 0 ||
				slices.ContainsFunc(g.Reads, func(c vm.Cells) bool { return c.Base == vm.BaseOther })
			if looks && (p.Trans[i].Guard == vm.GuardRecv || p.Trans[i].Guard == vm.GuardDStep) {
				m.wholes = 2
			}
		}
	}
	return m.wholes == 2
}

// Give makes the sender's half of a rendezvous.
func (m *Machine) Give(s *vm.State, mv vm.Move) (id int32, msg []int32, eff vm.Effect, ok bool) {
	return m.m.Give(s, mv)
}

// Takers appends the receives of a process that accept a message.
func (m *Machine) Takers(
	s *vm.State, peer int, id int32, msg []int32, dst []vm.Move,
) ([]vm.Move, vm.Effect) {
	return m.m.Takers(s, peer, id, msg, dst)
}

// Take makes the receiver's half of a rendezvous.
func (m *Machine) Take(s *vm.State, mv vm.Move, id int32, msg []int32) vm.Effect {
	return m.m.Take(s, mv, id, msg)
}

// Separable reports whether each transition of a process can be examined alone.
func (m *Machine) Separable(s *vm.State, pid int) (first, n uint32, ok bool) {
	return m.m.Separable(s, pid)
}

// One appends the moves of one transition, like Halves.
func (m *Machine) One(s *vm.State, pid int, trans uint32, dst []vm.Move) ([]vm.Move, vm.Effect, bool) {
	if m.whole() {
		return dst, 0, false
	}
	return m.m.One(s, pid, trans, dst)
}
