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
	tables  []*intern.Table // by class: the globals, then the proctypes, then the channel types
	pack    *packing
	prev    *packing // what Translate reads
	version uint64
	met     []bool // by shape
	root    []uint64
	check   []uint64
}

// NewCollapse returns an empty codec for the vectors of a layout.
func NewCollapse(l *layout.Layout) *Collapse {
	c := &Collapse{l: l, tables: make([]*intern.Table, 1+len(l.Procs)+len(l.Chans))}
	c.pack = &packing{words: 1, shapeBits: 1, width: c.need()}
	c.root = make([]uint64, 1)
	c.check = make([]uint64, 1)
	return c
}

func (c *Collapse) class(x layout.Comp) int {
	switch x.Kind {
	case layout.Process:
		return 1 + x.Type
	case layout.Channel:
		return 1 + len(c.l.Procs) + x.Type
	}
	return 0
}

// Words is the length of the roots of the present version.
func (c *Collapse) Words() int { return c.pack.words }

// Version counts the packings there have been. A root of another version means nothing in this one.
func (c *Collapse) Version() uint64 { return c.version }

// Encode returns the root of a vector, in memory that the next call overwrites. Parent is the root of another
// vector in the same version, from which this one differs in the components of dirty only (bit i: component i,
// bit 63: all from 63 on) and in those that do not exist in both; nil if none is known. The result false says that
// the packing had to change: roots must go through Translate, and the vector must be encoded again, without a parent.
func (c *Collapse) Encode(vec []byte, dirty uint64, parent []uint64) ([]uint64, bool) {
	s := c.l.ShapeOf(vec)
	f := c.pack.of(s, c.class)
	if f == nil {
		c.grow(s)
		return nil, false
	}
	root, keep := c.root, 0
	if parent != nil {
		keep = c.adopt(root, s, parent)
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
		x := &s.Comps[i]
		t := c.tables[f[i].class]
		n := uint64(t.Index(vec[x.Off : x.Off+x.Len]))
		if n > f[i].mask {
			c.grow(s)
			return nil, false
		}
		w := &root[f[i].word]
		*w = *w&^(f[i].mask<<f[i].shift) | n<<f[i].shift
	}
	for i := keep; i < len(f); i++ {
		x := &s.Comps[i]
		t := c.tables[f[i].class]
		if t == nil {
			t = intern.New(x.Len)
			c.tables[f[i].class] = t
		}
		n := uint64(t.Index(vec[x.Off : x.Off+x.Len]))
		if n > f[i].mask {
			c.grow(s)
			return nil, false
		}
		w := &root[f[i].word]
		*w = *w&^(f[i].mask<<f[i].shift) | n<<f[i].shift
	}
	if invariants && parent != nil {
		c.verify(vec, dirty)
	}
	return root, true
}

// adopt fills root with what a vector of shape s shares with the parent, and returns the number of common components.
func (c *Collapse) adopt(root []uint64, s *layout.Shape, parent []uint64) int {
	id := uint32(parent[0]&(1<<c.pack.shapeBits-1)) - 1
	copy(root, parent)
	if id == s.ID {
		return len(s.Comps)
	}
	from := c.l.ShapeByID(id)
	a, b := from, s
	for a != b {
		if len(a.Procs) >= len(b.Procs) {
			a = a.Parent
		} else {
			b = b.Parent
		}
	}
	for _, f := range c.pack.fields[id][len(a.Comps):] {
		root[f.word] &^= f.mask << f.shift
	}
	root[0] = root[0]&^(1<<c.pack.shapeBits-1) | uint64(s.ID) + 1
	return len(a.Comps)
}

// verify compares the root just made with one made from scratch.
func (c *Collapse) verify(vec []byte, dirty uint64) {
	copy(c.check, c.root)
	again, ok := c.Encode(vec, 0, nil)
	if !ok || !slices.Equal(again, c.check) {
		panic(fmt.Sprintf("collapse: root %x with the parent's help, %x without; dirty %b", c.check, again, dirty))
	}
}

// need returns the bits that the numbers in use take, by class.
func (c *Collapse) need() []int {
	need := make([]int, len(c.tables))
	for i, t := range c.tables {
		need[i] = 1
		if t != nil {
			need[i] = max(1, bits.Len(uint(t.Len()-1)))
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
	var shapes []*layout.Shape
	for id := c.l.Shapes() - 1; id >= 0; id-- {
		met := id < len(c.met) && c.met[id]
		if met && !inner[id] {
			shapes = append(shapes, c.l.ShapeByID(uint32(id)))
		}
		if p := c.l.ShapeByID(uint32(id)).Parent; p != nil {
			inner[p.ID] = inner[p.ID] || inner[id] || met
		}
	}
	c.prev = c.pack
	c.pack = repack(c.need(), shapes, max(c.prev.shapeBits, bits.Len(uint(c.l.Shapes()))), c.class)
	c.version++
	c.root = make([]uint64, c.pack.words)
	c.check = make([]uint64, c.pack.words)
}

// Translate writes to dst, which has Words words, what a root of the version before is in this one.
func (c *Collapse) Translate(dst, root []uint64) {
	id := root[0]&(1<<c.prev.shapeBits-1) - 1
	from, to := c.prev.fields[id], c.pack.of(c.l.ShapeByID(uint32(id)), c.class)
	clear(dst)
	dst[0] = id + 1
	for i, f := range from {
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
	for i, f := range c.pack.fields[s.ID] {
		x := &s.Comps[i]
		off := x.Off - c.l.Hidden
		c.tables[f.class].Copy(key[off:off+x.Len], uint32(root[f.word]>>f.shift&f.mask))
	}
	return dst
}

// Count is the number of different values of a component type.
type Count struct {
	Kind layout.CompKind
	Type int
	N    int
}

// Counts returns the different values met so far, by component type.
func (c *Collapse) Counts() []Count {
	var out []Count
	for i, t := range c.tables {
		switch {
		case t == nil:
		case i == 0:
			out = append(out, Count{layout.Globals, 0, t.Len()})
		case i <= len(c.l.Procs):
			out = append(out, Count{layout.Process, i - 1, t.Len()})
		default:
			out = append(out, Count{layout.Channel, i - 1 - len(c.l.Procs), t.Len()})
		}
	}
	return out
}

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
