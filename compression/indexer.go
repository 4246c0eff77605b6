package compression

import (
	"slices"

	"gospin/compression/intern"
	"gospin/vm/layout"
)

// indexer numbers the components of keys, for codecs whose codes are numbers.
type indexer struct {
	l      *layout.Layout
	split  *split
	tables []*intern.Table // by class
	value  []byte
}

func newIndexer(l *layout.Layout, o CollapseOptions) indexer {
	sp := newSplit(l, o)
	return indexer{l: l, split: sp, tables: make([]*intern.Table, sp.classes())}
}

// plan returns the split of a key.
func (x *indexer) plan(key []byte) *plan {
	return x.split.of(x.l.ShapeByID(uint32(key[0]) | uint32(key[1])<<8 | uint32(key[2])<<16))
}

// index returns the number of a group's value.
func (x *indexer) index(g *group, key []byte) uint32 {
	t := x.tables[g.class]
	if t == nil {
		t = x.split.newTable(g)
		x.tables[g.class] = t
	}
	x.value = g.gather(x.value[:0], key, x.l.Hidden)
	return t.Index(x.value)
}

// begin appends a key of a shape without its components.
func (x *indexer) begin(dst []byte, id uint32) (grown, key []byte, p *plan) {
	s := x.l.ShapeByID(id)
	at, size := len(dst), s.Size-x.l.Hidden
	dst = slices.Grow(dst, size)[:at+size]
	key = dst[at:]
	clear(key)
	key[0], key[1], key[2] = byte(id), byte(id>>8), byte(id>>16)
	return dst, key, x.split.of(s)
}

// put writes the value of a number.
func (x *indexer) put(key []byte, g *group, n uint32) {
	x.value = slices.Grow(x.value[:0], g.n)[:g.n]
	clear(x.value)
	x.tables[g.class].Copy(x.value, n)
	g.scatter(key, x.value, x.l.Hidden)
}

// littleEndian reads a number of up to four bytes.
func littleEndian(b []byte) uint32 {
	n := uint32(0)
	for i, v := range b {
		n |= uint32(v) << (8 * i)
	}
	return n
}

// Counts returns the numbers of different values so far, by class of components.
func (x *indexer) Counts() []Count { return x.split.counts(x.tables) }

// Bytes returns the memory of all component tables.
func (x *indexer) Bytes() int64 { return tableBytes(x.tables) }

// Free releases the component tables.
func (x *indexer) Free() { freeTables(x.tables) }
