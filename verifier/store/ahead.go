package store

import "slices"

// Looks ahead: whoever has the roots behind a state's choices asks for all of them before one is visited, so
// that the waits for memory overlap.

// place is where a root belongs that a look has not found, while the table stays as it is.
type place struct {
	root    []uint64
	slot    int // -1: none is remembered
	n, size int
	version uint64
}

// Touch prepares for a look at a root of the present version: looks at several overlap if all are touched
// before.
func (c *Roots) Touch(root []uint64) int {
	c.free.slot = -1
	return c.roots.touch(root)
}

// Knows tells whether a root is stored; at is what Touch returned.
func (c *Roots) Knows(root []uint64, at int) bool {
	slot, known := c.roots.findFrom(root, at)
	if !known && c.free.slot < 0 { // the search goes there next
		c.free = place{append(c.free.root[:0], root...), slot, c.roots.n, c.roots.size, c.packing.Version()}
	}
	return known
}

// put stores a root if it is new.
func (c *Roots) put(root []uint64) (int, Status) {
	if f := &c.free; f.slot >= 0 && f.n == c.roots.n && f.n < c.roots.room && f.size == c.roots.size &&
		f.version == c.packing.Version() &&
		slices.Equal(root, f.root) {
		c.roots.put(f.slot, root)
		return f.slot, New
	}
	return c.visit(root)
}
