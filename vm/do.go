package vm

import "gospin/vm/layout"

// maxDStep limits the steps of one d_step sequence.
const maxDStep = 1 << 20

// Exit is the control state inside a d_step that ends it.
const Exit = 1<<32 - 1

// Do makes the move.
func (m *Machine) Do(s *State, mv Move) Effect {
	m.begin(s)
	t := &m.p.Trans[mv.Trans]
	m.trans, m.pid = mv.Trans, int(mv.Pid)
	sh := m.sh
	q := &sh.Procs[mv.Pid]
	f := frame{int(mv.Pid), int32(q.Off)}
	if mv.Partner != 0 {
		return m.handshake(s, sh, mv, t)
	}
	if t.Effect == EffectDie {
		m.die(s)
	} else {
		// What a provided clause holds for only with timeout happens at a timeout.
		m.timeout = m.p.UsesTimeout && !m.provided(s, q, f.pid)
		m.apply(s, f, t) // before the process changes its control state
		m.timeout = false
		m.setPC(s, q, t.To)
	}
	if m.broken {
		m.effect |= Pruned
	}
	m.after(s, int(mv.Pid), t.Atomic)
	return m.effect
}

func (m *Machine) after(s *State, pid int, atomic bool) {
	if v := m.p.LastVar; v != nil {
		layout.Store(s.Vec, v.C, m.to(s, frame{}, BaseGlobal, v.A), v.Mask, int32(pid))
	}
	s.Excl = -1
	if atomic {
		s.Excl = int16(pid)
		m.effect |= Transient | AtomicStep
	}
}

func (m *Machine) handshake(s *State, sh *layout.Shape, mv Move, t *Trans) Effect {
	q := &sh.Procs[mv.Pid]
	f := frame{int(mv.Pid), int32(q.Off)}
	_, ct := m.channelOf(s, f, t)
	m.evalArgs(s, f, t)
	m.loadOffer(int(t.NArgs), ct)
	if m.p.Events != nil {
		c, _ := m.channelOf(s, f, t)
		m.event(s, GuardSend, c, ct, false)
	}
	m.setPC(s, q, t.To)
	r := &m.p.Trans[mv.Partner]
	p := &sh.Procs[mv.Peer]
	g := frame{int(mv.Peer), int32(p.Off)}
	m.trans, m.pid = mv.Partner, int(mv.Peer)
	if m.p.Events != nil {
		c, _ := m.channelOf(s, f, t)
		m.event(s, GuardRecv, c, ct, true)
	}
	u := r
	if r.Effect == EffectDStep {
		c, _ := m.channelOf(s, f, t)
		u = m.firstAccept(s, g, r, c, ct)
	}
	m.receives(s, g, r, u, len(ct.Fields))
	m.setPC(s, p, r.To)
	m.doMerged(s, f, t)
	if m.broken {
		m.effect |= Pruned
	}
	m.effect |= Handshake
	m.after(s, int(mv.Peer), r.Atomic)
	return m.effect
}

// receives executes the receiver's part of a handshake with the message in m.msg. The receiver's transition
// is r; the receive statement u is another one if r is a d_step.
func (m *Machine) receives(s *State, g frame, r, u *Trans, fields int) {
	m.received(s, g, u, fields)
	if m.broken {
		return
	}
	if r.Effect == EffectDStep {
		m.dstep(s, g, r, u.To)
		m.doMerged(s, g, r)
	}
}

// received assigns the fields of the message in m.msg.
func (m *Machine) received(s *State, f frame, t *Trans, fields int) {
	p := &m.p.Patterns[t.Pattern]
	if n := len(p.Fields); n != fields {
		if n > fields && fields > 1 {
			m.abortOn("too many fields in recv")
			return
		}
		if !t.Copy {
			m.fault(RuntimeError, "missing pars in receive")
		}
	}
	if p.Direct {
		for k := range p.Fields {
			c := &p.Fields[k].To
			if c.Op != OpStore {
				continue
			}
			if m.cuts != nil {
				m.note(DoesCut, c.C, c.Mask, m.msg[k])
			}
			layout.Store(s.Vec, c.C, m.to(s, f, c.Base, c.A), c.Mask, m.msg[k])
		}
		return
	}
	m.exec(s, f, t.EffectPC)
}

// apply executes the effect of a transition that is not a handshake.
func (m *Machine) apply(s *State, f frame, t *Trans) {
	switch t.Effect {
	case EffectCode:
		m.exec(s, f, t.EffectPC)
	case EffectSetC:
		if m.cuts != nil {
			m.note(DoesCut, t.Cell.C, t.Cell.Mask, t.Const)
		}
		layout.Store(s.Vec, t.Cell.C, m.to(s, f, t.Cell.Base, t.Cell.A), t.Cell.Mask, t.Const)
	case EffectSend:
		if !m.evalArgs(s, f, t) {
			return
		}
		c, ct := m.channelOf(s, f, t)
		m.ends(c)
		if chanLen(s.Vec, c, ct) < ct.Slots {
			m.send(s, c, ct, int(t.NArgs), t.Sorted)
			if m.p.Events != nil {
				m.loadOffer(min(int(t.NArgs), len(ct.Fields)), ct)
				m.event(s, GuardSend, c, ct, true)
			}
		}
		m.doMerged(s, f, t)
	case EffectRecv:
		c, ct := m.channelOf(s, f, t)
		i := m.match(s, f, c, ct, t.Pattern, t.Random)
		if i < 0 {
			return
		}
		m.take(s, c, ct, i, t.Copy)
		if m.p.Events != nil && !t.Copy {
			m.event(s, GuardRecv, c, ct, true)
		}
		m.received(s, f, t, len(ct.Fields))
	case EffectDStep:
		was := m.timeout
		m.timeout = was || m.inTimeout(s, f, t)
		m.dstep(s, f, t, t.Sub)
		m.timeout = was
		m.doMerged(s, f, t)
	}
}

// behind executes what is merged with a send, and sets variables to 0 that are dead after a send or d_step.
func (m *Machine) doMerged(s *State, f frame, t *Trans) {
	if t.EffectPC != 0 && !m.broken {
		m.exec(s, f, t.EffectPC)
	}
}

// inTimeout reports whether the transition is executable only because timeout is true. Timeout then stays
// true until the transition ends.
func (m *Machine) inTimeout(s *State, f frame, t *Trans) bool {
	if !m.p.UsesTimeout {
		return false
	}
	effect, faults := m.effect, len(m.faults)
	ok := m.enabled(s, f, t)
	m.effect, m.faults, m.broken = effect, m.faults[:faults], false
	return !ok
}

// dstep runs a d_step from one of its states to the end. It takes the first of several executable statements.
func (m *Machine) dstep(s *State, f frame, t *Trans, at uint32) {
	pt := &m.p.Procs[t.Proc]
	for n := 0; at != Exit; n++ {
		if n > maxDStep {
			m.broken = true
			m.fault(EndlessAtomic, "d_step does not end")
			return
		}
		st := &pt.States[at]
		var took *Trans
		for i := st.First; i < st.First+st.N && took == nil; i++ {
			u := &m.p.Trans[i]
			if c, _ := m.rendezvous(s, f, u); c != nil {
				m.abortOn("rv-attempt in d_step")
				return
			}
			if u.Guard == GuardElse || m.enabled(s, f, u) {
				took = u
			}
			if m.broken {
				return
			}
		}
		if took == nil {
			m.abortOn("block in d_step seq")
			return
		}
		m.apply(s, f, took)
		if m.broken {
			return
		}
		at = took.To
	}
}
