package vm

import "gospin/vm/layout"

// Cut says whether a transition has put a value where it does not fit.
type Cut uint8

const (
	MayCut  Cut = 1 // a message that was on offer did not fit; it may have had no receiver
	DoesCut Cut = 2 // a value was cut
)

// NoteCuts has the machine note, for each transition of its program, that a value is cut in moves that it
// makes; initial values do not count, and elements of arrays of bits hold any byte. Unlike OpFits, which only
// some programs have, it says nothing of the values.
func (m *Machine) NoteCuts() []Cut {
	m.cuts = make([]Cut, len(m.p.Trans))
	return m.cuts
}

// note notes that a value goes into a cell, if it does not fit there.
func (m *Machine) note(as Cut, cell uint8, mask, v int32) {
	if layout.Truncate(cell, mask, v) != v {
		m.cuts[m.trans] |= as
	}
}
