package store

import (
	"gospin/compression"
	"gospin/vm/layout"
)

type collapse struct {
	codec *compression.Collapse
	limit int64
	roots roots
	full  bool // the table is as large as the limit allows
}

// NewCollapse returns a store of collapsed states that takes at most limit bytes; 0: no limit. A hint is the version
// of the packing and the root.
func NewCollapse(l *layout.Layout, limit int64) Store {
	return &collapse{codec: compression.NewCollapse(l), limit: orNone(limit), roots: newRoots(1, 1<<10)}
}

func (c *collapse) HintLen() int { return c.codec.Words() + 1 }

func (c *collapse) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	var parent []uint64
	if len(a.Parent) > 0 && a.Parent[0] == c.codec.Version() {
		parent = a.Parent[1:]
	}
	root, ok := c.codec.Encode(a.State.Vec, a.State.Dirty, parent)
	for !ok {
		c.repack()
		root, ok = c.codec.Encode(a.State.Vec, 0, nil)
	}
	slot, known := c.roots.find(root)
	status := Known
	if !known {
		if c.roots.n >= c.roots.room {
			if !c.grow() {
				return 0, hint, Full
			}
			slot, _ = c.roots.find(root)
		}
		c.roots.put(slot, root)
		status = New
	}
	return Ref(slot), append(append(hint, c.codec.Version()), root...), status
}

// repack follows a change of the packing. Where the limit forbids a table of as many slots, it makes do with fewer.
func (c *collapse) repack() {
	old := c.roots
	k := c.codec.Words()
	size := old.size
	if most := (c.limit - c.codec.Bytes()) / int64(8*k); int64(size) > most {
		size = max(int(most), old.n+old.n/16+16)
	}
	c.roots = newRoots(k, size)
	c.roots.fill(&old, c.codec.Translate)
}

// grow makes a larger table, or uses more of the present one if the limit forbids it.
func (c *collapse) grow() bool {
	if c.full || c.codec.Bytes() > c.limit {
		return false
	}
	size := larger(c.roots.size)
	if most := (c.limit - c.codec.Bytes()) / int64(8*c.roots.k); int64(size) > most {
		size = int(most)
	}
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
	c.roots = newRoots(old.k, size)
	c.roots.fill(&old, nil)
	return true
}

func (c *collapse) Fetch(dst []byte, r Ref) []byte { return c.codec.Decode(dst, c.roots.at(int(r))) }

func (c *collapse) Stats() Stats {
	return Stats{
		Stored:     uint64(c.roots.n),
		Bytes:      c.roots.words.Bytes() + c.codec.Bytes(),
		Capacity:   uint64(c.roots.room),
		Components: c.codec.Counts(),
	}
}

func (c *collapse) Free() {
	c.roots.words.Free()
	c.roots = roots{}
	c.codec.Free()
}
