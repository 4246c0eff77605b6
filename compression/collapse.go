package compression

import (
	"fmt"
	"math/bits"
	"slices"

	"gospin/compression/intern"
	"gospin/vm/layout"
)

// Collapse packs state vectors into roots.
type Collapse struct {
	l       *layout.Layout
	split   *split
	tables  []*intern.Table // by class
	pack    *packing
	prev    *packing   // source of Translate
	shifts  [][]shift  // from prev to the present packing, by shape; nil if not yet compared
	past    []*packing // by version, except the present one
	version uint64
	seen    []bool // by shape
	root    []uint64
	check   []uint64
	value   []byte // value of a group with several pieces
}

// NewCollapse returns an empty codec for the vectors of a layout.
func NewCollapse(l *layout.Layout, o CollapseOptions) *Collapse {
	sp := newSplit(l, o)
	c := &Collapse{l: l, split: sp, tables: make([]*intern.Table, sp.classes())}
	c.pack = &packing{
		bytes:     1,
		words:     1,
		shapeBits: 1,
		width:     make([]int, sp.classes()),
		held:      make([]int, sp.classes()),
	}
	c.root = make([]uint64, 1)
	c.check = make([]uint64, 1)
	return c
}

// Words returns the length of the present version's roots.
func (c *Collapse) Words() int { return c.pack.words }

// RootBytes returns the number of bytes of a root that are in use, the lowest ones; the others are zero in
// every root of the present version.
func (c *Collapse) RootBytes() int { return c.pack.bytes }

// Version counts the packings so far. Roots of other versions must be translated.
func (c *Collapse) Version() uint64 { return c.version }

// Encode returns the root of a vector, in memory that the next call overwrites. Parent is the root, in the
// same version, of another vector that differs only in the components of dirty (bit i: component i, bit 63:
// all from 63 on) and in those that do not exist in both; nil if none is known. Encode returns false if the
// packing had to change: then all roots must be translated, and the vector encoded again without a parent.
func (c *Collapse) Encode(vec []byte, dirty uint64, parent []uint64) ([]uint64, bool) {
	id := c.l.ShapeID(vec)
	var p *placed
	if int(id) < len(c.pack.placed) {
		p = c.pack.placed[id]
	}
	if p == nil {
		if p = c.place(id); p == nil {
			c.grow(id)
			return nil, false
		}
	}
	root, f, keep := c.root, p.fields, 0
	if parent != nil {
		keep = c.adopt(root, id, parent)
		if p.plan.masks != nil {
			dirty = p.plan.dirty(dirty)
		}
	} else {
		clear(root)
		root[0] = uint64(id) + 1
	}
	for d := dirty; d != 0 && keep > 0; d &= d - 1 {
		i := bits.TrailingZeros64(d)
		if i >= keep {
			break
		}
		if i == 63 {
			keep = 63
			break
		}
		if x := &f[i]; x.n >= 0 {
			n := uint64(x.table.Index(vec[x.off : x.off+x.n]))
			w := &root[x.word]
			*w = *w&^(x.mask<<(x.shift&63)) | n<<(x.shift&63)
			if n <= x.mask {
				continue
			}
		} else if c.number(root, x, p, i, vec) {
			continue
		}
		c.grow(id)
		return nil, false
	}
	for i := keep; i < len(f); i++ {
		if !c.number(root, &f[i], p, i, vec) {
			c.grow(id)
			return nil, false
		}
	}
	if invariants && parent != nil {
		c.verify(vec, dirty)
	}
	return root, true
}

// number sets the number of group i in the root. It returns false if the number does not fit.
func (c *Collapse) number(root []uint64, f *field, p *placed, i int, vec []byte) bool {
	var v []byte
	if f.n >= 0 {
		v = vec[f.off : f.off+f.n]
	} else {
		c.value = p.plan.groups[i].gather(c.value[:0], vec, 0)
		v = c.value
	}
	n := uint64(f.table.Index(v))
	w := &root[f.word]
	*w = *w&^(f.mask<<(f.shift&63)) | n<<(f.shift&63)
	return n <= f.mask
}

// place computes the fields of a shape that is new to the packing, or nil if there is no room.
func (c *Collapse) place(id uint32) *placed {
	plan := c.split.of(c.l.ShapeByID(id))
	f := c.pack.of(plan)
	if f == nil {
		return nil
	}
	for i := range f {
		k := f[i].class
		if c.tables[k] == nil {
			c.tables[k] = c.split.newTable(&plan.groups[i])
		}
		f[i].table = c.tables[k]
	}
	return c.pack.placed[id]
}

// adopt copies to root what a vector of shape s has in common with the parent, and returns the number of
// common groups.
func (c *Collapse) adopt(root []uint64, shape uint32, parent []uint64) int {
	id := uint32(parent[0]&(1<<(c.pack.shapeBits&63)-1)) - 1
	copy(root, parent)
	if id == shape {
		return len(c.pack.placed[id].fields)
	}
	if c.split.joins {
		clear(root)
		root[0] = uint64(shape) + 1
		return 0
	}
	a, b := c.l.ShapeByID(id), c.l.ShapeByID(shape)
	for a != b {
		if len(a.Procs) >= len(b.Procs) {
			a = a.Parent
		} else {
			b = b.Parent
		}
	}
	common := len(a.Comps) + len(c.split.cuts) - 1
	for _, f := range c.pack.placed[id].fields[common:] {
		root[f.word] &^= f.mask << f.shift
	}
	root[0] = root[0]&^(1<<c.pack.shapeBits-1) | uint64(shape) + 1
	return common
}

// verify compares the present root with one computed without a parent.
func (c *Collapse) verify(vec []byte, dirty uint64) {
	copy(c.check, c.root)
	encoded, ok := c.Encode(vec, 0, nil)
	if !ok || !slices.Equal(encoded, c.check) {
		panic(fmt.Sprintf("collapse: root %x with the parent's help, %x without; dirty %b",
			c.check, encoded, dirty))
	}
}

// expect returns the number of values of each class to make room for: more than now if there were new ones
// since the last packing. Late changes of the packing are expensive, since all roots change.
func (c *Collapse) expect() []int {
	out := make([]int, len(c.tables))
	for i, t := range c.tables {
		if t != nil {
			out[i] = t.Len() + (t.Len() - c.pack.held[i])
		}
	}
	return out
}

// held returns the number of values of each class.
func (c *Collapse) held() []int {
	out := make([]int, len(c.tables))
	for i, t := range c.tables {
		if t != nil {
			out[i] = t.Len()
		}
	}
	return out
}

// grow creates a packing in which a shape and all present numbers fit.
func (c *Collapse) grow(shape uint32) {
	for len(c.seen) <= max(int(shape), len(c.pack.placed)) {
		c.seen = append(c.seen, false)
	}
	c.seen[shape] = true
	shapes := c.shapes()
	c.prev, c.past = c.pack, append(c.past, c.pack)
	c.pack = repack(c.held(), c.expect(), shapes, max(c.pack.shapeBits, bits.Len(uint(c.l.Shapes()))))
	c.version++
	c.shifts = nil
	c.root = make([]uint64, c.pack.words)
	c.check = make([]uint64, c.pack.words)
}

// shapes returns the plans of the shapes that the packing has seen, except parents of others.
func (c *Collapse) shapes() []*plan {
	for len(c.seen) < len(c.pack.placed) {
		c.seen = append(c.seen, false)
	}
	for id, f := range c.pack.placed {
		c.seen[id] = c.seen[id] || f != nil
	}
	// A shape's parent fits if the shape fits.
	inner := make([]bool, c.l.Shapes())
	var shapes []*plan
	for id := c.l.Shapes() - 1; id >= 0; id-- {
		met := id < len(c.seen) && c.seen[id]
		if met && !inner[id] {
			shapes = append(shapes, c.split.of(c.l.ShapeByID(uint32(id))))
		}
		if p := c.l.ShapeByID(uint32(id)).Parent; p != nil {
			inner[p.ID] = inner[p.ID] || inner[id] || met
		}
	}
	return shapes
}

// fields returns the fields of a shape that fits into the packing.
func (c *Collapse) fields(id uint32) []field {
	if int(id) < len(c.pack.placed) && c.pack.placed[id] != nil {
		return c.pack.placed[id].fields
	}
	return c.place(id).fields
}

// Translate converts a root of the previous version to the present one. Dst has Words words.
func (c *Collapse) Translate(dst, root []uint64) {
	id := root[0]&(1<<(c.prev.shapeBits&63)-1) - 1
	if int(id) >= len(c.shifts) || c.shifts[id] == nil {
		c.compare(int(id))
	}
	clear(dst)
	dst[0] = id + 1
	for i := range c.shifts[id] {
		s := &c.shifts[id][i]
		dst[s.to] |= bits.RotateLeft64(root[s.from]&s.mask, int(s.by))
	}
}

// shift moves bits of a word, when the packing changes, to another word.
type shift struct {
	from, to int32
	by       int32
	mask     uint64
}

// compare computes the shifts of a shape from the previous version to the present one.
func (c *Collapse) compare(id int) {
	for id >= len(c.shifts) {
		c.shifts = append(c.shifts, nil)
	}
	from, to := c.prev.placed[id].fields, c.fields(uint32(id))
	shifts := []shift{}
	for i := range from {
		if from[i].mask == 0 {
			continue
		}
		x := shift{
			from[i].word,
			to[i].word,
			int32(to[i].shift) - int32(from[i].shift),
			from[i].mask << from[i].shift,
		}
		k := slices.IndexFunc(shifts,
			func(y shift) bool { return y.from == x.from && y.to == x.to && y.by == x.by })
		if k < 0 {
			shifts = append(shifts, x)
		} else {
			shifts[k].mask |= x.mask
		}
	}
	c.shifts[id] = shifts
}

// Update converts a root of any earlier version.
func (c *Collapse) Update(dst, root []uint64, version uint64) {
	old := c.past[version]
	id := root[0]&(1<<old.shapeBits-1) - 1
	from, to := old.placed[id].fields, c.fields(uint32(id))
	clear(dst)
	dst[0] = id + 1
	for i := range from {
		f := &from[i]
		dst[to[i].word] |= root[f.word] >> f.shift & f.mask << to[i].shift
	}
}

// Shape returns the number of the shape of the vectors whose roots begin with this word.
func (c *Collapse) Shape(first uint64) uint32 {
	return uint32(first&(1<<(c.pack.shapeBits&63)-1)) - 1
}

// ShapeMask returns the bits of a root's first word that hold the shape.
func (c *Collapse) ShapeMask() uint64 { return 1<<c.pack.shapeBits - 1 }

// Field locates the number of a component in the roots of a shape, for the default split. Mask is unshifted.
type Field struct {
	Word  int
	Shift uint8
	Mask  uint64
}

// Fields returns the fields of a shape in the present version, by component.
func (c *Collapse) Fields(shape uint32) []Field {
	var out []Field
	for _, f := range c.fields(shape) {
		out = append(out, Field{int(f.word), f.shift, f.mask})
	}
	return out
}

// Decode appends the key (the vector without the hidden part) of a root of the present version.
func (c *Collapse) Decode(dst []byte, root []uint64) []byte {
	s := c.l.ShapeByID(uint32(root[0]&(1<<c.pack.shapeBits-1)) - 1)
	at, size := len(dst), s.Size-c.l.Hidden
	dst = slices.Grow(dst, size)[:at+size]
	key := dst[at:]
	clear(key)
	key[0], key[1], key[2] = byte(s.ID), byte(s.ID>>8), byte(s.ID>>16)
	p := c.pack.placed[s.ID]
	for i, f := range p.fields {
		g := &p.plan.groups[i]
		c.value = slices.Grow(c.value[:0], g.n)[:g.n]
		clear(c.value)
		f.table.Copy(c.value, uint32(root[f.word]>>f.shift&f.mask))
		g.scatter(key, c.value, c.l.Hidden)
	}
	return dst
}

// Counts returns the numbers of different values so far, by class of components.
func (c *Collapse) Counts() []Count { return c.split.counts(c.tables) }

// Bytes returns the memory of all component tables.
func (c *Collapse) Bytes() int64 { return tableBytes(c.tables) }

// Free releases the component tables.
func (c *Collapse) Free() { freeTables(c.tables) }
