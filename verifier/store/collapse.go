package store

import (
	"gospin/compression"
	"gospin/vm/layout"
)

// rootCodec packs vectors into roots. Its version counts the changes of the packing.
type rootCodec interface {
	Encode(vec []byte, dirty uint64, parent []uint64) ([]uint64, bool)
	// RootBytes returns the number of bytes of a root that are in use, the lowest ones.
	RootBytes() int
	Version() uint64
	// Translate converts a root of the previous version to the present one.
	Translate(dst, root []uint64)
	Counts() []compression.Count
	Bytes() int64
	Free()
}

// packed is a store of vectors that a codec converts to roots.
type packed struct {
	codec rootCodec
	limit int64
	roots roots
	full  bool // the limit does not allow a larger table
}

// NewCollapse returns a store of collapsed states with a limit in bytes, or 0 for no limit.
func NewCollapse(l *layout.Layout, limit int64) Store {
	return NewCollapseSplit(l, compression.CollapseOptions{}, limit)
}

// NewCollapseSplit is NewCollapse with components other than the default.
func NewCollapseSplit(l *layout.Layout, o compression.CollapseOptions, limit int64) Store {
	return newPacked(compression.NewCollapse(l, o), limit)
}

// newPacked returns a store of a codec's roots with a limit in bytes, including the codec's tables, or 0 for
// no limit. A hint is the version of the packing and the root.
func newPacked(c rootCodec, limit int64) *packed {
	return &packed{codec: c, limit: OrNone(limit), roots: newRoots(c.RootBytes(), 1<<10, 0)}
}

// Visit implements Store.
func (c *packed) Visit(a *Arrival) (Ref, Status) {
	var parent []uint64
	if len(a.Parent) > 0 && a.Parent[0] == c.codec.Version() {
		parent = a.Parent[1:]
	}
	root := c.encode(a.State.Vec, a.State.Dirty, parent)
	slot, status := c.visit(root)
	if status == Full {
		return 0, Full
	}
	a.Hint = a.Hint[:0]
	a.Hint = append(a.Hint, c.codec.Version())
	a.Hint = append(a.Hint, root...)
	if a.Add != 0 {
		status = a.AddColour(c.roots.colour(slot), status)
	}
	return Ref(slot), status
}

// encode returns the root of a vector, and converts the table if the packing changes.
func (c *packed) encode(vec []byte, dirty uint64, parent []uint64) []uint64 {
	root, ok := c.codec.Encode(vec, dirty, parent)
	for !ok {
		c.repack()
		root, ok = c.codec.Encode(vec, 0, nil)
	}
	return root
}

func (c *packed) visit(root []uint64) (int, Status) {
	slot, known := c.roots.find(root)
	if known {
		return slot, Closed
	}
	if c.roots.n >= c.roots.capacity {
		if !c.grow() {
			return 0, Full
		}
		slot, _ = c.roots.find(root)
	}
	c.roots.put(slot, root)
	return slot, New
}

// repack converts the table after a change of the packing. If the limit does not allow as many slots as
// before, it uses fewer.
func (c *packed) repack() {
	old := c.roots
	b := c.codec.RootBytes()
	size := old.size
	if old.n > old.capacity/4*3 {
		size = step(size) // since all roots move now, and it would grow soon
	}
	if most := c.most(b + old.tail); size > most {
		size = max(most, old.n+old.n/16+16)
	}
	c.roots = newRoots(b, size, old.tail)
	c.roots.fill(&old, c.codec.Translate)
}

// most is how many slots of b bytes the limit allows.
func (c *packed) most(b int) int { return int((c.limit - c.codec.Bytes()) / int64(b)) }

// grow makes a larger table, or uses more of the present one if the limit forbids it.
func (c *packed) grow() bool {
	if c.full || c.codec.Bytes() > c.limit {
		return false
	}
	size := min(step(c.roots.size), c.most(c.roots.b))
	if size < c.roots.size+c.roots.size/16 {
		c.full = true
		room := int(float64(c.roots.size) * 0.97)
		if room <= c.roots.capacity {
			return false
		}
		c.roots.capacity = room
		return true
	}
	old := c.roots
	c.roots = newRoots(old.b-old.tail, size, old.tail)
	c.roots.fill(&old, nil)
	return true
}

// Caps implements Store.
func (c *packed) Caps() Caps { return Caps{Exact: true, Coloured: true} }

// Err implements Store.
func (c *packed) Err() error { return nil }

// Stats implements Store.
func (c *packed) Stats() Stats {
	return Stats{
		Stored:     uint64(c.roots.n),
		Components: c.codec.Counts(),
	}.With(InRoots, c.roots.slots.Bytes()).With(InComponents, c.codec.Bytes())
}

// Free implements Store.
func (c *packed) Free() {
	c.roots.slots.Free()
	c.roots = roots{}
	c.codec.Free()
}
