package vm

// Alone appends the moves of one process in s as if no other had any, and tells which components they depend
// on, the process's own apart (as State.Dirty): in every state of the same shape with the same values there,
// they are the same. Effects: Attempted, Failed, Abort.
func (m *Machine) Alone(s *State, pid int, dst []Move) ([]Move, Effect, uint64) {
	m.begin(s)
	m.read = 0
	dst = m.movesOf(s, m.sh, pid, dst)
	return dst, m.effect, m.read
}

// ClaimAlone does for the claim, which is part of the globals, what Alone does for a process. Effects:
// Failed.
func (m *Machine) ClaimAlone(s *State, dst []Move, alone bool) ([]Move, Effect, uint64) {
	m.read = 0
	dst, eff := m.ClaimMoves(s, dst, alone)
	return dst, eff, m.read
}

// Apart does what Do does, and tells which components the effect depends on, as Alone; written ones are in
// s.Dirty.
func (m *Machine) Apart(s *State, mv Move) (Effect, uint64) {
	m.read = 0
	if mv.Pid == ClaimPid {
		eff := m.ClaimDo(s, mv)
		return eff, m.read
	}
	eff := m.Do(s, mv)
	return eff, m.read
}

// Receives reports whether a process may be in a state to take what is on offer on a rendezvous channel.
func (m *Machine) Receives(s *State, pid int) bool {
	q := &m.l.ShapeOf(s.Vec).Procs[pid]
	return m.p.Procs[q.Type].States[m.pc(s.Vec, q)].Recv
}
