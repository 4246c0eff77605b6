package vm

import "gospin/vm/layout"

// Expr is an expression of the model whose value helps to explain a run.
type Expr struct {
	Text  string
	Code  int32
	Names []string // of the values 1, 2, ... if it is an mtype
	// If the expression is a variable, Cells is its place, including all elements of an array; otherwise its
	// Len is 0.
	Cells Cells
	Item  *Item  // for an array element
	Parts []Expr // the conjuncts, if it is a conjunction
	Vars  []Expr // the variables in it, without duplicates
}

// Item is an element of an array: the array's name, the index, and the layout of the elements.
type Item struct {
	Array  string
	Index  int32 // code
	Kind   uint8
	Stride int32
}

// Element returns the address and index of an array element as a process in s sees it; ok is false if there
// is no such element.
func (m *Machine) Element(s *State, pid int, x *Expr) (at, index int32, ok bool) {
	if index, ok = m.Ask(s, pid, x.Item.Index); !ok || index < 0 || index*x.Item.Stride >= x.Cells.Len {
		return 0, 0, false
	}
	at = x.Cells.Off + index*x.Item.Stride
	if x.Cells.Base == BaseSelf {
		at += int32(m.l.ShapeOf(s.Vec).Procs[pid].Off)
	}
	return at, index, true
}

// Cell returns the value at an address returned by Element.
func (m *Machine) Cell(s *State, at int32, x *Expr) (v int32, ok bool) {
	if int(at)+layout.CellSize(x.Item.Kind) > len(s.Vec) {
		return 0, false
	}
	return layout.Load(s.Vec, x.Item.Kind, at), true
}

// Formula is a formula of linear temporal logic. Parts without temporal operators have an Expr.
type Formula struct {
	Op   string
	Text string
	X, Y *Formula // Y is nil for operators with one side
	Expr *Expr
}

// Ask evaluates an expression for a process, or, for a negative pid, for the claim. If a run-time error
// occurs, ok is false.
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

// ChannelIs returns the number of the channel in an access of a process. Sure reports whether it will be the
// same when the access is made, provided that the cell with the number is not assigned before.
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

// Meets reports whether both may contain the same cell.
func (c *Cells) Meets(d *Cells) bool {
	return c.Base == d.Base && c.Off < d.Off+d.Len && d.Off < c.Off+c.Len &&
		(c.Base != BaseOther || c.Proc == d.Proc)
}
