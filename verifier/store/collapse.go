package store

import (
	"gospin/compression"
	"gospin/vm/layout"
)

// Packing says what the words of roots mean. Its version counts the changes of that.
type Packing interface {
	// RootBytes is how many bytes of a root are in use, the lowest ones.
	RootBytes() int
	Version() uint64
	// Translate makes a root of the version before one of the present version.
	Translate(dst, root []uint64)
	Counts() []compression.Count
	Bytes() int64
	Free()
}

// rootCodec packs vectors into roots.
type rootCodec interface {
	Packing
	Encode(vec []byte, dirty uint64, parent []uint64) ([]uint64, bool)
}

// Roots is a store of packed roots.
type Roots struct {
	packing Packing
	limit   int64
	roots   roots
	full    bool   // the table is as large as the limit allows
	free    place  // where a root that Knows has not found belongs
	seen    Colour // as of TakeForClosed
	open    Colour
}

// packed is a store of vectors that a codec makes roots of.
type packed struct {
	*Roots
	codec rootCodec
}

// NewCollapse returns a store of collapsed states that takes at most limit bytes; 0: no limit.
func NewCollapse(l *layout.Layout, limit int64) Store {
	return NewCollapseSplit(l, compression.CollapseOptions{}, limit)
}

// NewCollapseSplit is NewCollapse with other components than one of each process, each channel and the
// globals.
func NewCollapseSplit(l *layout.Layout, o compression.CollapseOptions, limit int64) Store {
	return newPacked(compression.NewCollapse(l, o), limit)
}

// newPacked returns a store of the roots of a codec that takes at most limit bytes; 0: no limit. A hint is
// the version of the packing and the root.
func newPacked(c rootCodec, limit int64) *packed { return &packed{NewRoots(c, limit), c} }

// NewRoots returns a store of roots that takes at most limit bytes, those of the packing's tables included;
// 0: no limit.
func NewRoots(p Packing, limit int64) *Roots {
	return &Roots{
		packing: p,
		limit:   orNone(limit),
		roots:   newRoots(p.RootBytes(), 1<<10, 0),
		free:    place{slot: -1},
	}
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
		status = a.paint(c.roots.colour(slot), status)
	}
	return Ref(slot), status
}

// VisitRoot is Visit of a root of the present version.
func (c *Roots) VisitRoot(a *Arrival, root []uint64) (Ref, Status) {
	slot, status := c.put(root)
	if a.Add != 0 && status != Full {
		status = a.paint(c.roots.colour(slot), status)
	}
	return Ref(slot), status
}

// encode makes the root of a vector; if the packing changes for it, so does the table.
func (c *packed) encode(vec []byte, dirty uint64, parent []uint64) []uint64 {
	root, ok := c.codec.Encode(vec, dirty, parent)
	for !ok {
		c.Repack()
		root, ok = c.codec.Encode(vec, 0, nil)
	}
	return root
}

func (c *Roots) visit(root []uint64) (int, Status) {
	slot, known := c.roots.find(root)
	if known {
		return slot, Closed
	}
	if c.roots.n >= c.roots.room {
		if !c.grow() {
			return 0, Full
		}
		slot, _ = c.roots.find(root)
	}
	c.roots.put(slot, root)
	return slot, New
}

// Repack follows a change of the packing. Where the limit forbids a table of as many slots, it makes do with
// fewer.
func (c *Roots) Repack() {
	old := c.roots
	b := c.packing.RootBytes()
	size := old.size
	if old.n > old.room/4*3 {
		size = step(size) // it would grow soon, and all roots move now anyway
	}
	if most := c.most(b + old.tail); size > most {
		size = max(most, old.n+old.n/16+16)
	}
	c.roots = newRoots(b, size, old.tail)
	c.roots.fill(&old, c.packing.Translate)
}

// most is how many slots of b bytes the limit allows.
func (c *Roots) most(b int) int { return int((c.limit - c.packing.Bytes()) / int64(b)) }

// grow makes a larger table, or uses more of the present one if the limit forbids it.
func (c *Roots) grow() bool {
	if c.full || c.packing.Bytes() > c.limit {
		return false
	}
	size := min(step(c.roots.size), c.most(c.roots.b))
	if size < c.roots.size+c.roots.size/16 {
		c.full = true
		room := int(float64(c.roots.size) * 0.97)
		if room <= c.roots.room {
			return false
		}
		c.roots.room = room
		return true
	}
	old := c.roots
	c.roots = newRoots(old.b-old.tail, size, old.tail)
	c.roots.fill(&old, nil)
	return true
}

// Caps implements Store.
func (c *Roots) Caps() Caps { return Caps{Exact: true, Coloured: true} }

// Err implements Store.
func (c *Roots) Err() error { return nil }

// Len is how many roots are stored.
func (c *Roots) Len() uint64 { return uint64(c.roots.n) }

// Bytes is the memory of the table and the components.
func (c *Roots) Bytes() int64 { return c.roots.slots.Bytes() + c.packing.Bytes() }

// Stats implements Store.
func (c *Roots) Stats() Stats {
	return Stats{
		Stored:     uint64(c.roots.n),
		Components: c.packing.Counts(),
	}.With(inRoots, c.roots.slots.Bytes()).With(inComponents, c.packing.Bytes())
}

// Free implements Store.
func (c *Roots) Free() {
	c.roots.slots.Free()
	c.roots = roots{}
	c.packing.Free()
}
