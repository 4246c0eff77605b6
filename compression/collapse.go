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
	prev    *packing // what Translate reads
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
	c.pack = &packing{bytes: 1, words: 1, shapeBits: 1, width: c.need()}
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
// vector in the same version, from which this one differs in the components of dirty only (bit i: component i,
// bit 63: all from 63 on) and in those that do not exist in both; nil if none is known. The result false says that
// the packing had to change: roots must go through Translate, and the vector must be encoded again, without a parent.
func (c *Collapse) Encode(vec []byte, dirty uint64, parent []uint64) ([]uint64, bool) {
	s := c.l.ShapeOf(vec)
	p := c.split.of(s)
	f := c.pack.of(p)
	if f == nil {
		c.grow(s)
		return nil, false
	}
	root, keep := c.root, 0
	if parent != nil {
		keep = c.adopt(root, s, parent)
		if p.masks != nil {
			dirty = p.dirty(dirty)
		}
	} else {
		clear(root)
		root[0] = uint64(s.ID) + 1
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
		if !c.number(root, &f[i], p, i, vec) {
			c.grow(s)
			return nil, false
		}
	}
	for i := keep; i < len(f); i++ {
		if !c.number(root, &f[i], p, i, vec) {
			c.grow(s)
			return nil, false
		}
	}
	if invariants && parent != nil {
		c.verify(vec, dirty)
	}
	return root, true
}

// number puts the number of group i into the root. The result false says that it does not fit.
func (c *Collapse) number(root []uint64, f *field, p *plan, i int, vec []byte) bool {
	var v []byte
	if f.n >= 0 {
		v = vec[f.off : f.off+f.n]
	} else {
		c.value = p.groups[i].gather(c.value[:0], vec)
		v = c.value
	}
	t := c.tables[f.class]
	if t == nil {
		t = c.newTable(&p.groups[i])
	}
	n := uint64(t.Index(v))
	if n > f.mask {
		return false
	}
	w := &root[f.word]
	*w = *w&^(f.mask<<(f.shift&63)) | n<<(f.shift&63)
	return true
}

func (c *Collapse) newTable(g *group) *intern.Table {
	n := g.n
	if c.split.varies(g.class) {
		n = max(n, 9) // such strings do not lie in the numbers' words
	}
	c.tables[g.class] = intern.New(n)
	return c.tables[g.class]
}

// gather appends the value of a group.
func (g *group) gather(dst, vec []byte) []byte {
	dst = append(dst, g.head...)
	for _, p := range g.pieces {
		dst = append(dst, vec[p.off:p.off+p.n]...)
	}
	return dst
}

// scatter writes a value to its pieces of a vector that lacks the first bytes, as many as hidden says.
func (g *group) scatter(key, value []byte, hidden int) {
	value = value[len(g.head):]
	for _, p := range g.pieces {
		copy(key[p.off-hidden:], value[:p.n])
		value = value[p.n:]
	}
}

// adopt fills root with what a vector of shape s shares with the parent, and returns the number of common groups.
func (c *Collapse) adopt(root []uint64, s *layout.Shape, parent []uint64) int {
	id := uint32(parent[0]&(1<<c.pack.shapeBits-1)) - 1
	if id == s.ID {
		copy(root, parent)
		return len(c.pack.fields[id])
	}
	if c.split.joins {
		clear(root)
		root[0] = uint64(s.ID) + 1
		return 0
	}
	copy(root, parent)
	from := c.l.ShapeByID(id)
	a, b := from, s
	for a != b {
		if len(a.Procs) >= len(b.Procs) {
			a = a.Parent
		} else {
			b = b.Parent
		}
	}
	common := len(a.Comps) + len(c.split.cuts) - 1
	for _, f := range c.pack.fields[id][common:] {
		root[f.word] &^= f.mask << f.shift
	}
	root[0] = root[0]&^(1<<c.pack.shapeBits-1) | uint64(s.ID) + 1
	return common
}

// verify compares the root just made with one made from scratch.
func (c *Collapse) verify(vec []byte, dirty uint64) {
	copy(c.check, c.root)
	again, ok := c.Encode(vec, 0, nil)
	if !ok || !slices.Equal(again, c.check) {
		panic(fmt.Sprintf("collapse: root %x with the parent's help, %x without; dirty %b", c.check, again, dirty))
	}
}

// need returns the bits that the numbers in use take, by class. Larger classes have some room to grow: a change of
// the packing costs more then.
func (c *Collapse) need() []int {
	need := make([]int, len(c.tables))
	for i, t := range c.tables {
		if t != nil && t.Len() > 0 {
			need[i] = bits.Len(uint(t.Len() - 1 + t.Len()/16))
		}
	}
	return need
}

// grow makes the packing in which shape s and all numbers so far fit.
func (c *Collapse) grow(s *layout.Shape) {
	for len(c.met) <= max(int(s.ID), len(c.pack.fields)) {
		c.met = append(c.met, false)
	}
	c.met[s.ID] = true
	for id, f := range c.pack.fields {
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
	c.prev = c.pack
	c.pack = repack(c.need(), shapes, max(c.prev.shapeBits, bits.Len(uint(c.l.Shapes()))))
	c.version++
	c.root = make([]uint64, c.pack.words)
	c.check = make([]uint64, c.pack.words)
}

// Translate writes to dst, which has Words words, what a root of the version before is in this one.
func (c *Collapse) Translate(dst, root []uint64) {
	id := root[0]&(1<<c.prev.shapeBits-1) - 1
	from, to := c.prev.fields[id], c.pack.of(c.split.of(c.l.ShapeByID(uint32(id))))
	clear(dst)
	dst[0] = id + 1
	for i := range from {
		f := &from[i]
		dst[to[i].word] |= root[f.word] >> f.shift & f.mask << to[i].shift
	}
}

// Decode appends the key (the vector without the hidden part) that a root of the present version stands for.
func (c *Collapse) Decode(dst []byte, root []uint64) []byte {
	s := c.l.ShapeByID(uint32(root[0]&(1<<c.pack.shapeBits-1)) - 1)
	at, size := len(dst), s.Size-c.l.Hidden
	dst = slices.Grow(dst, size)[:at+size]
	key := dst[at:]
	clear(key)
	key[0], key[1], key[2] = byte(s.ID), byte(s.ID>>8), byte(s.ID>>16)
	p := c.split.of(s)
	for i, f := range c.pack.fields[s.ID] {
		g := &p.groups[i]
		c.value = slices.Grow(c.value[:0], g.n)[:g.n]
		clear(c.value)
		c.tables[f.class].Copy(c.value, uint32(root[f.word]>>f.shift&f.mask))
		g.scatter(key, c.value, c.l.Hidden)
	}
	return dst
}

// Counts returns the different values met so far, by class of components.
func (c *Collapse) Counts() []Count { return c.split.counts(c.tables) }

// Bytes is the memory of all component tables.
func (c *Collapse) Bytes() int64 {
	sum := int64(0)
	for _, t := range c.tables {
		if t != nil {
			sum += t.Bytes()
		}
	}
	return sum
}

// Free releases the component tables.
func (c *Collapse) Free() {
	for _, t := range c.tables {
		if t != nil {
			t.Free()
		}
	}
}
