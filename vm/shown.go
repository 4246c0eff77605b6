package vm

import (
	"fmt"

	"gospin/vm/layout"
)

// Shown is a variable, or a field of one, as simulations print it.
type Shown struct {
	Name   string
	Elem   layout.Elem
	Len    int // number of elements; 1 for a scalar
	Stride int
	Array  bool
	Chan   bool
	Field  bool     // it is a typedef's field
	Names  []string // of the values 1, 2, ... if it is an mtype
}

// Queue describes how to print a channel's messages, by field.
type Queue []struct {
	Names []string // of the values of an mtype
	Chan  bool     // the values are channel numbers
}

// Item returns the name of an element.
func (v *Shown) Item(i int) string {
	if v.Array {
		return fmt.Sprintf("%s[%d]", v.Name, i)
	}
	return v.Name
}

// Value reads an element; off is 0 for globals, otherwise the process's offset.
func (v *Shown) Value(vec []byte, off, i int) int32 {
	return layout.Load(vec, v.Elem.Cell, int32(off+v.Elem.Off+i*v.Stride))
}

// Named formats a value: one of the names, or the number.
func Named(names []string, v int32) string {
	if v >= 1 && int(v) <= len(names) {
		return names[v-1]
	}
	return fmt.Sprint(v)
}

// Queue returns the description of channel number id.
func (p *Program) Queue(s *State, id int) Queue {
	if id <= len(p.Queues) {
		return p.Queues[id-1]
	}
	for _, q := range p.Layout.ShapeOf(s.Vec).Procs {
		if own := p.Procs[q.Type].Queues; id > q.Chans && id <= q.Chans+len(own) {
			return own[id-q.Chans-1]
		}
	}
	return nil
}

// Messages returns the contents of channel number id, the oldest message first, formatted by Queue.Text;
// buffered is false for a rendezvous channel.
func (p *Program) Messages(s *State, id int, number func(id int) int) (msgs []string, buffered bool) {
	sh := p.Layout.ShapeOf(s.Vec)
	if id < 1 || id > len(sh.Chans) {
		return nil, false
	}
	c := &sh.Chans[id-1]
	ct := &p.Layout.Chans[c.Type]
	if ct.Slots == 0 {
		return nil, false
	}
	names := p.Queue(s, id)
	for k := range chanLen(s.Vec, c, ct) {
		vals := make([]int32, len(ct.Fields))
		for j := range ct.Fields {
			e := &ct.Fields[j]
			vals[j] = layout.Load(s.Vec, e.Cell, slot(c, ct, k)+int32(e.Off))
		}
		msgs = append(msgs, names.Text(vals, number))
	}
	return msgs, true
}

// Text formats a message as simulations do; number maps channels to the printed numbers.
func (q Queue) Text(vals []int32, number func(id int) int) string {
	text := ""
	for j, v := range vals {
		if j > 0 {
			text += ","
		}
		switch {
		case j >= len(q):
			text += fmt.Sprint(v)
		case q[j].Chan && v > 0:
			text += fmt.Sprint(number(int(v)))
		default:
			text += Named(q[j].Names, v)
		}
	}
	return text
}

// Message returns the message that a send or receive is about to pass, and the channel, which is 0 if the
// transition is neither. For a rendezvous, the receiver's message is the sender's.
func (m *Machine) Message(s *State, pid int, trans uint32) (vals []int32, id int) {
	m.begin(s)
	sh := m.l.ShapeOf(s.Vec)
	t := &m.p.Trans[trans]
	f := frame{pid, int32(sh.Procs[pid].Off)}
	if t.Guard != GuardSend && t.Guard != GuardRecv {
		return nil, 0
	}
	c, ct := m.channelOf(s, f, t)
	if c == nil {
		return nil, 0
	}
	for i := range sh.Chans {
		if sh.Chans[i].Comp == c.Comp {
			id = i + 1
		}
	}
	vals = make([]int32, len(ct.Fields))
	if t.Guard == GuardSend {
		if m.evalArgs(s, f, t) {
			m.loadOffer(int(t.NArgs), ct)
			copy(vals, m.msg)
		}
		return vals, id
	}
	if ct.Slots > 0 {
		if k := m.match(s, f, c, ct, t.Pattern, t.Random); k >= 0 {
			for j := range ct.Fields {
				e := &ct.Fields[j]
				vals[j] = layout.Load(s.Vec, e.Cell, slot(c, ct, k)+int32(e.Off))
			}
		}
	}
	return vals, id
}

// Priority returns the priority of a process.
func (m *Machine) Priority(s *State, pid int) int {
	q := m.l.ShapeOf(s.Vec).Procs[pid]
	if at := m.l.Procs[q.Type].Prio; at >= 0 {
		return int(s.Vec[q.Off+at])
	}
	return int(m.p.Procs[q.Type].Priority)
}
