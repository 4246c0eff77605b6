package compression

import (
	"math/bits"
	"slices"

	"gospin/vm/layout"
)

// classes returns the classes of a shape's components.
func (c *Trained) classes(s *layout.Shape) []int {
	out := make([]int, len(s.Comps))
	for i := range s.Comps {
		out[i] = ClassOf(c.l, &s.Comps[i])
	}
	return out
}

const (
	// wordBits is the length of a root up to which every bit counts, since sets of numbers have no use for
	// whole bytes.
	wordBits = 64
	// spareBits is the number of additional bits in such a root if more values are expected.
	spareBits = 2
)

// install creates a plan with room for everything known, and distributes the remaining bits.
func (c *Trained) install(shapeBits int) {
	p := &bitPlan{shapeBits: max(1, shapeBits), width: make([]int, len(c.segments))}
	for i, x := range c.segments {
		p.width[i] = x.need()
		x.grown = x.grown || x.held > 0 && x.count() > x.held
	}
	uses := c.uses()
	most, total := 0, make([]int, len(uses))
	for k, u := range uses {
		total[k] = p.shapeBits
		for i, n := range u {
			total[k] += int(n) * p.width[i]
		}
		most = max(most, total[k])
	}
	p.bits = max(most, p.shapeBits)
	p.rootBits = p.bits
	if !c.complete {
		p.rootBits += spareBits
	}
	if p.rootBits > wordBits {
		p.rootBits = (p.bits + 7) / 8 * 8
	}
	c.share(p, total, uses)
	for _, x := range c.segments {
		x.held = x.count()
		x.grown = false
	}
	c.prev, c.cur = c.cur, p
	c.version++
	c.root = make([]uint64, c.Words())
}

// share distributes bits, each to the segment that will probably need one next.
func (c *Trained) share(p *bitPlan, total []int, uses [][]uint8) {
	risk := make([]float64, len(c.segments))
	for i, x := range c.segments {
		risk[i] = x.risk(p.width[i])
	}
	for {
		i := 0
		for k, r := range risk {
			if r > risk[i] {
				i = k
			}
		}
		if len(risk) == 0 || risk[i] == 0 {
			return
		}
		if p.width[i] < c.segments[i].most() && widen(total, uses, i, p.rootBits) {
			p.width[i]++
			risk[i] /= 4
		} else {
			risk[i] = 0
		}
	}
}

// meet records a shape that was not seen in training.
func (c *Trained) meet(id uint32) {
	for int(id) >= len(c.seen) {
		c.seen = append(c.seen, false)
	}
	c.seen[id] = true
}

// uses returns how often the segments occur in the shapes that must fit: those seen in training or since.
func (c *Trained) uses() [][]uint8 {
	if c.cur != nil {
		for id, s := range c.cur.shapes {
			if s != nil {
				c.meet(uint32(id))
			}
		}
	}
	shapes := slices.Clone(c.known)
	inner := make([]bool, len(c.seen))
	// a shape's parent has a lower number, and fits if the shape fits
	for id := len(c.seen) - 1; id >= 0; id-- {
		s := c.l.ShapeByID(uint32(id))
		if c.seen[id] && !inner[id] {
			shapes = append(shapes, c.classes(s))
		}
		if s.Parent != nil && (c.seen[id] || inner[id]) {
			inner[s.Parent.ID] = true
		}
	}
	var out [][]uint8
	seen := map[string]bool{}
	for _, classes := range shapes {
		u := make([]uint8, len(c.segments)) // no class occurs more than 255 times
		for i, class := range classes {
			x := c.coding(i, class)
			for j := x.from; j < x.to; j++ {
				u[j]++
			}
		}
		if !seen[string(u)] {
			seen[string(u)] = true
			out = append(out, u)
		}
	}
	return out
}

// widen gives segment i another bit in all shapes, unless one would become longer than limit, or no shape has
// the segment.
func widen(total []int, uses [][]uint8, i, limit int) bool {
	used := false
	for k := range total {
		if n := int(uses[k][i]); n > 0 {
			used = true
			if total[k]+n > limit {
				return false
			}
		}
	}
	if used {
		for k := range total {
			total[k] += int(uses[k][i])
		}
	}
	return used
}

// place returns the fields of a shape, or nil if the plan has no room for it. Shapes with a common beginning
// have the same places for it.
func (p *bitPlan) place(c *Trained, id uint32) *bitShape {
	if int(id) < len(p.shapes) && p.shapes[id] != nil {
		return p.shapes[id]
	}
	if bits.Len32(id+1) > p.shapeBits {
		return nil
	}
	s, at := &bitShape{}, p.shapeBits
	shape := c.l.ShapeByID(id)
	for i, class := range c.classes(shape) {
		s.first, s.start = append(s.first, int32(len(s.fields))), append(s.start, int32(at))
		x := c.coding(i, class)
		for j := x.from; j < x.to; j++ {
			g, w := c.segments[j], p.width[j]
			s.fields = append(s.fields, bitField{
				segment: g, off: int32(shape.Comps[i].Off + g.off), n: int32(g.n),
				word: int32(at >> 6), shift: uint8(at & 63), width: uint8(w), mask: 1<<w - 1,
			})
			at += w
		}
	}
	s.first, s.start = append(s.first, int32(len(s.fields))), append(s.start, int32(at))
	if at > p.rootBits {
		return nil
	}
	if n := int(id) + 1 - len(p.shapes); n > 0 {
		p.shapes = append(p.shapes, slices.Repeat([]*bitShape{nil}, n)...)
	}
	p.shapes[id] = s
	return s
}
