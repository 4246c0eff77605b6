package compression

import (
	"math/bits"
	"slices"

	"gospin/compression/intern"
	"gospin/vm/layout"
)

// Learnt is what a training run saw of the components of one class: the globals, a proctype, or a channel type.
type Learnt struct {
	Values   [][]byte // by byte position: the different values, in order
	Distinct int      // different values of the whole component; 0: too many to be counted
}

// Training is what a training run saw, by class: the globals, then the proctypes, then the channel types.
type Training struct {
	Classes []Learnt
	Shapes  [][]int // sequences of proctypes that were met
}

// Trained packs every byte of a state vector into the bits that its position needs, or a whole component into the bits
// that its values need, whichever is shorter by what a training run saw: two-phase compression (Holzmann, "State
// Compression in SPIN", 1997, section 4). What training did not see takes a free code; where there is none, a bit is
// added, and all roots must go through Translate.
type Trained struct {
	l         *layout.Layout
	classes   []classCode
	cur, prev *bitPlan
	version   uint64
	root      []uint64
	unseen    int
	known     [][]int // classes of the components of shapes that were met, in training or since
	met       []bool  // by shape: since
}

// classCode codes the components of one class, by positions or, if there is a table, as a whole.
type classCode struct {
	positions []position
	table     *intern.Table
}

type position struct {
	code  [256]uint16 // plus one; 0: the value has none
	value []byte      // by code
}

// bitPlan says how many bits each field of a class has, and where the components of a shape begin.
type bitPlan struct {
	shapeBits int
	rootBytes int
	width     [][]uint8 // by class and field
	sum       []int     // by class
	start     [][]int   // by shape and component, and the end; nil: not yet known
}

// NewTrained returns the codec for the vectors of a layout, with what was learnt; nothing may have been.
func NewTrained(l *layout.Layout, t *Training) *Trained {
	c := &Trained{l: l, classes: make([]classCode, 1+len(l.Procs)+len(l.Chans))}
	p := &bitPlan{shapeBits: 1, width: make([][]uint8, len(c.classes)), sum: make([]int, len(c.classes))}
	for k := range c.classes {
		var learnt Learnt
		if t != nil && k < len(t.Classes) {
			learnt = t.Classes[k]
		}
		p.width[k] = c.classes[k].learn(c.classLen(k), learnt)
	}
	if t != nil {
		for _, s := range t.Shapes {
			c.meet(s)
		}
		p.shapeBits = bits.Len(uint(2*len(t.Shapes) + 1))
	}
	c.install(p)
	return c
}

func (c *Trained) classLen(k int) int {
	switch {
	case k == 0:
		return c.l.Globals
	case k <= len(c.l.Procs):
		return c.l.Procs[k-1].Size
	}
	return c.l.Chans[k-1-len(c.l.Procs)].Size
}

func (c *Trained) class(x *layout.Comp) int {
	switch x.Kind {
	case layout.Process:
		return 1 + x.Type
	case layout.Channel:
		return 1 + len(c.l.Procs) + x.Type
	}
	return 0
}

// learn sets up the code of a class for components of n bytes, and returns the widths of its fields.
func (k *classCode) learn(n int, t Learnt) []uint8 {
	k.positions = make([]position, n)
	width := make([]uint8, n)
	sum := 0
	for i := range k.positions {
		if i < len(t.Values) {
			for _, v := range t.Values[i] {
				k.positions[i].add(v)
			}
		}
		width[i] = uint8(bits.Len(uint(max(len(k.positions[i].value), 1) - 1)))
		sum += int(width[i])
	}
	// As a whole, a component needs a table; with room for as many values again as training saw.
	if whole := bits.Len(uint(2*t.Distinct - 1)); t.Distinct > 0 && whole <= sum && whole <= 32 {
		k.positions, k.table = nil, intern.New(n)
		return []uint8{uint8(whole)}
	}
	return width
}

func (p *position) add(v byte) {
	if p.code[v] == 0 {
		p.value = append(p.value, v)
		p.code[v] = uint16(len(p.value))
	}
}

// meet remembers a shape, so that plans have room for it.
func (c *Trained) meet(procs []int) {
	classes := []int{0}
	for _, t := range c.l.Global {
		classes = append(classes, 1+len(c.l.Procs)+t)
	}
	for _, p := range procs {
		if p >= len(c.l.Procs) {
			return
		}
		classes = append(classes, 1+p)
		for _, t := range c.l.Procs[p].Chans {
			classes = append(classes, 1+len(c.l.Procs)+t)
		}
	}
	c.known = append(c.known, classes)
}

func (c *Trained) meetShape(s *layout.Shape) {
	for int(s.ID) >= len(c.met) {
		c.met = append(c.met, false)
	}
	c.met[s.ID] = true
	var procs []int
	for i := range s.Procs {
		procs = append(procs, s.Procs[i].Type)
	}
	c.meet(procs)
}

// install makes p the current plan: its sums, the bytes of a root, and what is left of the last byte for the fields that
// are full.
func (c *Trained) install(p *bitPlan) {
	for k := range p.width {
		p.sum[k] = 0
		for _, w := range p.width[k] {
			p.sum[k] += int(w)
		}
	}
	most := p.shapeBits
	for _, s := range c.known {
		n := p.shapeBits
		for _, k := range s {
			n += p.sum[k]
		}
		most = max(most, n)
	}
	p.rootBytes = (most + 7) / 8
	for slack, k := 8*p.rootBytes-most, 0; k < len(p.width) && slack > 0; k++ {
		uses := 0 // the most components of the class in one shape
		for _, s := range c.known {
			n := 0
			for _, x := range s {
				if x == k {
					n++
				}
			}
			uses = max(uses, n)
		}
		for i := range p.width[k] {
			if uses > 0 && uses <= slack && c.classes[k].full(i, p.width[k][i]) {
				p.width[k][i]++
				p.sum[k]++
				slack -= uses
			}
		}
	}
	c.prev, c.cur = c.cur, p
	c.version++
	c.root = make([]uint64, c.Words())
}

// full says that a field has values, and no free code.
func (k *classCode) full(i int, width uint8) bool {
	if k.table != nil {
		return k.table.Len() > 1<<width-1
	}
	n := len(k.positions[i].value)
	return n > 1 && n == 1<<width
}

// replan makes a plan with a wider field of a class, or with room for a shape.
func (c *Trained) replan(change func(p *bitPlan)) {
	p := &bitPlan{shapeBits: c.cur.shapeBits, width: make([][]uint8, len(c.cur.width)), sum: make([]int, len(c.cur.sum))}
	for k := range p.width {
		p.width[k] = slices.Clone(c.cur.width[k])
	}
	change(p)
	c.install(p)
}

// Words is the length of the roots of the present version.
func (c *Trained) Words() int { return (c.cur.rootBytes + 7) / 8 }

// RootBytes is how many bytes of a root are in use, the lowest ones.
func (c *Trained) RootBytes() int { return c.cur.rootBytes }

// Version counts the plans there have been. A root of another version means nothing in this one.
func (c *Trained) Version() uint64 { return c.version }

// Unseen is how many values training had not seen, and Widened how often a plan was made anew for one.
func (c *Trained) Unseen() (values, widened int) { return c.unseen, int(c.version) - 1 }

// starts returns where the components of a shape begin; nil if the plan has no room for it.
func (c *Trained) starts(p *bitPlan, id uint32) []int {
	for int(id) >= len(p.start) {
		p.start = append(p.start, nil)
	}
	if s := p.start[id]; s != nil {
		return s
	}
	if bits.Len32(id+1) > p.shapeBits {
		return nil
	}
	at := p.shapeBits
	comps := c.l.ShapeByID(id).Comps
	s := make([]int, 0, len(comps)+1)
	for i := range comps {
		s = append(s, at)
		at += p.sum[c.class(&comps[i])]
	}
	if at > 8*p.rootBytes {
		return nil
	}
	p.start[id] = append(s, at)
	return p.start[id]
}

// Encode is as that of Collapse: the root of a vector, false if the plan had to change.
func (c *Trained) Encode(vec []byte, dirty uint64, parent []uint64) ([]uint64, bool) {
	id := c.l.ShapeID(vec)
	s := c.l.ShapeByID(id)
	start := c.starts(c.cur, id)
	if int(id) >= len(c.met) || !c.met[id] {
		c.meetShape(s)
	}
	if start == nil {
		c.replan(func(p *bitPlan) { p.shapeBits = max(p.shapeBits, bits.Len32(2*id+2)) })
		return nil, false
	}
	keep := 0
	if parent != nil {
		keep = c.adopt(s, start, parent)
	} else {
		clear(c.root)
		c.root[0] = uint64(id) + 1
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
		if x := &s.Comps[i]; !c.code(c.class(x), start[i], vec[x.Off:x.Off+x.Len]) {
			return nil, false
		}
	}
	for i := keep; i < len(s.Comps); i++ {
		if x := &s.Comps[i]; !c.code(c.class(x), start[i], vec[x.Off:x.Off+x.Len]) {
			return nil, false
		}
	}
	return c.root, true
}

// adopt fills the root with what a vector of shape s shares with the parent, and returns the number of common components.
func (c *Trained) adopt(s *layout.Shape, start []int, parent []uint64) int {
	id := uint32(parent[0]&(1<<c.cur.shapeBits-1)) - 1
	copy(c.root, parent)
	if id == s.ID {
		return len(s.Comps)
	}
	a, b := c.l.ShapeByID(id), s
	for a != b {
		if len(a.Procs) >= len(b.Procs) {
			a = a.Parent
		} else {
			b = b.Parent
		}
	}
	common := len(a.Comps)
	if end := start[common]; end>>6 < len(c.root) {
		c.root[end>>6] &= 1<<(end&63) - 1
		clear(c.root[end>>6+1:])
	}
	c.root[0] = c.root[0]&^(1<<c.cur.shapeBits-1) | uint64(s.ID) + 1
	return common
}

// code puts the code of a component into the root. The result false says that it does not fit, and the plan has changed.
func (c *Trained) code(class, at int, b []byte) bool {
	k, width := &c.classes[class], c.cur.width[class]
	if k.table != nil {
		n := uint64(k.table.Index(b))
		if n>>width[0] != 0 {
			c.unseen++
			c.replan(func(p *bitPlan) { p.width[class][0]++ })
			return false
		}
		put(c.root, at, uint(width[0]), n)
		return true
	}
	acc, n := uint64(0), uint(0)
	for i := range k.positions {
		p := &k.positions[i]
		code := p.code[b[i]]
		if code == 0 {
			c.unseen++
			if len(p.value) >= 1<<width[i] {
				p.add(b[i])
				c.replan(func(plan *bitPlan) { plan.width[class][i]++ })
				return false
			}
			p.add(b[i])
			code = p.code[b[i]]
		}
		acc |= uint64(code-1) << n
		if n += uint(width[i]); n >= 56 {
			put(c.root, at, n, acc)
			at += int(n)
			acc, n = 0, 0
		}
	}
	put(c.root, at, n, acc)
	return true
}

// put writes the lowest n bits of v, which has no others, at a bit of the root.
func put(root []uint64, at int, n uint, v uint64) {
	if n == 0 {
		return
	}
	mask := ^uint64(0) >> (64 - n)
	i, s := at>>6, uint(at&63)
	root[i] = root[i]&^(mask<<s) | v<<s
	if s+n > 64 {
		root[i+1] = root[i+1]&^(mask>>(64-s)) | v>>(64-s)
	}
}

// get reads n bits.
func get(root []uint64, at int, n uint) uint64 {
	if n == 0 {
		return 0
	}
	i, s := at>>6, uint(at&63)
	v := root[i] >> s
	if s+n > 64 {
		v |= root[i+1] << (64 - s)
	}
	return v & (^uint64(0) >> (64 - n))
}

// Translate writes to dst, which has Words words, what a root of the version before is in this one.
func (c *Trained) Translate(dst, root []uint64) {
	id := root[0]&(1<<c.prev.shapeBits-1) - 1
	from, to := c.starts(c.prev, uint32(id)), c.starts(c.cur, uint32(id))
	clear(dst)
	dst[0] = id + 1
	comps := c.l.ShapeByID(uint32(id)).Comps
	for i := range comps {
		k := c.class(&comps[i])
		a, b := from[i], to[i]
		for f, w := range c.prev.width[k] {
			put(dst, b, uint(w), get(root, a, uint(w)))
			a += int(w)
			b += int(c.cur.width[k][f])
		}
	}
}

// Decode appends the key that a root of the present version stands for.
func (c *Trained) Decode(dst []byte, root []uint64) []byte {
	id := uint32(root[0]&(1<<c.cur.shapeBits-1)) - 1
	s, start := c.l.ShapeByID(id), c.starts(c.cur, id)
	from, size := len(dst), s.Size-c.l.Hidden
	dst = slices.Grow(dst, size)[:from+size]
	key := dst[from:]
	clear(key)
	key[0], key[1], key[2] = byte(id), byte(id>>8), byte(id>>16)
	for i := range s.Comps {
		x := &s.Comps[i]
		class, at := c.class(x), start[i]
		k, width := &c.classes[class], c.cur.width[class]
		b := key[x.Off-c.l.Hidden:][:x.Len]
		if k.table != nil {
			k.table.Copy(b, uint32(get(root, at, uint(width[0]))))
			continue
		}
		for j := range b {
			b[j] = k.positions[j].value[get(root, at, uint(width[j]))]
			at += int(width[j])
		}
	}
	return dst
}

// Counts is nil: most components are not numbered.
func (c *Trained) Counts() []Count { return nil }

// Bytes is the memory of the tables of components that are coded as a whole, and of the positions' codes.
func (c *Trained) Bytes() int64 {
	sum := int64(0)
	for i := range c.classes {
		k := &c.classes[i]
		sum += int64(len(k.positions)) * (512 + 256)
		if k.table != nil {
			sum += k.table.Bytes()
		}
	}
	return sum
}

// Free releases the tables.
func (c *Trained) Free() {
	for i := range c.classes {
		if t := c.classes[i].table; t != nil {
			t.Free()
		}
	}
}
