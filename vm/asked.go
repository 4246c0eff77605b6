package vm

import "gospin/vm/layout"

// Asked is an expression of the model whose value explains what a run does.
type Asked struct {
	Text  string
	Code  int32
	Names []string // of its values 1, 2, ..., if it is an mtype
	// Cells are where the variable lies that it is, of an array all elements; Len is 0 if it is none.
	Cells Cells
	Item  *Item   // of an element of an array
	Parts []Asked // the conjuncts, if it is a conjunction
	Vars  []Asked // the variables in it, each once
}

// Item is an element of an array: Names of the array, its index, and how the elements lie.
type Item struct {
	Array  string
	Index  int32 // code
	Kind   uint8
	Stride int32
}

// Element is the address of an element of an array, as seen by a process in s, and its index; ok is false if
// there is none.
func (m *Machine) Element(s *State, pid int, x *Asked) (at, index int32, ok bool) {
	if index, ok = m.Ask(s, pid, x.Item.Index); !ok || index < 0 || index*x.Item.Stride >= x.Cells.Len {
		return 0, 0, false
	}
	at = x.Cells.Off + index*x.Item.Stride
	if x.Cells.Base == BaseSelf {
		at += int32(m.l.ShapeOf(s.Vec).Procs[pid].Off)
	}
	return at, index, true
}

// Cell is the value at an address that Element has given.
func (m *Machine) Cell(s *State, at int32, x *Asked) (v int32, ok bool) {
	if int(at)+layout.CellSize(x.Item.Kind) > len(s.Vec) {
		return 0, false
	}
	return layout.Load(s.Vec, x.Item.Kind, at), true
}

// Formula is a formula of linear temporal logic. Where nothing in it is about time, it is Asked.
type Formula struct {
	Op    string
	Text  string
	X, Y  *Formula // Y is nil for operators with one side
	Asked *Asked
}

// Ask computes an expression for a process, or with a negative pid for the claim. If a run-time error makes
// it none, ok is false.
func (m *Machine) Ask(s *State, pid int, code int32) (v int32, ok bool) {
	m.begin(s)
	f := frame{pid: -1}
	if pid >= 0 {
		f = frame{pid, int32(m.sh.Procs[pid].Off)}
	}
	m.pid, m.trans = pid, 0
	v = m.eval(s, f, code)
	ok = !m.broken && m.effect&Failed == 0
	m.broken = false
	return v, ok
}

// ChannelIs is the number of the channel that an access of a process is about; sure reports whether that will
// be so when the access is made, as far as the cell of the number is not assigned before.
func (m *Machine) ChannelIs(s *State, pid int, c *Channel) (id int, sure bool) {
	sh := m.l.ShapeOf(s.Vec)
	q := &sh.Procs[pid]
	switch {
	case c.ID > 0:
		return int(c.ID), true
	case c.Own > 0:
		return q.Chans + int(c.Own), true
	case c.Assigned || c.In.Len != 1:
		return 0, false
	case c.In.Base == BaseSelf:
		return int(s.Vec[q.Off+int(c.In.Off)]), true
	case c.In.Base == BaseGlobal:
		return int(s.Vec[c.In.Off]), true
	}
	return 0, false
}

// Meets reports whether some cell may be meant by both.
func (c *Cells) Meets(d *Cells) bool { return c.meets(d) }
