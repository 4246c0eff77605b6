package symmetry

import (
	"fmt"
	"slices"
	"strconv"

	"gospin/vm"
	"gospin/vm/layout"
)

// place identifies a cell: of the globals by its address in the vector, or of a process by the offset in its
// component. Fields of messages count as cells, too: those of channel c have the owner ofChannel-c, and their
// numbers as offsets.
type place struct {
	of int
	at int32
}

const (
	ofGlobals = -1
	ofChannel = -2
)

// kind of a term.
type kind uint8

const (
	constant kind = iota
	cell          // the value of a place before the transition
	message       // a field of the current message of channel k, by place
	compute       // an operation of the machine on the arguments
	other         // any other property of a state, by name
)

// term is a value as it depends on the state before the transition.
type term struct {
	kind kind
	op   vm.Op
	k    int32 // of a constant; else the subject of an other
	p    place
	cell uint8 // the kind of the cell
	mask int32
	name string // of an other; the number of a message
	args []*term
	key  string // equal for equal terms only
}

func konst(k int32) *term { return (&term{kind: constant, k: k}).keyed() }

// keyed fills in the key.
func (t *term) keyed() *term {
	switch t.kind {
	case constant:
		t.key = strconv.Itoa(int(t.k))
		return t
	case cell:
		t.key = string(numbered([]byte("c"), t.p.of, int(t.p.at)))
		return t
	case message:
		t.key = string(numbered(append([]byte("m"), t.name...), t.p.of, int(t.p.at)))
		return t
	}
	b := make([]byte, 0, 64)
	b = numbered(append(b, '('), int(t.kind), int(t.op))
	b = append(append(b, ' '), t.name...)
	b = numbered(b, int(t.k))
	for _, a := range t.args {
		b = append(append(b, ' '), a.key...)
	}
	t.key = string(append(b, ')'))
	return t
}

func numbered(b []byte, numbers ...int) []byte {
	for _, n := range numbers {
		b = strconv.AppendInt(append(b, ' '), int64(n), 10)
	}
	return b
}

// commutes has the operations whose operands can be exchanged.
var commutes = []vm.Op{vm.OpAdd, vm.OpMul, vm.OpAnd, vm.OpOr, vm.OpXor, vm.OpEq, vm.OpNe}

// computed returns the term of an operation, a constant if the arguments are constants; false if it has no
// result.
func computed(op vm.Op, args ...*term) (*term, bool) {
	known := true
	for _, a := range args {
		known = known && a.kind == constant
	}
	if known {
		y := int32(0)
		if len(args) > 1 {
			y = args[1].k
		}
		v, ok := vm.Compute(op, args[0].k, y)
		return konst(v), ok
	}
	if op == vm.OpDiv || op == vm.OpMod {
		if args[1].kind != constant || args[1].k == 0 || args[1].k == -1 {
			return nil, false
		}
	}
	if slices.Contains(commutes, op) && args[0].key > args[1].key {
		args = []*term{args[1], args[0]}
	}
	return (&term{kind: compute, op: op, args: args}).keyed(), true
}

// domain returns the number of values, from 0 on, that a term may have; 0 if it exceeds a byte.
func (t *term) domain() int32 {
	if t.kind != cell && t.kind != message {
		return 0
	}
	switch t.cell {
	case layout.CellBit:
		return 2
	case layout.CellU8:
		return 256
	case layout.CellU8M:
		return t.mask + 1
	}
	return 0
}

// fits reports whether a cell can store every value of a term.
func (t *term) fits(c uint8, mask int32) bool {
	if t.kind == constant {
		return layout.Truncate(c, mask, t.k) == t.k
	}
	if t.kind == compute && (t.op == vm.OpNot || t.op == vm.OpBool || t.op >= vm.OpEq && t.op <= vm.OpGeC) {
		return true
	}
	if (t.kind == cell || t.kind == message) && t.cell == c && t.mask == mask {
		return true
	}
	n := t.domain()
	return n > 0 && layout.Truncate(c, mask, n-1) == n-1
}

// cut returns the term for the value that a cell stores.
func cut(t *term, c uint8, mask int32) *term {
	if t.kind == constant {
		return konst(layout.Truncate(c, mask, t.k))
	}
	if t.fits(c, mask) {
		return t
	}
	return (&term{kind: other, name: fmt.Sprintf("cut%d", c), k: mask, args: []*term{t}}).keyed()
}

// leaves calls f with each cell and field of a message in a term.
func (t *term) leaves(f func(*term)) {
	if t.kind == cell || t.kind == message {
		f(t)
	}
	for _, a := range t.args {
		a.leaves(f)
	}
}

// with returns the term if a leaf has a value.
func (t *term) with(leaf *term, v int32) *term {
	if t.key == leaf.key {
		return konst(v)
	}
	if len(t.args) == 0 {
		return t
	}
	args := make([]*term, len(t.args))
	for i, a := range t.args {
		args[i] = a.with(leaf, v)
	}
	if t.kind == compute {
		if out, ok := computed(t.op, args...); ok {
			return out
		}
		return t
	}
	out := *t
	out.args = args
	return out.keyed()
}

// value returns the constant value of a term if a leaf has a value; false if it is not constant.
func (t *term) value(leaf *term, v int32) (k int32, is bool) {
	switch {
	case t.kind == constant:
		return t.k, true
	case t.key == leaf.key:
		return v, true
	case t.kind != compute:
		return 0, false
	}
	x, is := t.args[0].value(leaf, v)
	if !is || len(t.args) == 1 {
		if is {
			return vm.Compute(t.op, x, 0)
		}
		return 0, false
	}
	y, is := t.args[1].value(leaf, v)
	if !is {
		return 0, false
	}
	return vm.Compute(t.op, x, y)
}

// fact is a known condition on the state before a transition.
type fact struct {
	up   *fact
	atom *term
	is   bool
	n    int // number of facts, including the earlier ones
}

// and adds a fact.
func (f *fact) and(atom *term, is bool) *fact { return &fact{f, atom, is, f.len() + 1} }

func (f *fact) len() int {
	if f == nil {
		return 0
	}
	return f.n
}

// knows reports whether a condition holds, if the facts determine it.
func (f *fact) knows(atom *term) (is, known bool) {
	if atom.kind == constant {
		return atom.k != 0, true
	}
	leaf, k, equal := equals(atom)
	n, not := leaf.size(), 0
	for x := f; x != nil; x = x.up {
		if x.atom.key == atom.key {
			return x.is, true
		}
		if !equal {
			continue
		}
		if l, k2, eq := equals(x.atom); eq && l.key == leaf.key && k2 != k {
			if x.is {
				return false, true
			}
			if k2 >= 0 && k2 < n {
				not++
			}
		}
	}
	if equal && n > 0 && k >= 0 && k < n && not == int(n)-1 {
		return true, true
	}
	return false, false
}

func (t *term) size() int32 {
	if t == nil {
		return 0
	}
	return t.domain()
}

// value returns the known value of a leaf.
func (f *fact) value(leaf *term) *term {
	for x := f; x != nil; x = x.up {
		if l, k, eq := equals(x.atom); eq && x.is && l.key == leaf.key {
			return konst(k)
		}
	}
	return leaf
}

// equals returns the sides of a condition that compares a leaf with a constant.
func equals(atom *term) (leaf *term, k int32, ok bool) {
	if atom.kind != compute || atom.op != vm.OpEq {
		return nil, 0, false
	}
	for i, a := range atom.args {
		if b := atom.args[1-i]; a.kind == constant && (b.kind == cell || b.kind == message) {
			return b, a.k, true
		}
	}
	return nil, 0, false
}
