package vm

// Alone appends the moves of one process in s, assuming that no other process has any, and returns the
// components that they depend on (as in State.Dirty), except for the process's own: all states of the same
// shape with the same values in these components have the same moves. Effects: Attempted, Failed, Abort.
func (m *Machine) Alone(s *State, pid int, dst []Move) ([]Move, Effect, uint64) {
	m.begin(s)
	m.read = 0
	dst = m.movesOf(s, m.sh, pid, dst)
	return dst, m.effect, m.read
}

// ClaimAlone is Alone for the claim, which is part of the globals. Effects: Failed.
func (m *Machine) ClaimAlone(s *State, dst []Move, alone bool) ([]Move, Effect, uint64) {
	m.read = 0
	dst, eff := m.ClaimMoves(s, dst, alone)
	return dst, eff, m.read
}

// Apart is Do, but also returns the components that the effect depends on, as Alone does. Written components
// are in s.Dirty.
func (m *Machine) Apart(s *State, mv Move) (Effect, uint64) {
	m.read = 0
	if mv.Pid == ClaimPid {
		eff := m.ClaimDo(s, mv)
		return eff, m.read
	}
	eff := m.Do(s, mv)
	return eff, m.read
}

// Receives reports whether a process may be able to receive what another one offers on a rendezvous channel.
func (m *Machine) Receives(s *State, pid int) bool {
	q := &m.l.ShapeOf(s.Vec).Procs[pid]
	return m.p.Procs[q.Type].States[m.pc(s.Vec, q)].Recv
}
