package compression

import (
	"fmt"
	"math/bits"
	"slices"

	"gospin/vm/layout"
)

// Trained packs state vectors into the bits that a training run found necessary: two-phase compression
// (Holzmann, "State Compression in SPIN: Recursive Indexing and Compression Training Runs", 1997). A
// component is numbered as a whole, in segments, or encoded byte by byte, with codes of its type or its own,
// whichever needs the least memory.
//
// A value that was not seen in training gets a free code. If there is none, a field becomes wider, and all
// roots must be translated. That takes less time than a new run, and loses nothing.
type Trained struct {
	l         *layout.Layout
	byClass   []coding
	bySeat    map[seatKey]coding
	segments  []*segment
	known     [][]int // classes of the components of shapes seen in training
	seen      []bool  // by shape: seen since
	cur, prev *bitPlan
	version   uint64
	root      []uint64
	check     []uint64
	key       []byte
	complete  bool // training has seen all states, and nothing has contradicted that
	unseen    int
}

// coding is the range of Trained.segments that encode a component.
type coding struct{ from, to int }

type seatKey struct{ comp, class int }

// bitPlan has the width of each segment, and the fields of each shape.
type bitPlan struct {
	shapeBits int
	bits      int   // in the longest root
	rootBits  int   // including distributed bits
	width     []int // by segment
	shapes    []*bitShape
}

// bitShape has the fields of a shape's vectors.
type bitShape struct {
	fields []bitField
	first  []int32 // by component, and at the end: index of its first field
	start  []int32 // by component, and at the end: its first bit
}

type bitField struct {
	segment *segment
	off, n  int32 // its bytes in the vector
	word    int32 // in the root
	shift   uint8 // in the word; the rest is in the next word
	width   uint8
	mask    uint64 // of width bits
}

// NewTrained returns a codec for the vectors of a layout, with the results of training, which may be nil.
func NewTrained(l *layout.Layout, t *Training) *Trained {
	if t == nil {
		t = &Training{}
	}
	c := &Trained{l: l, bySeat: map[seatKey]coding{}, complete: t.Complete}
	for _, s := range outermost(t.Shapes) {
		if k := classesOf(l, s); k != nil {
			c.known = append(c.known, k)
		}
	}
	shapeBits := bits.Len(uint(t.shapes()))
	choose(c, t, shapeBits)
	c.install(shapeBits)
	return c
}

// shapes limits the numbers of the shapes seen in training, including their prefixes.
func (t *Training) shapes() int {
	inner := map[string]bool{"": true}
	for _, s := range t.Shapes {
		for i := range s {
			inner[fmt.Sprint(s[:i+1])] = true
		}
	}
	return len(inner)
}

// outermost removes the shapes that are prefixes of others, since they fit where the others do.
func outermost(shapes [][]int) [][]int {
	all := slices.Clone(shapes)
	slices.SortFunc(all, slices.Compare[[]int])
	var out [][]int
	for i, s := range all {
		if i+1 == len(all) || len(all[i+1]) < len(s) || !slices.Equal(all[i+1][:len(s)], s) {
			out = append(out, s)
		}
	}
	return out
}

// coding returns the coding of component i, of a class.
func (c *Trained) coding(i, class int) coding {
	if x, ok := c.bySeat[seatKey{i, class}]; ok {
		return x
	}
	return c.byClass[class]
}

// Words returns the length of the present version's roots.
func (c *Trained) Words() int { return (c.cur.rootBits + 63) / 64 }

// RootBytes returns the number of bytes of a root that are in use, the lowest ones.
func (c *Trained) RootBytes() int { return (c.cur.rootBits + 7) / 8 }

// RootBits returns the number of bits of a root that are in use, the lowest ones.
func (c *Trained) RootBits() int { return c.cur.rootBits }

// Bits returns the number of bits in the longest root seen now or in training, without distributed bits.
func (c *Trained) Bits() int { return c.cur.bits }

// Version counts the plans so far. Roots of other versions must be translated.
func (c *Trained) Version() uint64 { return c.version }

// Unseen returns the number of values, of numbered components or of bytes, that training had not seen, and
// the number of new plans because something did not fit.
func (c *Trained) Unseen() (values, widened int) {
	values = c.unseen
	for _, g := range c.segments {
		if g.table != nil {
			values += max(0, g.table.Len()-g.trained)
		}
	}
	return values, int(c.version) - 1
}

// Encode is like that of Collapse: it returns the root of a vector, or false if the plan had to change.
func (c *Trained) Encode(vec []byte, dirty uint64, parent []uint64) ([]uint64, bool) {
	id := c.l.ShapeID(vec)
	var p *bitShape
	if int(id) < len(c.cur.shapes) {
		p = c.cur.shapes[id]
	}
	if p == nil {
		if p = c.cur.place(c, id); p == nil {
			c.meet(id)
			c.complete = false
			c.install(max(c.cur.shapeBits, bits.Len32(id+2)))
			return nil, false
		}
	}
	root, comps, keep := c.root, len(p.first)-1, 0
	if parent != nil {
		keep = c.adopt(id, p, parent)
	} else {
		clear(root)
		root[0] = uint64(id) + 1
	}
	fits := true
	for d := dirty; d != 0 && keep > 0; d &= d - 1 {
		i := bits.TrailingZeros64(d)
		if i >= keep {
			break
		}
		if i == 63 {
			keep = 63
			break
		}
		fits = c.code(root, p.fields[p.first[i]:p.first[i+1]], vec) && fits
	}
	if keep < comps {
		fits = c.code(root, p.fields[p.first[keep]:], vec) && fits
	}
	if !fits {
		c.complete = false
		c.install(c.cur.shapeBits)
		return nil, false
	}
	if invariants && parent != nil {
		c.verify(vec, dirty)
	}
	return root, true
}

// code sets the codes of fields in the root. It returns false if one does not fit.
func (c *Trained) code(root []uint64, fields []bitField, vec []byte) bool {
	fits := true
	for i := range fields {
		f := &fields[i]
		var v uint64
		if b := vec[f.off : f.off+f.n]; f.segment.table != nil {
			v = uint64(f.segment.table.Index(b))
		} else {
			var met int
			v, met = f.segment.encode(b)
			c.unseen += met
		}
		if v > f.mask {
			fits = false
			continue
		}
		f.put(root, v)
	}
	return fits
}

// adopt copies to the root what a vector of shape s has in common with the parent, and returns the number of
// common components.
func (c *Trained) adopt(shape uint32, p *bitShape, parent []uint64) int {
	id := uint32(parent[0]&(1<<(c.cur.shapeBits&63)-1)) - 1
	copy(c.root, parent)
	if id == shape {
		return len(p.first) - 1
	}
	a, b := c.l.ShapeByID(id), c.l.ShapeByID(shape)
	for a != b {
		if len(a.Procs) >= len(b.Procs) {
			a = a.Parent
		} else {
			b = b.Parent
		}
	}
	common := len(a.Comps)
	if end := int(p.start[common]); end>>6 < len(c.root) {
		c.root[end>>6] &= 1<<(end&63) - 1
		clear(c.root[end>>6+1:])
	}
	c.root[0] = c.root[0]&^(1<<c.cur.shapeBits-1) | uint64(shape) + 1
	return common
}

// verify compares the present root with one computed without a parent, and decodes it.
func (c *Trained) verify(vec []byte, dirty uint64) {
	c.check = append(c.check[:0], c.root...)
	encoded, ok := c.Encode(vec, 0, nil)
	if !ok || !slices.Equal(encoded, c.check) {
		panic(fmt.Sprintf("trained: root %x with the parent's help, %x without; dirty %b",
			c.check, encoded, dirty))
	}
	if c.key = c.Decode(c.key[:0], encoded); !slices.Equal(c.key, c.l.Key(vec)) {
		panic(fmt.Sprintf("trained: root %x stands for %x, not %x", encoded, c.key, c.l.Key(vec)))
	}
}

// put sets a code, which must fit, in the root.
func (f *bitField) put(root []uint64, v uint64) {
	if f.width == 0 {
		return
	}
	s := f.shift & 63
	w := &root[f.word]
	*w = *w&^(f.mask<<s) | v<<s
	if s+f.width > 64 {
		w = &root[f.word+1]
		*w = *w&^(f.mask>>(64-s)) | v>>(64-s)
	}
}

// get returns a code.
func (f *bitField) get(root []uint64) uint64 {
	if f.width == 0 {
		return 0
	}
	s := f.shift & 63
	v := root[f.word] >> s
	if s+f.width > 64 {
		v |= root[f.word+1] << (64 - s)
	}
	return v & f.mask
}

// Translate converts a root of the previous version to the present one. Dst has Words words.
func (c *Trained) Translate(dst, root []uint64) {
	id := uint32(root[0]&(1<<c.prev.shapeBits-1)) - 1
	from, to := c.prev.shapes[id].fields, c.cur.place(c, id).fields
	clear(dst)
	dst[0] = uint64(id) + 1
	for i := range from {
		to[i].put(dst, from[i].get(root))
	}
}

// Decode appends the key of a root of the present version.
func (c *Trained) Decode(dst []byte, root []uint64) []byte {
	id := uint32(root[0]&(1<<c.cur.shapeBits-1)) - 1
	s := c.l.ShapeByID(id)
	at, size := len(dst), s.Size-c.l.Hidden
	dst = slices.Grow(dst, size)[:at+size]
	key := dst[at:]
	clear(key)
	key[0], key[1], key[2] = byte(id), byte(id>>8), byte(id>>16)
	fields := c.cur.place(c, id).fields
	for i := range fields {
		f := &fields[i]
		f.segment.decode(key[int(f.off)-c.l.Hidden:][:f.n], f.get(root))
	}
	return dst
}

// Counts returns nil, since most components are not numbered by type.
func (c *Trained) Counts() []Count { return nil }

// Bytes returns the memory of all tables.
func (c *Trained) Bytes() int64 {
	sum := int64(0)
	for _, p := range c.segments {
		sum += p.bytes()
	}
	return sum
}

// Free releases the tables.
func (c *Trained) Free() {
	for _, p := range c.segments {
		if p.table != nil {
			p.table.Free()
		}
	}
}
