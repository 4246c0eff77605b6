package compression

import (
	"encoding/binary"
	"fmt"

	"gospin/vm/layout"
)

// Tree converts state vectors to pairs of numbers (Laarman, van de Pol, Weber, "Parallel recursive state
// compression for free", SPIN 2011). Words of up to four bytes are the leaves of a balanced binary tree,
// whose inner branches are numbered pairs of their children. The root is not numbered: it consists of the
// numbers of its left half, and of its right half, which includes the shape. The components alternate between
// the halves: if older components depend on younger ones, as in pipelines, an older and a younger half would
// have few values and nearly as many values as there are states, respectively.
//
// Given the root of a vector, the root of another one that differs in a few components requires only the
// paths to these.
type Tree struct {
	l     *layout.Layout
	plans []*treePlan // by shape
	left  *pairs
	right *pairs
	inner *pairs
	over  bool // there are no more numbers
}

// treePlan is the tree for a shape's vectors.
type treePlan struct {
	branches    []branch
	left, right int32 // the halves
}

// branch is an inner branch or a leaf of a plan.
type branch struct {
	a, b int32 // children; for a leaf, the offset and length of its word
	leaf bool
	mask uint64 // components with bytes in it, as in State.Dirty
}

// NewTree returns an empty codec for the vectors of a layout.
func NewTree(l *layout.Layout) *Tree {
	return &Tree{l: l, left: newPairs(), right: newPairs(), inner: newPairs()}
}

func (t *Tree) plan(s *layout.Shape) *treePlan {
	for int(s.ID) >= len(t.plans) {
		t.plans = append(t.plans, nil)
	}
	if p := t.plans[s.ID]; p != nil {
		return p
	}
	p := &treePlan{}
	var comps []int32
	for i := range s.Comps {
		if c := &s.Comps[i]; c.Len > 0 {
			comps = append(comps, p.words(c.Off, c.Len, 1<<min(i, 63)))
		}
	}
	none := int32(len(p.branches))
	p.branches = append(p.branches, branch{leaf: true})
	for len(comps) < 2 {
		comps = append(comps, none)
	}
	var half [2][]int32
	for i, c := range comps {
		half[i&1] = append(half[i&1], c)
	}
	p.left, p.right = p.half(half[0], none), p.half(half[1], none)
	t.plans[s.ID] = p
	return p
}

// words adds a component's subtree, which is the same for all components of its length.
func (p *treePlan) words(off, n int, mask uint64) int32 {
	if n <= 4 {
		return p.add(branch{a: int32(off), b: int32(n), leaf: true, mask: mask})
	}
	m := ((n+3)/4 + 1) / 2 * 4
	return p.add(branch{a: p.words(off, m, mask), b: p.words(off+m, n-m, mask), mask: mask})
}

func (p *treePlan) add(b branch) int32 {
	p.branches = append(p.branches, b)
	return int32(len(p.branches) - 1)
}

func (p *treePlan) join(parts []int32) int32 {
	if len(parts) == 1 {
		return parts[0]
	}
	m := len(parts) / 2
	a, b := p.join(parts[:m]), p.join(parts[m:])
	return p.add(branch{a: a, b: b, mask: p.branches[a].mask | p.branches[b].mask})
}

// half joins parts to an inner branch.
func (p *treePlan) half(parts []int32, none int32) int32 {
	x := p.join(parts)
	if p.branches[x].leaf {
		return p.add(branch{a: x, b: none, mask: p.branches[x].mask})
	}
	return x
}

// Encode returns the root of a vector: the number of the left half in the lower 32 bits, that of the right
// one above; neither is 0. Parent is the root of another vector that differs only in the components of dirty
// (bit i: component i, bit 63: all from 63 on) and in those that do not exist in both; 0 if none is known.
// Encode returns false if there are no more numbers.
func (t *Tree) Encode(vec []byte, dirty, parent uint64) (uint64, bool) {
	s := t.l.ShapeOf(vec)
	p := t.plan(s)
	left, right := uint32(parent), uint32(parent>>32)
	if parent == 0 || t.right.at(right).shape != s.ID {
		left = t.left.index(triple{t.fresh(vec, p, p.left), 0})
		right = t.right.index(triple{t.fresh(vec, p, p.right), s.ID})
	} else {
		if p.branches[p.left].mask&dirty != 0 {
			was := t.left.at(left).pair
			if now := t.fold(vec, p, p.left, dirty, was); now != was {
				left = t.left.index(triple{now, 0})
			}
		}
		if p.branches[p.right].mask&dirty != 0 {
			was := t.right.at(right).pair
			if now := t.fold(vec, p, p.right, dirty, was); now != was {
				right = t.right.index(triple{now, s.ID})
			}
		}
		if invariants {
			if again, _ := t.Encode(vec, 0, 0); again != uint64(left)|uint64(right)<<32 {
				panic(fmt.Sprintf("tree: root %x with the parent's help, %x%x without; dirty %b",
					again, right, left, dirty))
			}
		}
	}
	if t.over || left == 0 || right == 0 {
		return 0, false
	}
	return uint64(left) | uint64(right)<<32, true
}

// fresh returns the pair of a branch.
func (t *Tree) fresh(vec []byte, p *treePlan, i int32) uint64 {
	b := &p.branches[i]
	return uint64(t.value(vec, p, b.a)) | uint64(t.value(vec, p, b.b))<<32
}

func (t *Tree) value(vec []byte, p *treePlan, i int32) uint32 {
	if b := &p.branches[i]; b.leaf {
		return word(vec[b.a : b.a+b.b])
	}
	return t.number(t.fresh(vec, p, i))
}

func (t *Tree) number(w uint64) uint32 {
	n := t.inner.index(triple{w, 0})
	if n == 0 {
		t.over = true
	}
	return n
}

// fold returns the pair of a branch, given the parent's pair.
func (t *Tree) fold(vec []byte, p *treePlan, i int32, dirty, was uint64) uint64 {
	b := &p.branches[i]
	return uint64(t.refold(vec, p, b.a, dirty, uint32(was))) |
		uint64(t.refold(vec, p, b.b, dirty, uint32(was>>32)))<<32
}

func (t *Tree) refold(vec []byte, p *treePlan, i int32, dirty uint64, was uint32) uint32 {
	b := &p.branches[i]
	if b.mask&dirty == 0 {
		return was
	}
	if b.leaf {
		return word(vec[b.a : b.a+b.b])
	}
	pair := t.inner.at(was).pair
	if now := t.fold(vec, p, i, dirty, pair); now != pair {
		return t.number(now)
	}
	return was
}

func word(b []byte) uint32 {
	switch len(b) {
	case 4:
		return binary.LittleEndian.Uint32(b)
	case 3:
		return uint32(binary.LittleEndian.Uint16(b)) | uint32(b[2])<<16
	case 2:
		return uint32(binary.LittleEndian.Uint16(b))
	case 1:
		return uint32(b[0])
	}
	return 0
}

// Decode appends the key (the vector without the hidden part) of a root.
func (t *Tree) Decode(dst []byte, root uint64) []byte {
	right := uint32(root >> 32)
	s := t.l.ShapeByID(t.right.at(right).shape)
	p := t.plan(s)
	at, size := len(dst), s.Size-t.l.Hidden
	dst = append(dst, make([]byte, size)...)
	key := dst[at:]
	key[0], key[1], key[2] = byte(s.ID), byte(s.ID>>8), byte(s.ID>>16)
	t.unfold(key, p, p.left, t.left.at(uint32(root)).pair)
	t.unfold(key, p, p.right, t.right.at(right).pair)
	return dst
}

func (t *Tree) unfold(key []byte, p *treePlan, i int32, pair uint64) {
	b := &p.branches[i]
	for _, x := range [2]struct {
		branch int32
		value  uint32
	}{{b.a, uint32(pair)}, {b.b, uint32(pair >> 32)}} {
		if c := &p.branches[x.branch]; !c.leaf {
			t.unfold(key, p, x.branch, t.inner.at(x.value).pair)
		} else {
			for j := range c.b {
				key[int(c.a+j)-t.l.Hidden] = byte(x.value >> (8 * j))
			}
		}
	}
}

// Halves returns the numbers of left and right halves.
func (t *Tree) Halves() (left, right int) { return t.left.n, t.right.n }

// Branches returns the number of different pairs below the halves.
func (t *Tree) Branches() int { return t.inner.n }

// Bytes returns the memory of all tables, except that of roots, which are not stored here.
func (t *Tree) Bytes() int64 { return t.left.Bytes() + t.right.Bytes() + t.inner.Bytes() }

// Free releases the tables.
func (t *Tree) Free() {
	t.left.Free()
	t.right.Free()
	t.inner.Free()
}
