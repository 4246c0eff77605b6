package atomic

import "gospin/vm"

// Machine is a machine that takes the steps of an atomic sequence together as long as there is no choice.
type Machine struct {
	*vm.Machine
	walk Walk
	ends bool // the claim can end, and the search looks at all states where it has
}

// Together returns a system that does what m does. The transitions of steps that are taken with others are marked in
// taken, unless it is nil.
func Together(m *vm.Machine, taken []byte) *Machine {
	return &Machine{m, NewWalk(m, taken), Ends(m.Program())}
}

// Do takes the move mv of s, and steps behind it.
func (m *Machine) Do(s *vm.State, mv vm.Move) vm.Effect {
	eff := m.Machine.Do(s, mv)
	if eff&(vm.Transient|failure) != vm.Transient || s.Singly || m.ends && m.ClaimEnded(s) {
		return eff
	}
	return m.walk.goOn(s, eff)
}

// Single lists the steps of the moves on a path from the initial state one by one.
func (m *Machine) Single(path []vm.Move) []vm.Move { return Single(m.Program(), path) }
