package compression

import (
	"encoding/binary"
	"fmt"

	"gospin/vm/layout"
)

// Collapse1997 is the original method (Holzmann, "State compression in SPIN", 1997, section on recursive
// indexing). A code is the number of the key's shape, and for every component the number of its value in a
// table, all numbers with the same few bytes. It is a Codec.
type Collapse1997 struct {
	indexer
	width int
	err   error
}

// NewCollapse1997 returns an empty codec for the keys of a layout. It panics if IndexBytes is not in 0..4.
func NewCollapse1997(l *layout.Layout, o CollapseOptions) *Collapse1997 {
	if o.IndexBytes < 0 || o.IndexBytes > 4 {
		panic(fmt.Sprintf("collapse1997: an index has 1 to 4 bytes, not %d", o.IndexBytes))
	}
	return &Collapse1997{indexer: newIndexer(l, o), width: max(1, o.IndexBytes)}
}

// Encode appends the code of a key. If a class of components has more values than indices, Err is set, and
// the codes of keys with such values are no longer distinct.
func (c *Collapse1997) Encode(dst, key []byte) []byte {
	p := c.plan(key)
	dst = binary.AppendUvarint(dst, uint64(p.shape.ID))
	for i := range p.groups {
		g := &p.groups[i]
		n := c.index(g, key)
		if uint64(n)>>(8*c.width) != 0 && c.err == nil {
			_, _, name := c.split.class(g.class)
			c.err = fmt.Errorf("collapse1997: %s: more than %d different values: -index-bytes %d is needed",
				name, uint64(1)<<(8*c.width), c.width+1)
		}
		for k := range c.width {
			dst = append(dst, byte(n>>(8*k)))
		}
	}
	return dst
}

// CodeLen returns the length of a code that begins with these bytes.
func (c *Collapse1997) CodeLen(code []byte) int {
	id, n := binary.Uvarint(code)
	return n + c.width*len(c.split.of(c.l.ShapeByID(uint32(id))).groups)
}

// Decode appends the key of a code.
func (c *Collapse1997) Decode(dst, code []byte) []byte {
	id, n := binary.Uvarint(code)
	code = code[n:]
	dst, key, p := c.begin(dst, uint32(id))
	for i := range p.groups {
		c.put(key, &p.groups[i], littleEndian(code[:c.width]))
		code = code[c.width:]
	}
	return dst
}

// Err returns the width of indices that is needed, or nil if the present one suffices so far. After an error,
// the codes are useless.
func (c *Collapse1997) Err() error { return c.err }
