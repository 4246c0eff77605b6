package compression

import (
	"encoding/binary"
	"math/bits"

	"gospin/vm/layout"
)

// Recursive is recursive indexing with stored widths (Holzmann, "State compression in SPIN", 1997, section on
// recursive indexing; pan's -DCOLLAPSE). A code is the number of the key's shape, the widths of its indices,
// two bits each, and the indices, each with as few bytes as possible. Therefore an index never overflows and
// a code never changes, so that another codec may follow. It is a Codec. Alone, Collapse is shorter, since
// its indices are bits.
type Recursive struct{ indexer }

// NewRecursive returns an empty codec for the keys of a layout. It ignores IndexBytes.
func NewRecursive(l *layout.Layout, o CollapseOptions) *Recursive {
	return &Recursive{newIndexer(l, o)}
}

// Encode appends the code of a key.
func (c *Recursive) Encode(dst, key []byte) []byte {
	p := c.plan(key)
	dst = binary.AppendUvarint(dst, uint64(p.shape.ID))
	widths := len(dst)
	for range (len(p.groups) + 3) / 4 {
		dst = append(dst, 0)
	}
	for i := range p.groups {
		n := c.index(&p.groups[i], key)
		more := max(0, bits.Len32(n)-1) / 8
		dst[widths+i/4] |= byte(more << (i % 4 * 2))
		for ; more >= 0; more-- {
			dst = append(dst, byte(n))
			n >>= 8
		}
	}
	return dst
}

// Decode appends the key of a code.
func (c *Recursive) Decode(dst, code []byte) []byte {
	id, n := binary.Uvarint(code)
	dst, key, p := c.begin(dst, uint32(id))
	widths := code[n:]
	code = widths[(len(p.groups)+3)/4:]
	for i := range p.groups {
		n := 1 + int(widths[i/4]>>(i%4*2)&3)
		c.put(key, &p.groups[i], littleEndian(code[:n]))
		code = code[n:]
	}
	return dst
}
