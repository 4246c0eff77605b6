package vm

import (
	"slices"

	"gospin/vm/layout"
)

// A rendezvous in two halves: Halves lists a process's offers, Give makes the sender's half, Takers finds the
// receivers, and Take makes the receiver's half. Give and Take together are equivalent to Do, except that the
// states may differ if the receiver's half is Pruned.

// try reports whether a transition is enabled. With half, it is enabled as a rendezvous on offer, whether or
// not there is a receiver. Else is enabled unless the process has moved.
func (m *Machine) try(s *State, f frame, i uint32, moved bool) (ok, half bool) {
	t := &m.p.Trans[i]
	switch t.Guard {
	case GuardElse:
		return !moved, false
	case GuardDie:
		return f.pid == len(m.sh.Procs)-1, false
	}
	m.trans = i
	if t.Guard == GuardSend {
		if c, ct := m.channelOf(s, f, t); c != nil && ct.Slots == 0 {
			m.effect |= Attempted
			if ok, half = m.evalArgs(s, f, t), true; ok {
				m.countOffered(t, ct)
			}
			m.broken = false
			return ok, half
		}
	}
	ok = m.enabled(s, f, t) && !m.broken
	m.broken = false
	return ok, false
}

// Halves is Alone, but each rendezvous on offer is one move to AnyPartner, whether or not there is a
// receiver, and other processes are not examined for it. It returns false, and appends nothing, if that is
// impossible: if other moves are enabled, or faults occur, depending on whether there is a receiver. Effects:
// Attempted, Failed, Abort.
func (m *Machine) Halves(s *State, pid int, dst []Move) ([]Move, Effect, bool) {
	m.begin(s)
	sh, start := m.sh, len(dst)
	q := &sh.Procs[pid]
	pt := &m.p.Procs[q.Type]
	if (pt.Provided >= 0 || m.p.UsesPrio) && m.held(s, sh, pid) {
		return dst, m.effect, true
	}
	f := frame{pid, int32(q.Off)}
	m.pid = pid
	st := &pt.States[m.pc(s.Vec, q)]
	escape, moved := uint32(0), false
	// If an offer is taken, the process has moved, so transitions of other escapes don't count.
	offers, escapes := false, uint32(0)
	for i := st.First; i < st.First+st.N; i++ {
		t := &m.p.Trans[i]
		if escapes > 0 && escapes != t.Escape || t.Guard == GuardElse && offers && !moved {
			return dst[:start], 0, false
		}
		if escape > 0 && escape != t.Escape {
			break
		}
		ok, half := m.try(s, f, i, moved)
		switch {
		case half && (pt.Deterministic || m.p.Events != nil):
			return dst[:start], 0, false
		case half:
			escape, escapes = 0, 0
			if ok {
				offers, escapes = true, t.Escape
				dst = append(dst, Move{Trans: i, Partner: AnyPartner, Pid: uint8(pid)})
			}
		case ok:
			if moved && pt.Deterministic {
				m.trans = i
				m.fault(RuntimeError, "non-determinism in D_proctype")
			}
			moved, escape, escapes = true, t.Escape, 0
			dst = append(dst, Move{Trans: i, Pid: uint8(pid)})
		}
	}
	return dst, m.effect, true
}

// Separable returns the transitions of a process's control state, and reports whether each can be examined
// alone, since none depends on whether others are enabled.
func (m *Machine) Separable(s *State, pid int) (first, n uint32, ok bool) {
	q := &m.l.ShapeOf(s.Vec).Procs[pid]
	pt := &m.p.Procs[q.Type]
	st := &pt.States[m.pc(s.Vec, q)]
	depends := func(t Trans) bool { return t.Guard == GuardElse || t.Escape > 0 }
	ok = !pt.Deterministic && !slices.ContainsFunc(m.p.transitions(st), depends)
	return st.First, st.N, ok
}

// One is Halves for one transition of a process's control state, which must be separable.
func (m *Machine) One(s *State, pid int, trans uint32, dst []Move) ([]Move, Effect, bool) {
	m.begin(s)
	q := &m.sh.Procs[pid]
	if (m.p.Procs[q.Type].Provided >= 0 || m.p.UsesPrio) && m.held(s, m.sh, pid) {
		return dst, m.effect, true
	}
	m.pid = pid
	ok, half := m.try(s, frame{pid, int32(q.Off)}, trans, false)
	if half && m.p.Events != nil {
		return dst, 0, false
	}
	if ok {
		mv := Move{Trans: trans, Pid: uint8(pid)}
		if half {
			mv.Partner = AnyPartner
		}
		dst = append(dst, mv)
	}
	return dst, m.effect, true
}

// Give makes the sender's half of a rendezvous: the sender's control state moves. It returns the number of
// the channel, and the message as the receiver sees it, which is valid until the machine is used again. It
// returns false, and leaves s unchanged, if the rendezvous can't be made in halves.
func (m *Machine) Give(s *State, mv Move) (id int32, msg []int32, eff Effect, ok bool) {
	m.begin(s)
	t := &m.p.Trans[mv.Trans]
	q := &m.sh.Procs[mv.Pid]
	f := frame{int(mv.Pid), int32(q.Off)}
	m.trans, m.pid = mv.Trans, int(mv.Pid)
	if m.p.Events != nil || !m.commutes(t.EffectPC) {
		return 0, nil, m.effect, false
	}
	id = m.number(s, f, t)
	c, ct := m.channel(id)
	if m.broken || c == nil || ct.Slots > 0 || int(t.NArgs) != len(ct.Fields) || !m.evalArgs(s, f, t) {
		return 0, nil, m.effect, false
	}
	m.loadOffer(int(t.NArgs), ct)
	m.setPC(s, q, t.To)
	m.doMerged(s, f, t)
	return id, m.msg[:len(ct.Fields)], m.effect, true
}

// commutes reports whether the code after a send can as well run before the receiver's part. It can if it
// only sets variables of the process to constants because they are dead: no other process reads them.
func (m *Machine) commutes(pc int32) bool {
	for ; m.p.Code[pc].Op != OpEnd; pc++ { // address 0 holds OpEnd
		if in := &m.p.Code[pc]; in.Op != OpConst && (in.Op != OpStore || in.Base != BaseSelf) {
			return false
		}
	}
	return true
}

// Takers appends the receives of process peer, which is not the sender, that accept a message from a
// rendezvous channel. Each is a Move with Partner and Peer; the caller sets the sender's Trans and Pid. It is
// meant for the state before Give; after Give, the result is the same unless the sender's component is
// recorded as read. Peer's own component is not recorded. Effects: Failed, Abort. After a failure, Alone may
// find fewer moves.
func (m *Machine) Takers(s *State, peer int, id int32, msg []int32, dst []Move) ([]Move, Effect) {
	m.begin(s)
	ct := m.onOffer(id, msg)
	q := &m.sh.Procs[peer]
	pt := &m.p.Procs[q.Type]
	st := &pt.States[m.pc(s.Vec, q)]
	if ct == nil || !st.Recv || pt.Provided >= 0 && m.held(s, m.sh, peer) {
		return dst, m.effect
	}
	g := frame{peer, int32(q.Off)}
	escape := uint32(0)
	for i := st.First; i < st.First+st.N; i++ {
		u := &m.p.Trans[i]
		if escape > 0 && escape != u.Escape {
			break
		}
		if m.taker(s, g, u, id, ct) != nil {
			escape = u.Escape
			dst = append(dst, Move{Partner: i, Peer: uint8(peer)})
		}
	}
	return dst, m.effect
}

// isRendezvous reports whether a number is that of a rendezvous channel.
func (m *Machine) isRendezvous(id int32) bool {
	chans := m.sh.Chans
	return uint(id-1) < uint(len(chans)) && m.l.Chans[chans[id-1].Type].Slots == 0
}

// onOffer sets msg as the message on offer in a rendezvous channel. It returns nil if there is no such
// channel.
func (m *Machine) onOffer(id int32, msg []int32) *layout.ChanType {
	if uint(id-1) >= uint(len(m.sh.Chans)) {
		return nil
	}
	copy(m.msg, msg)
	clear(m.msg[len(msg):])
	return &m.l.Chans[m.sh.Chans[id-1].Type]
}

// taker returns the receive statement by which a transition accepts the message on offer in channel id: the
// transition itself, or the first one of a d_step that does. It returns nil if there is none. It is like
// accepts, but reads only the numbers and types of channels.
func (m *Machine) taker(s *State, g frame, u *Trans, id int32, ct *layout.ChanType) *Trans {
	switch u.Guard {
	case GuardRecv:
		n := m.number(s, g, u)
		if u.Copy && m.isRendezvous(n) {
			m.polled()
			return nil
		}
		if n != id {
			m.broken = false
			return nil
		}
		if m.matchMsg(s, g, ct, u.Pattern) {
			return u
		}
	case GuardDStep:
		st := &m.p.Procs[u.Proc].States[u.Sub]
		for i := st.First; i < st.First+st.N; i++ {
			if v := &m.p.Trans[i]; v.Guard == GuardRecv && m.taker(s, g, v, id, ct) != nil {
				return v
			}
		}
	}
	return nil
}

// Take makes the receiver's half of a rendezvous, as found by Takers. Effects: those of Do.
func (m *Machine) Take(s *State, mv Move, id int32, msg []int32) Effect {
	m.begin(s)
	ct := m.onOffer(id, msg)
	p := &m.sh.Procs[mv.Peer]
	g := frame{int(mv.Peer), int32(p.Off)}
	r := &m.p.Trans[mv.Partner]
	m.trans, m.pid = mv.Partner, int(mv.Peer)
	u := r
	if r.Effect == EffectDStep {
		u = m.taker(s, g, r, id, ct)
	}
	m.receives(s, g, r, u, len(ct.Fields))
	m.setPC(s, p, r.To)
	if m.broken {
		m.effect |= Pruned
	}
	m.effect |= Handshake
	m.after(s, int(mv.Peer), r.Atomic)
	return m.effect
}
