package store

import "slices"

// Looks ahead: whoever has the roots after a state's choices asks for all of them before one is visited, so
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

// Foreseeing is a store that can be asked for states ahead of their visit.
type Foreseeing interface {
	// TakeForClosed says which of the stored states are known to be closed: those whose colours have some bit
	// of seen and none of open. At first all are.
	TakeForClosed(seen, open Colour)
}

// TakeForClosed implements Foreseeing.
func (c *Roots) TakeForClosed(seen, open Colour) { c.seen, c.open = seen, open }

// Knows reports whether a root is stored and closed; at is what Touch returned.
func (c *Roots) Knows(root []uint64, at int) bool {
	slot, known := c.roots.findFrom(root, at)
	if !known && c.free.slot < 0 { // the search goes there next
		c.free = place{append(c.free.root[:0], root...), slot, c.roots.n, c.roots.size, c.packing.Version()}
	}
	if c.seen == 0 || !known {
		return known
	}
	colour := Colour(c.roots.colour(slot)[0])
	return colour&c.seen != 0 && colour&c.open == 0
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
