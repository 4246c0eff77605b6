package symmetry

import "gospin/vm"

// uses has the uses of cells by the transitions of a process, from which symmetry is guessed.
type uses struct {
	// touched has cells that are accessed without an index: bits for where and how
	touched map[place]uint64
	consts  map[place]map[int32]uint64 // with which a cell is compared, or which it is assigned
	pairs   [][2]place                 // cells that are compared, or assigned, to each other
	indices []index
	state   int // whose transitions are being examined
}

// index is the use of a cell plus a number as an index of the array that begins at base.
type index struct {
	cell, base place
	plus       int32
}

func newUses() *uses { return &uses{touched: map[place]uint64{}, consts: map[place]map[int32]uint64{}} }

func (t *term) isLeaf() bool { return t.kind == cell || t.kind == message }

// touch records that a cell is read or written.
func (u *uses) touch(p place, written int) { u.touched[p] |= 1 << ((2*u.state + written) % 64) }

func (u *uses) constant(p place, k int32, written int) {
	if u.consts[p] == nil {
		u.consts[p] = map[int32]uint64{}
	}
	u.consts[p][k] |= 1 << ((2*u.state + written) % 64)
}

func (u *uses) note(t *term, k int32) {
	if t.isLeaf() {
		u.constant(t.p, k, 0)
	}
}

func (u *uses) compared(a, b *term) {
	switch {
	case a.isLeaf() && b.isLeaf():
		u.pairs = append(u.pairs, [2]place{a.p, b.p})
	case b.kind == constant:
		u.note(a, b.k)
	case a.kind == constant:
		u.note(b, a.k)
	}
}

func (u *uses) wrote(p place, t *term) {
	if t.kind == constant {
		u.constant(p, t.k, 1)
	} else if t.isLeaf() {
		u.pairs = append(u.pairs, [2]place{p, t.p})
	}
}

func (u *uses) indexes(t *term, base place) {
	plus := int32(0)
	if t.kind == compute && t.op == vm.OpAdd {
		for i, a := range t.args {
			if a.kind == constant {
				t, plus = t.args[1-i], a.k
				break
			}
		}
	}
	if t.isLeaf() {
		u.indices = append(u.indices, index{t.p, base, plus})
	}
}

// sameSet reports whether a set of numbers is mapped to another one.
func sameSet(from, to map[int32]uint64, by func(int32) int32) bool {
	if len(from) != len(to) {
		return false
	}
	for k, where := range from {
		if to[by(k)] != where {
			return false
		}
	}
	return true
}

func same(k int32) int32 { return k }
