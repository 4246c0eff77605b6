package vm

// Atom tells whether an expression that the program was compiled with (Program.Atoms) is true in s. An error
// in it is among the faults, and makes it false.
func (m *Machine) Atom(s *State, i int) (holds, ok bool) {
	m.begin(s)
	m.trans, m.pid = 0, -1
	holds = m.eval(s, frame{pid: -1}, m.p.Atoms[i]) != 0
	ok = m.effect&Failed == 0
	m.broken = false
	return holds && ok, ok
}
