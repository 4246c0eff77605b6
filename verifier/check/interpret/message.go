package interpret

import "slices"

// arguments evaluates the fields of a send.
func (m *Machine) arguments(to []int32, t *trans, c *channel) []int32 {
	for _, x := range t.args {
		to = append(to, x(m))
	}
	if len(to) != len(c.fields) {
		Fail("line %d: %d fields are sent to a channel of %d", t.line, len(to), len(c.fields))
	}
	return to
}

// load reads a message from a channel.
func (c *channel) load(b []byte, to []int32) {
	for k, f := range c.fields {
		to[k] = f.load(b[c.offs[k]:])
	}
}

// put sends to a channel that is not full: after all messages or, for a sorted send, before the first larger
// one.
func (m *Machine) put(t *trans) {
	var vals, old [256]int32
	c, at := m.channel(t.ch(m))
	args := m.arguments(vals[:0], t, c)
	n := c.filled(m.vec[at:])
	slots := m.vec[at+c.head:]
	i := n
	if t.sorted {
		for i = 0; i < n; i++ {
			if c.load(slots[i*c.msg:], old[:]); slices.Compare(args, old[:len(c.fields)]) < 0 {
				break
			}
		}
		copy(slots[(i+1)*c.msg:(n+1)*c.msg], slots[i*c.msg:n*c.msg])
	}
	for k, f := range c.fields {
		f.store(slots[i*c.msg+c.offs[k]:], args[k])
	}
	c.fill(m.vec[at:], n+1)
}

// find returns the index of the message that a receive takes: the first one, or the first that matches; -1 if
// there is none.
func (m *Machine) find(c *channel, at int, p *pattern, random bool) int {
	n := c.filled(m.vec[at:])
	if !random {
		n = min(n, 1)
	}
	var msg [256]int32
	for i := range n {
		c.load(m.vec[at+c.head+i*c.msg:], msg[:])
		if m.matches(p, msg[:len(c.fields)]) {
			return i
		}
	}
	return -1
}

// matches reports whether a receive takes a message. A message of one field is followed by a 0.
func (m *Machine) matches(p *pattern, msg []int32) bool {
	for k, want := range p.want {
		if want == nil {
			continue
		}
		x, got := want(m), int32(0)
		if k < len(msg) {
			got = msg[k]
		} else if len(msg) != 1 {
			Fail("a receive has more fields than the channel")
		}
		if x != got {
			return false
		}
	}
	if p.whole && len(p.want) != len(msg) {
		Fail("a receive has other fields than the channel")
	}
	return true
}

// get reads a message, and removes it unless the receive only copies.
func (m *Machine) get(c *channel, at, i int, stays bool) {
	slots := m.vec[at+c.head:]
	c.load(slots[i*c.msg:], m.msg[:])
	if stays {
		return
	}
	n := c.filled(m.vec[at:])
	copy(slots[i*c.msg:(n-1)*c.msg], slots[(i+1)*c.msg:n*c.msg])
	clear(slots[(n-1)*c.msg : n*c.msg])
	c.fill(m.vec[at:], n-1)
}

// receive assigns the fields of the message.
func (m *Machine) receive(c *channel, t *trans) {
	n, has := len(t.pattern.want), len(c.fields)
	if n != has && (n > has && has > 1 || !t.copy) {
		Fail("line %d: %d fields are received from a channel of %d", t.line, n, has)
	}
	if n > has {
		clear(m.msg[has:n])
	}
	t.effect(m)
}
