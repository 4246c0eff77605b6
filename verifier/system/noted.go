package system

import (
	"slices"

	"gospin/vm"
)

// Halves appends the moves of one process, with rendezvous as offers to vm.AnyPartner. It returns false if
// that is impossible.
func (m *Machine) Halves(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, bool) {
	if m.whole() {
		return dst, 0, false
	}
	return m.Machine.Halves(s, pid, dst)
}

// whole reports whether some receiver reads other processes, possibly the sender, to receive what is on
// offer.
func (m *Machine) whole() bool {
	if m.wholes == 0 {
		m.wholes = 1
		p := m.Program()
		for i := range p.Trans {
			g := &p.Accesses[i].Guard
			looks := g.ReadsAll || g.Timeout || len(g.Labels) > 0 ||
				slices.ContainsFunc(g.Reads, func(c vm.Cells) bool { return c.Base == vm.BaseOther })
			if looks && (p.Trans[i].Guard == vm.GuardRecv || p.Trans[i].Guard == vm.GuardDStep) {
				m.wholes = 2
			}
		}
	}
	return m.wholes == 2
}

// One appends the moves of one transition, like Halves.
func (m *Machine) One(s *vm.State, pid int, trans uint32, dst []vm.Move) ([]vm.Move, vm.Effect, bool) {
	if m.whole() {
		return dst, 0, false
	}
	return m.Machine.One(s, pid, trans, dst)
}
