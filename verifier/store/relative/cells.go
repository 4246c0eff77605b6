package relative

import (
	"encoding/binary"

	"gospin/compression"
	"gospin/compression/intern"
	"gospin/vm/layout"
)

// Kinds of differences.
const (
	OfBytes      = "bytes"      // runs of bytes
	OfComponents = "components" // the numbers of components, in tables
	OfCells      = "cells"      // Promela's variables
)

// cell is a part of a key that has one value in a difference: some bytes, in one or several stretches.
type cell struct {
	stretch
	more  []stretch // its further stretches
	size  int       // of all stretches
	class class
	table *intern.Table // of its values; nil if they are stored directly
}

// stretch are some bytes of a key.
type stretch struct{ off, n int }

// differs reports whether two keys have different values there.
func (s *stretch) differs(from, to []byte) bool {
	return s.off+s.n > len(from) || string(from[s.off:s.off+s.n]) != string(to[s.off:s.off+s.n])
}

// cells defines how keys are split.
type cells struct {
	l      *layout.Layout
	kind   string
	split  *compression.CollapseOptions // into components; nil for the smallest cells
	shapes [][]cell                     // by shape; nil if not seen yet
	tables map[class]*intern.Table
	value  []byte
}

// class is a class of cells whose values share a table.
type class struct{ kind, typ, n int }

const (
	globalCut = 8 // maximum size of the components of the globals
	gapKind   = -1
	joined    = 2 // two runs this close are stored as one
)

// of returns the cells of a shape, which cover the key after the shape number.
func (c *cells) of(shape uint32) []cell {
	if int(shape) < len(c.shapes) && c.shapes[shape] != nil {
		return c.shapes[shape]
	}
	for int(shape) >= len(c.shapes) {
		c.shapes = append(c.shapes, nil)
	}
	sh := c.l.ShapeByID(shape)
	starts := make([]bool, sh.Size+1) // by offset in the vector: starts of cells
	classes := map[int]class{}
	for i := range sh.Comps {
		k := &sh.Comps[i]
		starts[k.Off], starts[k.Off+k.Len] = true, true
		classes[k.Off] = class{int(k.Kind), k.Type, k.Len}
		switch {
		case c.kind == OfCells:
			c.variables(starts, k)
		case k.Kind == layout.Globals && c.split == nil:
			for off := k.Off; off < k.Off+k.Len; off += globalCut {
				starts[off] = true
				classes[off] = class{int(k.Kind), off, min(globalCut, k.Off+k.Len-off)}
			}
		}
	}
	out := []cell{}
	for from := c.l.Hidden + layout.ShapeBytes; from < sh.Size; {
		to := from + 1
		for to < sh.Size && !starts[to] {
			to++
		}
		x := cell{stretch: stretch{from - c.l.Hidden, to - from}, size: to - from}
		if c.kind == OfComponents {
			k, ok := classes[from]
			if !ok || k.n != x.n { // bytes between components
				k = class{gapKind, 0, x.n}
			}
			x.class = k
		}
		out = append(out, x)
		from = to
	}
	if c.kind == OfComponents {
		if c.split != nil {
			out = c.joined(out, sh)
		}
		for i := range out {
			out[i].table = c.tableOf(out[i].class)
		}
	}
	c.shapes[shape] = out
	return out
}

func (c *cells) tableOf(k class) *intern.Table {
	if c.tables[k] == nil {
		c.tables[k] = intern.New(k.n)
	}
	return c.tables[k]
}

// joined joins the cells of each component of the split. A channel belongs to the process before it.
func (c *cells) joined(all []cell, sh *layout.Shape) (out []cell) {
	into := map[int]int{} // by offset of a component: offset of the one it belongs to
	globals, owner, procs := 0, -1, -1
	for i := range sh.Comps {
		k := &sh.Comps[i]
		to, place := k.Off, compression.Apart
		switch {
		case k.Kind == layout.Globals:
			globals = k.Off
		case k.Kind == layout.Process:
			if c.split.JoinProcs && procs >= 0 {
				to = procs
			}
			procs, owner = to, to
		case owner < 0:
			place = c.split.GlobalChans
		default:
			place = c.split.ProcChans
		}
		switch {
		case place == compression.WithProcess && owner >= 0:
			to = owner
		case place != compression.Apart:
			to = globals
		}
		into[k.Off] = to
	}
	at := map[int]int{} // index in out, by offset
	for _, x := range all {
		off := x.off + c.l.Hidden
		to, ok := into[off]
		if i, met := at[to]; ok && met {
			out[i].more, out[i].size = append(out[i].more, x.stretch), out[i].size+x.size
			out[i].class.n = out[i].size
			continue
		}
		if ok {
			at[to] = len(out)
		}
		out = append(out, x)
	}
	return out
}

// variables marks the starts of a component's variables, and of array elements.
func (c *cells) variables(starts []bool, k *layout.Comp) {
	mark := func(off, size int) {
		if off >= k.Off && off+size <= k.Off+k.Len {
			starts[off], starts[off+size] = true, true
		}
	}
	each := func(base int, fields []*layout.Field) {
		for _, f := range fields {
			for i := range f.Len {
				mark(base+f.Elem.Off+i*f.Stride, layout.CellSize(f.Elem.Cell))
			}
		}
	}
	switch k.Kind {
	case layout.Globals:
		each(0, c.l.Fields)
	case layout.Process:
		p := &c.l.Procs[k.Type]
		mark(k.Off+p.PC, 1)
		each(k.Off, p.Fields)
	case layout.Channel:
		t := &c.l.Chans[k.Type]
		for i := range t.Slots {
			for _, e := range t.Fields {
				mark(k.Off+t.Head+i*t.Msg+e.Off, layout.CellSize(e.Cell))
			}
		}
	}
}

// count returns the number of cells in a shape's keys.
func (c *cells) count(shape uint32) int {
	if c.kind == OfBytes {
		return c.l.ShapeByID(shape).Size - c.l.Hidden - layout.ShapeBytes
	}
	return len(c.of(shape))
}

// encode appends the differences of two keys after the shape number, and returns the number of changes or
// runs of bytes, and of cells.
func (c *cells) encode(dst, from, to []byte) (out []byte, runs, changed int) {
	if c.kind == OfBytes {
		return encodeRuns(dst, from, to)
	}
	last := -1
	all := c.of(shapeOf(to))
	for i := range all {
		x := &all[i]
		other := x.differs(from, to)
		for j := range x.more {
			other = other || x.more[j].differs(from, to)
		}
		if !other {
			continue
		}
		value := to[x.off : x.off+x.n]
		if len(x.more) > 0 {
			value = append(c.value[:0], value...)
			for _, s := range x.more {
				value = append(value, to[s.off:s.off+s.n]...)
			}
			c.value = value
		}
		dst = binary.AppendUvarint(dst, uint64(i-last))
		last = i
		if x.table == nil {
			dst = append(dst, value...)
		} else {
			dst = binary.AppendUvarint(dst, uint64(x.table.Index(value)))
		}
		runs++
	}
	return binary.AppendUvarint(dst, 0), runs, runs
}

// encodeRuns is encode for bytes: each run has its distance from the previous one plus one, its length, and
// its bytes.
func encodeRuns(dst, from, to []byte) (out []byte, runs, changed int) {
	differs := func(i int) bool { return i >= len(from) || from[i] != to[i] }
	last := layout.ShapeBytes
	for i := layout.ShapeBytes; i < len(to); i++ {
		if !differs(i) {
			if i+8 <= len(to) && i+8 <= len(from) &&
				binary.LittleEndian.Uint64(from[i:]) == binary.LittleEndian.Uint64(to[i:]) {
				i += 7
			}
			continue
		}
		end := i + 1 // end of the run
		for j := end; j < len(to) && j-end <= joined && j-i < 255; j++ {
			if differs(j) {
				end = j + 1
			}
		}
		dst = binary.AppendUvarint(dst, uint64(i-last+1))
		dst = append(append(dst, byte(end-i)), to[i:end]...)
		runs, changed = runs+1, changed+end-i
		last, i = end, end-1
	}
	return binary.AppendUvarint(dst, 0), runs, changed
}

// changes iterates over the changes that encode has written for a key of a shape.
type changes struct {
	c     *cells
	cells []cell
	text  []byte
	at    int       // next offset or cell
	more  []stretch // stretches of the present cell, with their values
	rest  []byte
	wrong bool // the data does not fit a key of this shape
}

func (c *cells) changes(shape uint32, text []byte) changes {
	x := changes{c: c, text: text, at: layout.ShapeBytes}
	if c.kind != OfBytes {
		x.cells, x.at = c.of(shape), -1
	}
	return x
}

// number decodes a number.
func (x *changes) number() uint64 {
	if len(x.text) > 0 && x.text[0] < 0x80 {
		n := x.text[0]
		x.text = x.text[1:]
		return uint64(n)
	}
	v, n := binary.Uvarint(x.text)
	if n <= 0 {
		x.wrong = true
		return 0
	}
	x.text = x.text[n:]
	return v
}

// next returns the next change, or false at the end or after an error.
func (x *changes) next() (off int, value []byte, ok bool) {
	if len(x.more) > 0 {
		s := x.more[0]
		value, x.more, x.rest = x.rest[:s.n], x.more[1:], x.rest[s.n:]
		return s.off, value, true
	}
	skip := x.number()
	if skip == 0 {
		return 0, nil, false
	}
	if x.c.kind == OfBytes {
		off, size := x.at+int(skip)-1, int(x.text[0])
		value, x.text = x.text[1:1+size], x.text[1+size:]
		x.at = off + size
		return off, value, true
	}
	if skip >= uint64(len(x.cells)-x.at) {
		x.wrong = true
		return 0, nil, false
	}
	x.at += int(skip)
	k := &x.cells[x.at]
	if k.table == nil {
		if len(x.text) < k.n {
			x.wrong = true
			return 0, nil, false
		}
		value, x.text = x.text[:k.n], x.text[k.n:]
		return k.off, value, true
	}
	number := x.number()
	if x.wrong = x.wrong || number >= uint64(k.table.Len()); x.wrong {
		return 0, nil, false
	}
	if cap(x.c.value) < k.size {
		x.c.value = make([]byte, k.size)
	}
	value = x.c.value[:k.size]
	clear(value)
	k.table.Copy(value, uint32(number))
	x.more, x.rest = k.more, value[k.n:]
	return k.off, value[:k.n], true
}

func (c *cells) bytes() (sum int64) {
	for _, t := range c.tables {
		sum += t.Bytes()
	}
	return sum
}

func (c *cells) free() {
	for _, t := range c.tables {
		t.Free()
	}
}

// shapeOf returns the shape number at the beginning of a key.
func shapeOf(key []byte) uint32 { return uint32(key[0]) | uint32(key[1])<<8 | uint32(key[2])<<16 }
