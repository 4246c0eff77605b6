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
	prev    *packing   // what Translate reads
	shifts  [][]shift  // from there to the present packing, by shape; nil: not yet compared
	past    []*packing // by version, the present one's apart
	version uint64
	met     []bool // by shape
	root    []uint64
	check   []uint64
	value   []byte // of a group in several pieces
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

// Words is the length of the roots of the present version.
func (c *Collapse) Words() int { return c.pack.words }

// RootBytes is how many bytes of a root are in use, the lowest ones; the others are zero in every root of the
// present version.
func (c *Collapse) RootBytes() int { return c.pack.bytes }

// Version counts the packings there have been. A root of another version means nothing in this one.
func (c *Collapse) Version() uint64 { return c.version }

// Encode returns the root of a vector, in memory that the next call overwrites. Parent is the root of another
// vector in the same version, from which this one differs in the components of dirty only (bit i: component
// i, bit 63: all from 63 on) and in those that do not exist in both; nil if none is known. The result false
// says that the packing had to change: roots must go through Translate, and the vector must be encoded again,
// without a parent.
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

// number puts the number of group i into the root. The result false says that it does not fit.
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

// place finds the fields of a shape that is new to the packing; nil if there is no room for them.
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

// adopt fills root with what a vector of shape s shares with the parent, and returns the number of common
// groups.
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

// verify compares the root just made with one made from scratch.
func (c *Collapse) verify(vec []byte, dirty uint64) {
	copy(c.check, c.root)
	again, ok := c.Encode(vec, 0, nil)
	if !ok || !slices.Equal(again, c.check) {
		panic(fmt.Sprintf("collapse: root %x with the parent's help, %x without; dirty %b",
			c.check, again, dirty))
	}
}

// expect returns how many values each class is to have room for: some more if there were new ones since the
// last packing. Late changes of the packing are dear, for all roots move.
func (c *Collapse) expect() []int {
	out := make([]int, len(c.tables))
	for i, t := range c.tables {
		if t != nil {
			out[i] = t.Len() + (t.Len() - c.pack.held[i])
		}
	}
	return out
}

// held returns how many values each class has.
func (c *Collapse) held() []int {
	out := make([]int, len(c.tables))
	for i, t := range c.tables {
		if t != nil {
			out[i] = t.Len()
		}
	}
	return out
}

// grow makes the packing in which a shape and all numbers so far fit.
func (c *Collapse) grow(shape uint32) {
	for len(c.met) <= max(int(shape), len(c.pack.placed)) {
		c.met = append(c.met, false)
	}
	c.met[shape] = true
	shapes := c.shapes()
	c.prev, c.past = c.pack, append(c.past, c.pack)
	c.pack = repack(c.held(), c.expect(), shapes, c.shapeBits())
	c.version++
	c.shifts = nil
	c.root = make([]uint64, c.pack.words)
	c.check = make([]uint64, c.pack.words)
}

func (c *Collapse) shapeBits() int {
	return max(c.pack.shapeBits, bits.Len(uint(c.l.Shapes())))
}

// shapes returns the plans of those shapes that the packing has met and that are no parents of others.
func (c *Collapse) shapes() []*plan {
	for len(c.met) < len(c.pack.placed) {
		c.met = append(c.met, false)
	}
	for id, f := range c.pack.placed {
		c.met[id] = c.met[id] || f != nil
	}
	// A shape's parent fits where the shape fits.
	inner := make([]bool, c.l.Shapes())
	var shapes []*plan
	for id := c.l.Shapes() - 1; id >= 0; id-- {
		met := id < len(c.met) && c.met[id]
		if met && !inner[id] {
			shapes = append(shapes, c.split.of(c.l.ShapeByID(uint32(id))))
		}
		if p := c.l.ShapeByID(uint32(id)).Parent; p != nil {
			inner[p.ID] = inner[p.ID] || inner[id] || met
		}
	}
	return shapes
}

// fields returns those of a shape that fits into the packing.
func (c *Collapse) fields(id uint32) []field {
	if int(id) < len(c.pack.placed) && c.pack.placed[id] != nil {
		return c.pack.placed[id].fields
	}
	return c.place(id).fields
}

// Translate writes to dst, which has Words words, what a root of the version before is in this one.
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

// shift is some bits of a word that a change of the packing takes to a word together.
type shift struct {
	from, to int32
	by       int32
	mask     uint64
}

// compare finds the shifts of a shape between the version before and this one.
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

// Update is Translate for a root of any earlier version.
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

// Shape returns the number of the shape whose vectors roots with this first word stand for.
func (c *Collapse) Shape(first uint64) uint32 {
	return uint32(first&(1<<(c.pack.shapeBits&63)-1)) - 1
}

// ShapeMask is where in the first word of a root its shape is.
func (c *Collapse) ShapeMask() uint64 { return 1<<c.pack.shapeBits - 1 }

// Field is where the number of a component lies in the roots of a shape, if the split is the default one: so
// many bits of a word, Mask not shifted.
type Field struct {
	Word  int
	Shift uint8
	Mask  uint64
}

// Fields returns those of a shape that a root of the present version has, by component.
func (c *Collapse) Fields(shape uint32) []Field {
	var out []Field
	for _, f := range c.fields(shape) {
		out = append(out, Field{int(f.word), f.shift, f.mask})
	}
	return out
}

// Decode appends the key (the vector without the hidden part) that a root of the present version stands for.
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

// Counts returns the different values met so far, by class of components.
func (c *Collapse) Counts() []Count { return c.split.counts(c.tables) }

// Bytes is the memory of all component tables.
func (c *Collapse) Bytes() int64 { return tableBytes(c.tables) }

// Free releases the component tables.
func (c *Collapse) Free() { freeTables(c.tables) }
