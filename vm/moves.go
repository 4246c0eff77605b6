package vm

import "gospin/vm/layout"

// Moves appends the enabled moves in s: the youngest process first, and each process's transitions in the
// order of its table. That is the order of the source, except that, as in pan, escapes come first, in reverse
// order.
func (m *Machine) Moves(s *State, dst []Move) ([]Move, Effect) {
	m.begin(s)
	sh := m.sh
	start := len(dst)
	if s.Excl >= 0 {
		dst = m.movesOf(s, sh, int(s.Excl), dst)
		if len(dst) == start && !m.failing() {
			s.Excl = -1
			return dst, m.effect | Released
		}
		return dst, m.effect
	}
	dst = m.pass(s, sh, dst)
	if len(dst) > start || m.failing() {
		return dst, m.effect
	}
	if len(sh.Procs) == 0 && (!m.p.Strict || m.quiet(s, sh)) {
		return dst, m.effect
	}
	if m.p.UsesTimeout {
		m.timeout = true
		dst = m.pass(s, sh, dst)
		m.timeout = false
		if len(dst) > start || m.failing() {
			return dst, m.effect
		}
	}
	if !m.validEnd(s, sh) {
		m.effect |= InvalidEnd
	}
	return dst, m.effect
}

// failing reports whether a guard has failed.
func (m *Machine) failing() bool { return m.effect&Failed != 0 && len(m.faults) > m.passing }

func (m *Machine) pass(s *State, sh *layout.Shape, dst []Move) []Move {
	for pid := len(sh.Procs) - 1; pid >= 0; pid-- {
		dst = m.movesOf(s, sh, pid, dst)
	}
	return dst
}

// Revise begins to list the moves of s process by process, given that the moves of an earlier state are
// known, and that s differs from it only in the components of since (as in State.Dirty). It returns false if
// that is impossible.
func (m *Machine) Revise(s *State, since uint64) bool {
	if since>>63 != 0 || m.p.UsesPrio || s.Excl >= 0 {
		return false
	}
	m.begin(s)
	m.since = since
	return true
}

// Untouched reports, during a revision, whether a process has the same moves as in the earlier state, because
// nothing that its guards read was written.
func (m *Machine) Untouched(s *State, pid int) bool {
	q := &m.sh.Procs[pid]
	if q.Comp >= 63 || m.since>>uint(q.Comp)&1 != 0 {
		return false
	}
	r := &m.p.Procs[q.Type].States[m.pc(s.Vec, q)].Reads
	if r.All || r.Comps&m.since != 0 {
		return false
	}
	for i := range r.Chans {
		v := &r.Chans[i]
		c, ct := m.channel(int32(s.Vec[q.Off+int(v.A)]))
		if c == nil || ct.Slots == 0 && v.Send || c.Comp >= 63 || m.since>>uint(c.Comp)&1 != 0 {
			return false
		}
	}
	return true
}

// MovesOf appends, during a revision, the moves of a process.
func (m *Machine) MovesOf(s *State, pid int, dst []Move) []Move { return m.movesOf(s, m.sh, pid, dst) }

// Revised ends a revision that has found moves or not. Effects: Attempted, Failed, Abort. It returns false if
// Moves has to be called, which examines states without moves further.
func (m *Machine) Revised(found bool) (Effect, bool) { return m.effect, found || m.failing() }

// quiet reports whether all channels are empty.
func (m *Machine) quiet(s *State, sh *layout.Shape) bool {
	for i := range sh.Chans {
		c := &sh.Chans[i]
		m.recordRead(c.Comp)
		if chanLen(s.Vec, c, &m.l.Chans[c.Type]) > 0 {
			return false
		}
	}
	return true
}

// validEnd reports whether every process is in a valid end state.
func (m *Machine) validEnd(s *State, sh *layout.Shape) bool {
	for i := range sh.Procs {
		q := &sh.Procs[i]
		m.recordRead(q.Comp)
		if !m.p.Procs[q.Type].States[m.pc(s.Vec, q)].End {
			return false
		}
	}
	if m.p.Strict {
		return m.quiet(s, sh)
	}
	return m.p.Events == nil || m.p.Events.Proc.States[m.eventsAt(s.Vec)].End
}

// held reports whether the process can't move regardless of its statements: because of provided, or of
// another process's higher priority.
func (m *Machine) held(s *State, sh *layout.Shape, pid int) bool {
	if !m.provided(s, &sh.Procs[pid], pid) {
		m.broken = false
		return true
	}
	if !m.p.UsesPrio {
		return false
	}
	mine := m.priority(s, pid)
	for i := range sh.Procs {
		if i != pid && m.priority(s, i) > mine && m.provided(s, &sh.Procs[i], i) && m.canMove(s, i) {
			return true
		}
	}
	return false
}

// provided reports whether a process has no provided clause, or one that holds.
func (m *Machine) provided(s *State, q *layout.ProcAt, pid int) bool {
	c := m.p.Procs[q.Type].Provided
	return c < 0 || m.eval(s, frame{pid, int32(q.Off)}, c) != 0
}

// canMove reports whether some transition of the process is executable, whatever priorities and its provided
// clause say, as enabled() does in pan.
func (m *Machine) canMove(s *State, pid int) bool {
	sh := m.l.ShapeOf(s.Vec)
	if pid < 0 || pid >= len(sh.Procs) || m.depth > 3 {
		return false
	}
	m.depth++
	defer func() { m.depth-- }()
	q := &sh.Procs[pid]
	m.reads(q.Comp)
	f := frame{pid, int32(q.Off)}
	st := &m.p.Procs[q.Type].States[m.pc(s.Vec, q)]
	for i := st.First; i < st.First+st.N; i++ {
		t := &m.p.Trans[i]
		switch t.Guard {
		case GuardElse:
			return true
		case GuardDie:
			if pid == len(sh.Procs)-1 {
				return true
			}
		default:
			if c, ct := m.rendezvous(s, f, t); c != nil {
				if m.evalArgs(s, f, t) {
					m.loadOffer(int(t.NArgs), ct)
					if m.takers(s, sh, pid, i, c, ct, nil) != nil {
						return true
					}
				}
			} else if m.enabled(s, f, t) {
				return true
			}
		}
	}
	return false
}

// rendezvous returns the channel if the transition is a send on a rendezvous channel.
func (m *Machine) rendezvous(s *State, f frame, t *Trans) (*layout.ChanAt, *layout.ChanType) {
	if t.Guard != GuardSend {
		return nil, nil
	}
	c, ct := m.channelOf(s, f, t)
	if c == nil || ct.Slots > 0 {
		return nil, nil
	}
	return c, ct
}

func (m *Machine) channelOf(s *State, f frame, t *Trans) (*layout.ChanAt, *layout.ChanType) {
	if t.Chan > 0 {
		return m.channel(t.Chan)
	}
	if t.ChanVar {
		return m.channel(int32(s.Vec[m.from(f, t.ChanBase, t.ChanPC)]))
	}
	return m.channel(m.eval(s, f, t.ChanPC))
}

// movesOf appends the moves of one process.
func (m *Machine) movesOf(s *State, sh *layout.Shape, pid int, dst []Move) []Move {
	q := &sh.Procs[pid]
	pt := &m.p.Procs[q.Type]
	if (pt.Provided >= 0 || m.p.UsesPrio) && m.held(s, sh, pid) {
		return dst
	}
	f := frame{pid, int32(q.Off)}
	m.pid = pid
	st := &pt.States[m.pc(s.Vec, q)]
	escape, moved := uint32(0), false
	for i := st.First; i < st.First+st.N; i++ {
		t := &m.p.Trans[i]
		if escape > 0 && escape != t.Escape {
			break
		}
		ok := false
		switch t.Guard {
		case GuardTrue:
			ok = true
		case GuardCmpC:
			ok = m.compare(s, f, t)
		case GuardElse:
			ok = !moved
		case GuardDie:
			ok = pid == len(sh.Procs)-1
		case GuardSend:
			m.trans = i
			if c, ct := m.channelOf(s, f, t); c != nil && ct.Slots == 0 {
				n := len(dst)
				if m.offer(s, f, t, c, ct) {
					dst = m.takers(s, sh, pid, i, c, ct, dst)
				}
				if len(dst) > n {
					moved = true
					escape = t.Escape
				} else {
					escape = 0
				}
				m.broken = false
				continue
			}
			ok = m.enabled(s, f, t)
		default:
			m.trans = i
			ok = m.enabled(s, f, t)
		}
		if m.broken {
			m.broken = false
			continue
		}
		if !ok {
			continue
		}
		if moved && pt.Deterministic {
			m.trans = i
			m.fault(RuntimeError, "non-determinism in D_proctype")
		}
		moved = true
		escape = t.Escape
		dst = append(dst, Move{Trans: i, Pid: uint8(pid)})
	}
	return dst
}

func (m *Machine) compare(s *State, f frame, t *Trans) bool {
	return compares(t.Cmp, layout.Load(s.Vec, t.Cell.C, m.from(f, t.Cell.Base, t.Cell.A)), t.Const)
}

// enabled evaluates a guard that depends only on the state, not on the transitions tried before it, nor on a
// partner.
func (m *Machine) enabled(s *State, f frame, t *Trans) bool {
	switch t.Guard {
	case GuardTrue:
		return true
	case GuardCmpC:
		return m.compare(s, f, t)
	case GuardExpr:
		return m.eval(s, f, t.GuardPC) != 0
	case GuardSend:
		c, ct := m.channelOf(s, f, t)
		if c == nil {
			if !m.broken {
				m.breakOn("ref to uninitialized chan name")
			}
			return false
		}
		if m.p.Lossy {
			return true
		}
		m.ends(c)
		return chanLen(s.Vec, c, ct) < ct.Slots
	case GuardRecv:
		c, ct := m.channelOf(s, f, t)
		if c == nil {
			if !m.broken {
				m.breakOn("ref to uninitialized chan name")
			}
			return false
		}
		if ct.Slots == 0 {
			if t.Copy {
				m.polled()
			}
			return false
		}
		return m.match(s, f, c, ct, t.Pattern, t.Random) >= 0
	case GuardDStep:
		st := &m.p.Procs[t.Proc].States[t.Sub]
		for i := st.First; i < st.First+st.N; i++ {
			u := &m.p.Trans[i]
			if c, _ := m.rendezvous(s, f, u); c != nil {
				m.abortOn("rv-attempt in d_step")
				return false
			}
			if u.Guard == GuardElse || m.enabled(s, f, u) {
				return true
			}
			if m.broken {
				return false
			}
		}
	}
	return false
}

// offer prepares a rendezvous offer, with the message in m.msg. As in pan, its faults count even if there is
// no receiver.
func (m *Machine) offer(s *State, f frame, t *Trans, c *layout.ChanAt, ct *layout.ChanType) bool {
	m.effect |= Attempted
	if !m.evalArgs(s, f, t) {
		return false
	}
	m.countOffered(t, ct)
	m.loadOffer(int(t.NArgs), ct)
	if m.p.Events != nil {
		m.attempt(s, c, ct)
	}
	return true
}

// countOffered counts truncations in the arguments of a rendezvous on offer.
func (m *Machine) countOffered(t *Trans, ct *layout.ChanType) {
	if n := int(t.NArgs); n != len(ct.Fields) {
		m.countArgs(n, len(ct.Fields))
		m.passing++
	}
}

// takers appends a move for every receive that accepts the message on offer in m.msg.
func (m *Machine) takers(
	s *State, sh *layout.Shape, pid int, ti uint32, c *layout.ChanAt, ct *layout.ChanType, dst []Move,
) []Move {
	for peer := len(sh.Procs) - 1; peer >= 0; peer-- {
		if peer == pid {
			continue
		}
		q := &sh.Procs[peer]
		m.reads(q.Comp)
		pt := &m.p.Procs[q.Type]
		st := &pt.States[m.pc(s.Vec, q)]
		if !st.Recv || pt.Provided >= 0 && m.held(s, sh, peer) {
			continue
		}
		g := frame{peer, int32(q.Off)}
		escape := uint32(0)
		for i := st.First; i < st.First+st.N; i++ {
			u := &m.p.Trans[i]
			if escape > 0 && escape != u.Escape {
				break
			}
			if m.accepts(s, g, u, c, ct) {
				escape = u.Escape
				dst = append(dst, Move{Trans: ti, Partner: i, Pid: uint8(pid), Peer: uint8(peer)})
			}
		}
	}
	return dst
}

// loadOffer converts the arguments of a rendezvous send to m.msg as the receiver sees them.
func (m *Machine) loadOffer(n int, ct *layout.ChanType) {
	for k := range ct.Fields {
		e := &ct.Fields[k]
		v := int32(0)
		if k < n {
			v = m.args[k]
		}
		if m.cuts != nil {
			m.note(MayCut, e.Cell, e.Mask, v)
		}
		m.msg[k] = layout.Truncate(e.Cell, e.Mask, v)
	}
	clear(m.msg[len(ct.Fields):])
}

// accepts reports whether the transition receives the message on offer in m.msg.
func (m *Machine) accepts(s *State, g frame, u *Trans, c *layout.ChanAt, ct *layout.ChanType) bool {
	switch u.Guard {
	case GuardRecv:
		d, dt := m.channelOf(s, g, u)
		if d == nil {
			m.broken = false
			return false
		}
		if u.Copy && dt.Slots == 0 { // an error for every offer
			m.polled()
			return false
		}
		return d.Comp == c.Comp && m.matchMsg(s, g, ct, u.Pattern)
	case GuardDStep:
		return m.firstAccept(s, g, u, c, ct) != nil
	}
	return false
}

// polled reports the fault of a receive that would leave the message in a rendezvous channel. Other receives
// are examined as usual.
func (m *Machine) polled() {
	m.fault(RuntimeError, "polling rv chan")
	m.passing++
}

// firstAccept finds the first statement of a d_step that receives the message on offer.
func (m *Machine) firstAccept(s *State, g frame, t *Trans, c *layout.ChanAt, ct *layout.ChanType) *Trans {
	st := &m.p.Procs[t.Proc].States[t.Sub]
	for i := st.First; i < st.First+st.N; i++ {
		if u := &m.p.Trans[i]; u.Guard == GuardRecv && m.accepts(s, g, u, c, ct) {
			return u
		}
	}
	return nil
}
