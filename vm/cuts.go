package vm

import "gospin/vm/layout"

// Cut records whether a transition stored a value that did not fit.
type Cut uint8

const (
	MayCut  Cut = 1 // a message on offer did not fit, but may have had no receiver
	DoesCut Cut = 2 // a value was cut
)

// NoteCuts makes the machine record, for each transition of its program, that it truncated a value in its
// moves. Initial values do not count, and elements of bit arrays hold any byte. Unlike OpFits, which only
// some programs have, it does not record the values.
func (m *Machine) NoteCuts() []Cut {
	m.cuts = make([]Cut, len(m.p.Trans))
	return m.cuts
}

// note records a value that is stored in a cell if it does not fit.
func (m *Machine) note(as Cut, cell uint8, mask, v int32) {
	if layout.Truncate(cell, mask, v) != v {
		m.cuts[m.trans] |= as
	}
}
