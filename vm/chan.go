package vm

import (
	"gospin/vm/layout"
)

// channel returns the channel with an id, or nil if there is none. Callers that read its contents record that
// with ends or whole.
func (m *Machine) channel(id int32) (*layout.ChanAt, *layout.ChanType) {
	chans := m.sh.Chans
	if uint(id-1) >= uint(len(chans)) {
		return nil, nil
	}
	c := &chans[id-1]
	m.read |= 1 << min(uint(c.Comp), 63)
	return c, &m.l.Chans[c.Type]
}

// ends records that the ends of a channel are read: the message at its head, and whether there is room at its
// tail. After a message was moved, more may have to be recorded.
func (m *Machine) ends(c *layout.ChanAt) {
	if uint(c.Comp) < uint(len(m.comps)) {
		if n := &m.comps[c.Comp]; *n&SeenMoved != 0 {
			*n |= SeenRead
		} else {
			*n |= SeenEnds
		}
	}
}

// moved records that a message was sent to a channel, or, if sent is nil, that one was taken from its head.
func (m *Machine) moved(s *State, c *layout.ChanAt, sent []byte) {
	s.Dirty |= 1 << min(uint(c.Comp), 63)
	if uint(c.Comp) < uint(len(m.comps)) {
		m.comps[c.Comp] |= SeenMoved
		m.seen.Moves = append(m.seen.Moves, Moved{c.Comp, sent != nil, string(sent)})
	}
}

func chanLen(vec []byte, c *layout.ChanAt, t *layout.ChanType) int {
	if t.Slots == 0 {
		return 0
	}
	if t.LenWide {
		return int(vec[c.Off]) | int(vec[c.Off+1])<<8
	}
	return int(vec[c.Off])
}

func setChanLen(vec []byte, c *layout.ChanAt, t *layout.ChanType, n int) {
	vec[c.Off] = byte(n)
	if t.LenWide {
		vec[c.Off+1] = byte(n >> 8)
	}
}

func slot(c *layout.ChanAt, t *layout.ChanType, i int) int32 { return int32(c.Off + t.Head + i*t.Msg) }

// match returns the slot of the message that a receive pattern matches, or -1.
func (m *Machine) match(
	s *State, f frame, c *layout.ChanAt, t *layout.ChanType, pattern int32, any bool,
) int {
	n := chanLen(s.Vec, c, t)
	if m.ends(c); any && n > 0 { // a single message looks the same as the first of several
		m.reads(c.Comp)
	}
	if n == 0 {
		return -1
	}
	p := &m.p.Patterns[pattern]
	if p.Any {
		return 0
	}
	if !any {
		n = 1
	}
next:
	for i := 0; i < n; i++ {
		at := slot(c, t, i)
		for k := range p.Fields {
			pf := &p.Fields[k]
			if pf.Kind == PatAny {
				continue
			}
			want := pf.A
			if pf.Kind == PatEval {
				want = m.eval(s, f, pf.A)
				if m.broken {
					return -1
				}
			}
			got := int32(0)
			if k < len(t.Fields) {
				e := &t.Fields[k]
				got = layout.Load(s.Vec, e.Cell, at+int32(e.Off))
			} else if m.lacks(t) {
				return -1
			}
			if got != want {
				continue next
			}
		}
		if p.Whole && len(p.Fields) != len(t.Fields) {
			m.abortOn(wrongFields)
			return -1
		}
		return i
	}
	return -1
}

// lacks reports whether pan stops when a receive reads a field that a channel's messages don't have: it does
// if they have several fields. A single field is followed by 0.
func (m *Machine) lacks(t *layout.ChanType) bool {
	if len(t.Fields) == 1 {
		return false
	}
	m.abortOn("too many fields in recv")
	return true
}

const wrongFields = "wrong nr of msg fields in rcv"

// matchMsg reports whether the rendezvous message on offer in m.msg matches the pattern.
func (m *Machine) matchMsg(s *State, f frame, t *layout.ChanType, pattern int32) bool {
	p := &m.p.Patterns[pattern]
	if p.Any {
		return true
	}
	for k := range p.Fields {
		pf := &p.Fields[k]
		if pf.Kind == PatAny {
			continue
		}
		want := pf.A
		if pf.Kind == PatEval {
			want = m.eval(s, f, pf.A)
			if m.broken {
				return false
			}
		}
		if k >= len(t.Fields) && m.lacks(t) || m.msg[k] != want {
			return false
		}
	}
	if p.Whole && len(p.Fields) != len(t.Fields) {
		m.abortOn(wrongFields)
		return false
	}
	return true
}

// evalArgs evaluates the arguments of a send into m.args.
func (m *Machine) evalArgs(s *State, f frame, t *Trans) bool {
	m.compute(s, f, t.ArgsPC, m.sp)
	copy(m.args, m.stack[m.sp:m.sp+int(t.NArgs)])
	return !m.broken
}

// send appends the message of n arguments in m.args, or inserts it in order.
func (m *Machine) send(s *State, c *layout.ChanAt, t *layout.ChanType, n int, sorted bool) {
	if n != len(t.Fields) {
		m.countArgs(n, len(t.Fields))
	}
	l := chanLen(s.Vec, c, t)
	at := l
	if sorted {
		at = 0
		for at < l && m.cmpArgs(s, c, t, at) >= 0 {
			at++
		}
		if at < l {
			from, to := slot(c, t, at), slot(c, t, l)
			copy(s.Vec[from+int32(t.Msg):], s.Vec[from:to])
		}
	}
	off := slot(c, t, at)
	for k := range t.Fields {
		e := &t.Fields[k]
		if m.cuts != nil {
			m.note(DoesCut, e.Cell, e.Mask, m.args[k])
		}
		layout.Store(s.Vec, e.Cell, off+int32(e.Off), e.Mask, m.args[k])
	}
	setChanLen(s.Vec, c, t, l+1)
	if sorted {
		m.reads(c.Comp)
		m.mark(s, c.Comp)
		return
	}
	m.moved(s, c, s.Vec[off:off+int32(t.Msg)])
}

func (m *Machine) countArgs(n, want int) {
	if n < want {
		m.fault(RuntimeError, "too few parameters in send stmnt")
		clear(m.args[n:want])
	} else {
		m.fault(RuntimeError, "too many parameters in send stmnt")
	}
}

// cmpArgs compares the arguments, before truncation, with the message in a slot, field by field.
func (m *Machine) cmpArgs(s *State, c *layout.ChanAt, t *layout.ChanType, i int) int {
	at := slot(c, t, i)
	for k := range t.Fields {
		e := &t.Fields[k]
		v := layout.Load(s.Vec, e.Cell, at+int32(e.Off))
		if m.args[k] < v {
			return -1
		}
		if m.args[k] > v {
			return 1
		}
	}
	return 0
}

// take copies the message in slot i to m.msg, and removes it unless keep is set.
func (m *Machine) take(s *State, c *layout.ChanAt, t *layout.ChanType, i int, keep bool) {
	at := slot(c, t, i)
	for k := range t.Fields {
		e := &t.Fields[k]
		m.msg[k] = layout.Load(s.Vec, e.Cell, at+int32(e.Off))
	}
	clear(m.msg[len(t.Fields):])
	if keep {
		return
	}
	l := chanLen(s.Vec, c, t)
	end := slot(c, t, l)
	copy(s.Vec[at:], s.Vec[at+int32(t.Msg):end])
	clear(s.Vec[end-int32(t.Msg) : end])
	setChanLen(s.Vec, c, t, l-1)
	if i > 0 {
		m.reads(c.Comp)
		m.mark(s, c.Comp)
		return
	}
	m.moved(s, c, nil)
}

// Filling returns the number of messages in a channel, and its number of slots; false if no channel has this
// number.
func (p *Program) Filling(s *State, id int) (n, slots int, ok bool) {
	chans := p.Layout.ShapeOf(s.Vec).Chans
	if uint(id-1) >= uint(len(chans)) {
		return 0, 0, false
	}
	t := &p.Layout.Chans[chans[id-1].Type]
	return chanLen(s.Vec, &chans[id-1], t), t.Slots, true
}

// ChannelOf returns the number of the channel that a process's transition sends to or receives from.
func (m *Machine) ChannelOf(s *State, pid int, trans uint32) int {
	m.begin(s)
	f := frame{pid, int32(m.sh.Procs[pid].Off)}
	return int(m.number(s, f, &m.p.Trans[trans]))
}

// number returns the number of the channel that a transition sends to or receives from.
func (m *Machine) number(s *State, f frame, t *Trans) int32 {
	switch {
	case t.Chan > 0:
		return t.Chan
	case t.ChanVar:
		return int32(s.Vec[m.from(f, t.ChanBase, t.ChanPC)])
	}
	return m.eval(s, f, t.ChanPC)
}
