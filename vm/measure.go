package vm

// Value is that of an expression of a measure, at pc, in s. If a run-time error makes it none, ok is false,
// and Faults has the error.
func (m *Machine) Value(s *State, pc int32) (v int32, ok bool) {
	m.begin(s)
	m.pid, m.trans = -1, 0
	v = m.eval(s, frame{pid: -1}, pc)
	ok = !m.broken && m.effect&Failed == 0
	m.broken = false
	return v, ok
}
