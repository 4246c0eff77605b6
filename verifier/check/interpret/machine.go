package interpret

import "gospin/promela"

// Machine expands states, one at a time.
type Machine struct {
	*Model
	vec      []byte // constants, then the state
	procs    []running
	chans    []buffer
	pid      int // of the current process
	self     int // its place
	timeout  bool
	reshaped bool         // processes have started or ended since the state was loaded
	msg      [256]int32   // the received message
	offered  []int32      // the message of a rendezvous
	found    func([]byte) // called with each successor
	bottom   int          // the place of the first process
	base     []byte       // the constants
	free     [][]byte     // memory for reuse
	rest     []interrupted
}

type running struct {
	*proctype
	at int
}

type buffer struct {
	*channel
	at int
}

// interrupted is a state within an atomic sequence of a process.
type interrupted struct {
	vec []byte
	pid int
}

// maxSteps limits the steps of atomic sequences from one state, and those within one d_step.
const maxSteps = 1 << 22

// NewMachine returns a machine, and the initial state.
func NewMachine(md *Model) (m *Machine, initial []byte) {
	m = &Machine{Model: md, pid: -1}
	size := md.globals
	for _, c := range md.chans {
		m.chans = append(m.chans, buffer{c, size})
		size += c.size()
	}
	m.bottom, m.vec = size, make([]byte, size)
	for i, c := range md.chans {
		m.vec[c.at] = byte(i + 1)
	}
	md.begin(m)
	for _, t := range md.types {
		for range t.Active {
			m.spawn(t, nil)
		}
	}
	m.base = append(m.base, m.vec[:md.consts]...)
	return m, m.vec[md.consts:]
}

// take loads a state.
func (m *Machine) take(vec []byte) {
	m.vec, m.reshaped, m.procs, m.chans = vec, false, m.procs[:0], m.chans[:len(m.Model.chans)]
	for at := m.bottom; at < len(vec); {
		at = m.settle(m.types[vec[at]], at)
	}
}

// settle records the process at a place, and returns the place of the next one.
func (m *Machine) settle(t *proctype, at int) int {
	m.procs = append(m.procs, running{t, at})
	at += t.size
	for _, c := range t.chans {
		m.chans = append(m.chans, buffer{c, at})
		at += c.size()
	}
	return at
}

// spawn starts a process, and returns its number.
func (m *Machine) spawn(t *proctype, args []int32) int {
	n, at, first := len(m.procs), len(m.vec), len(m.chans)
	if n >= 255 || first+len(t.chans) > 255 {
		Fail("too many processes or channels")
	}
	m.reshaped = true
	for end := m.settle(t, at); len(m.vec) < end; {
		m.vec = append(m.vec, 0)
	}
	m.vec[at] = byte(t.no)
	t.setPC(m.vec[at:], t.start)
	for _, v := range t.Params {
		m.each(v, m.at[v], func(v *promela.Var, off int) {
			c := cellOf(v.Type, v.Len > 0)
			for i := range max(1, v.Len) {
				if len(args) > 0 {
					c.store(m.vec[at+off+i*c.size:], args[0])
					args = args[1:]
				}
			}
		})
	}
	for i, c := range t.chans {
		m.vec[at+c.at] = byte(first + i + 1)
	}
	pid, self := m.pid, m.self
	m.pid, m.self = n, at
	t.begin(m)
	m.pid, m.self = pid, self
	return n
}

// Expand calls found with each successor of a state, as long as nothing fails.
func (m *Machine) Expand(state []byte, found func([]byte)) {
	m.found = found
	m.take(append(append(m.memory(), m.base...), state...))
	state = m.vec
	n := m.all()
	if n == 0 && len(m.procs) > 0 {
		m.timeout = m.tree.UsesTimeout
		n = m.all()
		m.timeout = false
		for i := 0; i < len(m.procs) && n == 0; i++ {
			if p := m.procs[i]; !p.ends[p.pc(m.vec[p.at:])] {
				Fail("invalid end state: process %d (%s) cannot go on", i, p.Name)
			}
		}
	}
	for steps := 0; len(m.rest) > 0; steps++ {
		if steps == maxSteps {
			Fail("an atomic sequence takes more than %d steps", steps)
		}
		m.free = append(m.free, state)
		next := m.rest[len(m.rest)-1]
		m.rest = m.rest[:len(m.rest)-1]
		m.take(next.vec)
		state = next.vec
		if m.moves(next.pid) == 0 { // it is blocked, so all may move
			m.found(state[m.consts:])
		}
	}
	m.free = append(m.free, state)
}

func (m *Machine) memory() []byte {
	if n := len(m.free); n > 0 {
		out := m.free[n-1]
		m.free = m.free[:n-1]
		return out[:0]
	}
	return nil
}

// all makes the moves of all processes, and returns their number.
func (m *Machine) all() (n int) {
	for pid := len(m.procs) - 1; pid >= 0; pid-- {
		n += m.moves(pid)
	}
	return n
}

// may makes a process the current one, and reports whether it may move.
func (m *Machine) may(pid int) (p running, is bool) {
	p = m.procs[pid]
	m.pid, m.self = pid, p.at
	return p, p.provided == nil || p.provided(m) != 0
}

// moves makes the moves of a process, and returns their number.
func (m *Machine) moves(pid int) (n int) {
	p, is := m.may(pid)
	if !is {
		return 0
	}
	steps, escape := p.states[p.pc(m.vec[p.at:])], 0
	for i := range steps {
		t := &steps[i]
		if escape > 0 && escape != t.escape {
			break
		}
		if t.act == send {
			if c, _ := m.channel(t.ch(m)); c != nil && c.slots == 0 {
				took := m.offer(pid, t, c)
				if escape = 0; took > 0 {
					escape = t.escape
				}
				n += took
				continue
			}
		}
		if t.act == otherwise && n > 0 || t.act != otherwise && !m.enabled(t) {
			continue
		}
		if n > 0 && p.Deterministic {
			Fail("process %d (%s) has a choice, and is a D_proctype", pid, p.Name)
		}
		n, escape = n+1, t.escape
		m.do(p, t)
	}
	return n
}

// enabled reports whether a step can be taken. The step is neither a rendezvous nor an else.
func (m *Machine) enabled(t *trans) bool {
	switch t.act {
	case plain:
		return t.guard == nil || t.guard(m) != 0
	case send, recv:
		c, at := m.channel(t.ch(m))
		if c == nil || c.slots == 0 && t.copy {
			Fail("line %d: there is no channel, or a rendezvous is looked into", t.line)
		}
		if t.act == send {
			return c.filled(m.vec[at:]) < c.slots
		}
		return c.slots > 0 && m.find(c, at, t.pattern, t.random) >= 0
	case dies:
		return m.pid == len(m.procs)-1
	}
	return m.first(t.sub) != nil
}

// first returns the first of the steps inside a d_step that can be taken.
func (m *Machine) first(at int) *trans {
	steps := m.procs[m.pid].states[at]
	for i := range steps {
		t := &steps[i]
		if t.act == send {
			if c, _ := m.channel(t.ch(m)); c != nil && c.slots == 0 {
				Fail("line %d: a rendezvous is offered in a d_step", t.line)
			}
		}
		if t.act == otherwise || m.enabled(t) {
			return t
		}
	}
	return nil
}

// do makes a step of the current process.
func (m *Machine) do(p running, t *trans) {
	before, pid, waits := m.vec, m.pid, m.timeout
	m.vec = append(m.memory(), before...)
	m.timeout = false
	if waits && t.act == dsteps {
		m.timeout = !m.enabled(t)
	}
	if m.apply(t); t.act == dies {
		m.vec, m.reshaped = m.vec[:p.at], true
	} else {
		p.setPC(m.vec[p.at:], t.to)
	}
	m.timeout = waits
	m.after(before, pid, t.atomic)
}

// after handles the state that a step leads to, and restores the state before it.
func (m *Machine) after(before []byte, pid int, atomic bool) {
	if m.tree.UsesLast {
		m.vec[m.last] = byte(pid)
	}
	if atomic {
		m.rest = append(m.rest, interrupted{m.vec, pid})
	} else {
		m.found(m.vec[m.consts:])
		m.free = append(m.free, m.vec)
	}
	if m.vec = before; m.reshaped {
		m.take(before)
	}
}

// apply executes the effect of a step, without the change of control state.
func (m *Machine) apply(t *trans) {
	switch t.act {
	case plain:
		if t.effect != nil {
			t.effect(m)
		}
	case send:
		m.put(t)
	case recv:
		c, at := m.channel(t.ch(m))
		i := m.find(c, at, t.pattern, t.random)
		m.get(c, at, i, t.copy)
		m.receive(c, t)
	case dsteps:
		m.run(t.sub)
	}
}

// run makes the steps of a d_step, beginning in one of its control states.
func (m *Machine) run(at int) {
	for n := 0; at != outside; n++ {
		t := m.first(at)
		if t == nil || n == maxSteps {
			Fail("a d_step blocks, or does not end")
		}
		m.apply(t)
		at = t.to
	}
}

// offer makes the moves of a rendezvous with every possible receiver, and returns their number.
func (m *Machine) offer(pid int, t *trans, c *channel) (n int) {
	id := t.ch(m)
	m.offered = m.arguments(m.offered[:0], t, c)
	for k, f := range c.fields {
		m.offered[k] = f.cut(m.offered[k])
	}
	p := m.procs[pid]
	for peer := len(m.procs) - 1; peer >= 0; peer-- {
		if peer == pid {
			continue
		}
		q, is := m.may(peer)
		if !is {
			continue
		}
		steps, escape := q.states[q.pc(m.vec[q.at:])], 0
		for i := range steps {
			u := &steps[i]
			if escape > 0 && escape != u.escape {
				break
			}
			r := m.takes(u, id, c)
			if r == nil {
				continue
			}
			n, escape = n+1, u.escape
			before := m.vec
			m.vec = append(m.memory(), before...)
			p.setPC(m.vec[p.at:], t.to)
			copy(m.msg[:], m.offered)
			m.receive(c, r)
			if u.act == dsteps {
				m.run(r.to)
			}
			q.setPC(m.vec[q.at:], u.to)
			m.after(before, peer, u.atomic)
		}
	}
	m.pid, m.self = pid, p.at
	return n
}

// takes returns the receive with which a step accepts an offer: itself, or the first one of a d_step; or nil.
func (m *Machine) takes(u *trans, id int32, c *channel) *trans {
	switch u.act {
	case recv:
		mine := u.ch(m)
		d, _ := m.channel(mine)
		if d != nil && d.slots == 0 && u.copy {
			Fail("line %d: a rendezvous is looked into", u.line)
		}
		if d != nil && mine == id && m.matches(u.pattern, m.offered) {
			return u
		}
	case dsteps:
		steps := m.procs[m.pid].states[u.sub]
		for i := range steps {
			if r := &steps[i]; r.act == recv && m.takes(r, id, c) != nil {
				return r
			}
		}
	}
	return nil
}

// channel returns a channel by its number, and its place; nil if there is none.
func (m *Machine) channel(id int32) (*channel, int) {
	if id < 1 || int(id) > len(m.chans) {
		return nil, 0
	}
	c := &m.chans[id-1]
	return c.channel, c.at
}

// remote returns the place of a process of a proctype, by its number, or of the first one; -1: there is none.
func (m *Machine) remote(pid int32, t *proctype) int {
	for i, p := range m.procs {
		if p.proctype == t && (pid < 0 || int(pid) == i) {
			return p.at
		}
	}
	return -1
}
