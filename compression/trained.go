package compression

import (
	"fmt"
	"math/bits"
	"slices"

	"gospin/vm/layout"
)

// Trained packs state vectors into the bits that a training run has found necessary: two-phase compression
// (Holzmann, "State Compression in SPIN: Recursive Indexing and Compression Training Runs", 1997). A
// component is numbered as a whole, in segments, or coded byte by byte, with codes of its type or of its own,
// whatever takes the least memory.
//
// What training did not see takes a free code. Where there is none, a field becomes wider, and all roots must
// go through Translate: that costs less than a new run, and nothing is lost.
type Trained struct {
	l         *layout.Layout
	byClass   []coding
	bySeat    map[seatKey]coding
	segments  []*segment
	known     [][]int // classes of the components of shapes that training met
	met       []bool  // by shape: since
	cur, prev *bitPlan
	version   uint64
	root      []uint64
	check     []uint64
	key       []byte
	complete  bool // training saw all there is, and nothing has contradicted it
	unseen    int
}

// coding says which segments code a component: a slice of Trained.segments.
type coding struct{ from, to int }

type seatKey struct{ comp, class int }

// bitPlan says how many bits each segment has, and where the fields of a shape are.
type bitPlan struct {
	shapeBits int
	bits      int   // of the longest root
	rootBits  int   // with what is shared out
	width     []int // by segment
	shapes    []*bitShape
}

// bitShape are the fields of the vectors of a shape.
type bitShape struct {
	fields []bitField
	first  []int32 // by component, and the end: its fields
	start  []int32 // by component, and the end: its first bit
}

type bitField struct {
	segment *segment
	off, n  int32 // its bytes of the vector
	word    int32 // of the root
	shift   uint8 // in the word; what does not fit is in the next
	width   uint8
	mask    uint64 // of width bits
}

// NewTrained returns the codec for the vectors of a layout, with what was learnt; nil: nothing.
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

// shapes bounds the numbers of the shapes that were met: those inside them have numbers, too.
func (t *Training) shapes() int {
	inner := map[string]bool{"": true}
	for _, s := range t.Shapes {
		for i := range s {
			inner[fmt.Sprint(s[:i+1])] = true
		}
	}
	return len(inner)
}

// outermost leaves out the shapes that are the beginning of others: they fit where the others do.
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

// coding finds how component i, of a class, is coded.
func (c *Trained) coding(i, class int) coding {
	if x, ok := c.bySeat[seatKey{i, class}]; ok {
		return x
	}
	return c.byClass[class]
}

// Words is the length of the roots of the present version.
func (c *Trained) Words() int { return (c.cur.rootBits + 63) / 64 }

// RootBytes is how many bytes of a root are in use, the lowest ones.
func (c *Trained) RootBytes() int { return (c.cur.rootBits + 7) / 8 }

// RootBits is how many bits of a root are in use, the lowest ones.
func (c *Trained) RootBits() int { return c.cur.rootBits }

// Bits is how many bits the longest root has that has been met or learnt, but for what is shared out.
func (c *Trained) Bits() int { return c.cur.bits }

// Version counts the plans there have been. A root of another version means nothing in this one.
func (c *Trained) Version() uint64 { return c.version }

// Unseen is how many values there were that training had not seen, of numbered components or of bytes, and
// how often a plan was made again because something did not fit.
func (c *Trained) Unseen() (values, widened int) {
	values = c.unseen
	for _, g := range c.segments {
		if g.table != nil {
			values += max(0, g.table.Len()-g.trained)
		}
	}
	return values, int(c.version) - 1
}

// Encode is as that of Collapse: the root of a vector, false if the plan had to change.
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

// code puts the codes of fields into the root. The result false says that one does not fit.
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

// adopt fills the root with what a vector of shape s shares with the parent, and returns the number of common
// components.
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

// verify compares the root just made with one made from scratch, and the vector with what the root stands
// for.
func (c *Trained) verify(vec []byte, dirty uint64) {
	c.check = append(c.check[:0], c.root...)
	again, ok := c.Encode(vec, 0, nil)
	if !ok || !slices.Equal(again, c.check) {
		panic(fmt.Sprintf("trained: root %x with the parent's help, %x without; dirty %b",
			c.check, again, dirty))
	}
	if c.key = c.Decode(c.key[:0], again); !slices.Equal(c.key, c.l.Key(vec)) {
		panic(fmt.Sprintf("trained: root %x stands for %x, not %x", again, c.key, c.l.Key(vec)))
	}
}

// put writes a code, which fits, into the root.
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

// get reads a code.
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

// Translate writes to dst, which has Words words, what a root of the version before is in this one.
func (c *Trained) Translate(dst, root []uint64) {
	id := uint32(root[0]&(1<<c.prev.shapeBits-1)) - 1
	from, to := c.prev.shapes[id].fields, c.cur.place(c, id).fields
	clear(dst)
	dst[0] = uint64(id) + 1
	for i := range from {
		to[i].put(dst, from[i].get(root))
	}
}

// Decode appends the key that a root of the present version stands for.
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

// Counts is nil: most components are not numbered by type.
func (c *Trained) Counts() []Count { return nil }

// Bytes is the memory of all tables.
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
