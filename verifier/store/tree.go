package store

import (
	"math/bits"

	"gospin/compression"
	"gospin/compression/quotient"
	"gospin/vm/layout"
)

type tree struct {
	codec *compression.Tree
	limit int64
	roots *quotient.Set // a left half in the lower bits, a right half above
	left  uint          // bits of a left half
	right uint
	tight bool // the set of the roots is as large as the limit allows
	full  bool // the limit is reached
}

// NewTree returns a store of binary trees of pairs that takes at most limit bytes; 0: no limit. A hint is the root.
// The Refs of this store stay valid, since they are the roots.
func NewTree(l *layout.Layout, limit int64) Store {
	t := &tree{codec: compression.NewTree(l), limit: orNone(limit), left: 6, right: 6}
	t.roots = quotient.New(t.left+t.right, 1<<12)
	return t
}

func (t *tree) HintLen() int { return 1 }

func (t *tree) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	r, hint, _, status := t.Paint(a, hint, 0, 0)
	return r, hint, status
}

// number is a root with no more bits for a half than it needs.
func (t *tree) number(root uint64) uint64 { return root&(1<<32-1) | root>>32<<t.left }

func (t *tree) Paint(a *Arrival, hint []uint64, mark, add Colour) (Ref, []uint64, Colour, Status) {
	parent := uint64(0)
	if len(a.Parent) > 0 {
		parent = a.Parent[0]
	}
	root, ok := t.codec.Encode(a.State.Vec, a.State.Dirty, parent)
	left, right := root&(1<<32-1), root>>32
	if !ok || left>>t.left|right>>t.right != 0 && !t.widen() {
		return 0, hint, 0, Full
	}
	x := t.number(root)
	if t.full && !t.roots.Has(x) {
		return 0, hint, 0, Full
	}
	was, met := t.roots.Paint(x, uint16(mark), uint16(add))
	status := New
	switch met {
	case quotient.Known:
		status = Known
	case quotient.Added:
		if n := t.roots.Len(); n > t.roots.Room()/10*9 && !t.tight {
			t.grow()
		} else if n&(1<<9-1) == 0 {
			t.full = t.bytes() > t.limit
		}
	case quotient.Crowded:
		for met == quotient.Crowded {
			if !t.grow() {
				return 0, hint, 0, Full
			}
			_, met = t.roots.Paint(x, uint16(mark), uint16(add))
		}
	}
	return Ref(root), append(hint, root), Colour(was), status
}

func (t *tree) bytes() int64 { return t.codec.Bytes() + t.roots.Bytes() }

// widen gives every half its bits.
func (t *tree) widen() bool {
	n, m := t.codec.Halves()
	left, right := uint(bits.Len(uint(n))), uint(bits.Len(uint(m)))
	size := max(t.roots.SizeFor(left+right), t.roots.Bytes())
	if t.full || t.codec.Bytes()+size > t.limit {
		t.full = true
		return false
	}
	shift := t.left
	t.left, t.right = left, right
	t.roots.Rebuild(left+right, size, func(x uint64) uint64 { return x&(1<<shift-1) | x>>shift<<left })
	return true
}

// grow makes room for more roots, if the limit lets it.
func (t *tree) grow() bool {
	size := t.roots.Bytes()
	more := min(size+max(size/4, 1<<12), t.limit-t.codec.Bytes())
	if t.tight = more < size+size/16; t.tight {
		return false
	}
	t.roots.Rebuild(t.left+t.right, more, nil)
	return true
}

func (t *tree) Fetch(dst []byte, r Ref) []byte { return t.codec.Decode(dst, uint64(r)) }

func (t *tree) Stats() Stats {
	return Stats{Stored: uint64(t.roots.Len()), Capacity: uint64(t.roots.Room() / 10 * 9)}.with(inRoots, t.roots.Bytes()).with("pairs", t.codec.Bytes())
}

func (t *tree) Free() {
	t.roots.Free()
	t.codec.Free()
}
