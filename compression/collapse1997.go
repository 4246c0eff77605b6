package compression

import (
	"encoding/binary"
	"fmt"
	"slices"

	"gospin/compression/intern"
	"gospin/vm/layout"
)

// Collapse1997 is the original method (Holzmann, "State compression in SPIN", 1997, section on recursive indexing): a
// key becomes its shape's number and, for every component, the number of the component's value in a table, all
// numbers in the same few bytes. It is a Codec.
type Collapse1997 struct {
	l      *layout.Layout
	split  *split
	width  int
	tables []*intern.Table // by class
	value  []byte
	err    error
}

// NewCollapse1997 returns an empty codec for the keys of a layout. It panics if IndexBytes is not in 0..4.
func NewCollapse1997(l *layout.Layout, o CollapseOptions) *Collapse1997 {
	if o.IndexBytes < 0 || o.IndexBytes > 4 {
		panic(fmt.Sprintf("collapse1997: an index has 1 to 4 bytes, not %d", o.IndexBytes))
	}
	sp := newSplit(l, o)
	return &Collapse1997{l: l, split: sp, width: max(1, o.IndexBytes), tables: make([]*intern.Table, sp.classes())}
}

// Encode appends the code of a key. Once a class of components has more values than an index can tell apart, Err is
// set; the codes of keys with such values are no longer different from each other.
func (c *Collapse1997) Encode(dst, key []byte) []byte {
	id := uint32(key[0]) | uint32(key[1])<<8 | uint32(key[2])<<16
	p := c.split.of(c.l.ShapeByID(id))
	dst = binary.AppendUvarint(dst, uint64(id))
	for i := range p.groups {
		g := &p.groups[i]
		t := c.tables[g.class]
		if t == nil {
			t = c.split.newTable(g)
			c.tables[g.class] = t
		}
		c.value = g.gather(c.value[:0], key, c.l.Hidden)
		n := t.Index(c.value)
		if uint64(n)>>(8*c.width) != 0 && c.err == nil {
			_, _, name := c.split.class(g.class)
			c.err = fmt.Errorf("collapse1997: %s: more than %d different values: -index-bytes %d is needed", name,
				uint64(1)<<(8*c.width), c.width+1)
		}
		for k := range c.width {
			dst = append(dst, byte(n>>(8*k)))
		}
	}
	return dst
}

// CodeLen is the length of a code that begins with these bytes.
func (c *Collapse1997) CodeLen(code []byte) int {
	id, n := binary.Uvarint(code)
	return n + c.width*len(c.split.of(c.l.ShapeByID(uint32(id))).groups)
}

// Decode appends the key of a code.
func (c *Collapse1997) Decode(dst, code []byte) []byte {
	id, n := binary.Uvarint(code)
	code = code[n:]
	s := c.l.ShapeByID(uint32(id))
	at, size := len(dst), s.Size-c.l.Hidden
	dst = slices.Grow(dst, size)[:at+size]
	key := dst[at:]
	clear(key)
	key[0], key[1], key[2] = byte(id), byte(id>>8), byte(id>>16)
	p := c.split.of(s)
	for i := range p.groups {
		g := &p.groups[i]
		n := uint32(0)
		for k := range c.width {
			n |= uint32(code[k]) << (8 * k)
		}
		code = code[c.width:]
		c.value = slices.Grow(c.value[:0], g.n)[:g.n]
		clear(c.value)
		c.tables[g.class].Copy(c.value, n)
		g.scatter(key, c.value, c.l.Hidden)
	}
	return dst
}

// Err says which width of indices is needed; nil if the present one suffices so far. After an error, the codes are of
// no use.
func (c *Collapse1997) Err() error { return c.err }

// Counts returns the different values met so far, by class of components.
func (c *Collapse1997) Counts() []Count { return c.split.counts(c.tables) }

// Bytes is the memory of all component tables.
func (c *Collapse1997) Bytes() int64 { return tableBytes(c.tables) }

// Free releases the component tables.
func (c *Collapse1997) Free() { freeTables(c.tables) }
