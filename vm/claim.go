package vm

import "bytes"

// ClaimPid is the process number in a claim's moves. No process of the model has it.
const ClaimPid = 255

// A claim's control state is in the globals at Program.ClaimAt, in two bytes. If Program.Phases is set, the
// byte after it is free for a search's phases.

// PhaseAt returns the offset of that byte.
func (m *Machine) PhaseAt() int { return m.p.ClaimAt + 2 }

func (m *Machine) claimState(s *State) *StateInfo {
	a := m.p.ClaimAt
	m.recordReadAt(a)
	return &m.p.Claim.States[uint32(s.Vec[a])|uint32(s.Vec[a+1])<<8]
}

func (m *Machine) setClaim(s *State, state uint32) {
	a := m.to(s, frame{}, BaseGlobal, int32(m.p.ClaimAt))
	s.Vec[a], s.Vec[a+1] = byte(state), byte(state>>8)
}

// ClaimAt returns the claim's control state.
func (m *Machine) ClaimAt(s *State) uint32 {
	a := m.p.ClaimAt
	return uint32(s.Vec[a]) | uint32(s.Vec[a+1])<<8
}

// ClaimMoves appends the claim's moves in s. Alone means that the system is blocked; then np_ is false.
// Effects: Failed.
func (m *Machine) ClaimMoves(s *State, dst []Move, alone bool) ([]Move, Effect) {
	m.begin(s)
	m.alone = alone
	if m.p.ClaimTimeout {
		m.timeout = alone || len(m.pass(s, m.sh, nil)) == 0
		if m.seen != nil && !alone {
			m.seen.All = true // including the processes' own components
		}
		m.begin(s)
	}
	f := frame{pid: -1}
	m.pid = -1
	st, moved := m.claimState(s), false
	for i := st.First; i < st.First+st.N; i++ {
		t := &m.p.Trans[i]
		m.trans = i
		ok := !moved && t.Guard == GuardElse || m.enabled(s, f, t)
		if m.broken {
			m.broken = false
			continue
		}
		if ok {
			moved = true
			dst = append(dst, Move{Trans: i, Pid: ClaimPid})
		}
	}
	m.timeout, m.alone = false, false
	return dst, m.effect
}

// ClaimDo makes a move of the claim. Effects: Transient, AtomicStep, Silent, Failed, Pruned; Accepting and
// ClaimEnd for the claim alone.
func (m *Machine) ClaimDo(s *State, mv Move) Effect {
	m.begin(s)
	t := &m.p.Trans[mv.Trans]
	m.trans, m.pid = mv.Trans, -1
	m.setClaim(s, t.To)
	m.apply(s, frame{pid: -1}, t)
	if m.broken {
		m.effect |= Pruned
	}
	if t.Atomic {
		m.effect |= Transient | AtomicStep
	}
	if t.Effect == EffectNone {
		m.effect |= Silent
	}
	return m.effect | m.p.Claim.States[t.To].effect()
}

// effect returns the effect of reaching a state of the claim.
func (st *StateInfo) effect() Effect {
	e := Effect(0)
	if st.Accept {
		e |= Accepting
	}
	if st.End {
		e |= ClaimEnd
	}
	return e
}

// ClaimEnded reports whether the claim is in an end state, where it accepts finite runs.
func (m *Machine) ClaimEnded(s *State) bool { return m.claimState(s).End }

// Weak reports whether no cycle contains both accepting states and others.
func (m *Machine) Weak() bool { return m.p.ClaimWeak && !m.Labelled() }

// Labelled reports whether the acceptance states of processes count.
func (m *Machine) Labelled() bool { return m.labelled && !m.p.ClaimAccepts }

// Accepting reports whether the claim is in an accepting state, or, if their labels count, a process is.
func (m *Machine) Accepting(s *State) bool {
	return m.ClaimAccepting(s) || m.Labelled() && m.Labels(s)
}

// ClaimAccepting reports whether the claim itself is in an accepting state.
func (m *Machine) ClaimAccepting(s *State) bool { return m.claimState(s).Accept }

// Labels reports whether a process, or the trace assertion, is in an accepting state.
func (m *Machine) Labels(s *State) bool {
	if m.p.Events != nil && m.p.Events.Proc.States[m.eventsAt(s.Vec)].Accept {
		return true
	}
	sh := m.l.ShapeOf(s.Vec)
	for i := range sh.Procs {
		if m.ProcessAccepts(s, i) {
			return true
		}
	}
	return false
}

// ProcessAccepts reports whether a process is in an accepting state.
func (m *Machine) ProcessAccepts(s *State, pid int) bool {
	q := &m.l.ShapeOf(s.Vec).Procs[pid]
	m.recordRead(q.Comp)
	return m.p.Procs[q.Type].States[m.pc(s.Vec, q)].Accept
}

// Same reports whether a vector equals that of s, ignoring what is not stored.
func (m *Machine) Same(s *State, vec []byte) bool {
	return bytes.Equal(m.l.Key(s.Vec), m.l.Key(vec))
}

// progress reports whether some process is in a progress state.
func (m *Machine) progress(s *State) bool {
	if m.p.Events != nil && m.p.Events.Proc.States[m.eventsAt(s.Vec)].Progress {
		return true
	}
	sh := m.l.ShapeOf(s.Vec)
	for i := range sh.Procs {
		q := &sh.Procs[i]
		if m.p.Procs[q.Type].States[m.pc(s.Vec, q)].Progress {
			return true
		}
	}
	return false
}
