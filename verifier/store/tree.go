package store

import (
	"math/bits"

	"gospin/compression"
	"gospin/compression/quotient"
	"gospin/vm/layout"
)

type tree struct {
	codec *compression.Tree
	roots numbers // the left half in the lower bits, the right half above
	left  uint    // width of a left half
	right uint
}

// NewTree returns a store of binary trees of pairs with a limit in bytes, or 0 for no limit. A hint is the
// root. The Refs of this store are roots and stay valid.
func NewTree(l *layout.Layout, limit int64) Store {
	t := &tree{codec: compression.NewTree(l), left: 6, right: 6}
	t.roots = numbers{Set: quotient.New(t.left+t.right, 1<<12), limit: OrNone(limit), beside: t.codec.Bytes}
	t.roots.larger = func(bytes int64, _ int) int64 { return bytes + max(bytes/4, 1<<12) }
	return t
}

// number converts a root to the present widths of its halves.
func (t *tree) number(root uint64) uint64 { return root&(1<<32-1) | root>>32<<t.left }

func (t *tree) Visit(a *Arrival) (Ref, Status) {
	parent := uint64(0)
	if len(a.Parent) > 0 {
		parent = a.Parent[0]
	}
	root, ok := t.codec.Encode(a.State.Vec, a.State.Dirty, parent)
	left, right := root&(1<<32-1), root>>32
	if !ok || left>>t.left|right>>t.right != 0 && !t.widen() {
		return 0, Full
	}
	a.Hint = a.Hint[:0]
	a.Hint = append(a.Hint, root)
	return Ref(root), t.roots.visit(t.number(root), a)
}

// widen makes the halves as wide as necessary.
func (t *tree) widen() bool {
	n, m := t.codec.Halves()
	left, right := uint(bits.Len(uint(n))), uint(bits.Len(uint(m)))
	size := max(t.roots.SizeFor(left+right), t.roots.Bytes())
	if t.roots.full || t.codec.Bytes()+size > t.roots.limit {
		t.roots.full = true
		return false
	}
	shift := t.left
	t.left, t.right = left, right
	t.roots.Rebuild(left+right, size, func(x uint64) uint64 { return x&(1<<shift-1) | x>>shift<<left })
	return true
}

func (t *tree) Caps() Caps { return Caps{Exact: true, Coloured: true} }

func (t *tree) Err() error { return nil }

func (t *tree) Stats() Stats {
	return Stats{Stored: uint64(t.roots.Len())}.With(InRoots, t.roots.Bytes()).With("pairs", t.codec.Bytes())
}

func (t *tree) Free() {
	t.roots.Free()
	t.codec.Free()
}
