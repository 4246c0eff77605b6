package vm

// Values appends the values of a measure's expressions in s. It returns false if one has no value.
func (m *Machine) Values(s *State, x *Measure, dst []int32) (values []int32, ok bool) {
	m.begin(s)
	m.pid, m.trans = -1, 0
	pc, sp := m.compute(s, frame{pid: -1}, x.All, m.sp)
	if m.broken = false; pc < 0 || m.effect&Failed != 0 {
		return dst, false
	}
	return append(dst, m.stack[:sp]...), true
}

// Value evaluates an expression of a measure, at pc, in s. After a run-time error, ok is false, and Faults
// has the error.
func (m *Machine) Value(s *State, pc int32) (v int32, ok bool) {
	m.begin(s)
	m.pid, m.trans = -1, 0
	v = m.eval(s, frame{pid: -1}, pc)
	ok = !m.broken && m.effect&Failed == 0
	m.broken = false
	return v, ok
}
