package roots

import "math/bits"

// Rules are what moves have changed. A rule is the fields that were changed, the shape among them, and their
// numbers after and before; so it can be undone in any root that has the numbers after, whatever else that
// has. Rules have numbers in the order in which they come up, not one after the other. The rank of a rule in
// a root is how many of those that fit the root are older; it never changes.
//
// A rule is a header, then for each word in which it changes something what is there after and before. The
// header has the number of its mask, who made the move, plus one, and the next rule with the same number in
// the field by which it is looked for.
type Rules[R Root] struct {
	slab   []uint64
	masks  []R
	places [][]rulesAt // by shape
	n      int
}

// rulesAt are rules by the number that a root has after them in a field: chains, the youngest first.
type rulesAt struct {
	word  int
	shift uint
	mask  uint64
	first []uint32
}

const (
	ruleNext = 32 // bits of the next rule
	ruleMask = 20 // bits of a mask's number
)

// NewRules returns rules of which there are none.
func NewRules[R Root]() *Rules[R] { return &Rules[R]{slab: make([]uint64, 1, 1<<8)} }

// Len is how many rules there are.
func (s *Rules[R]) Len() int { return s.n }

// Bytes is what they take.
func (s *Rules[R]) Bytes() int64 {
	n := 8*cap(s.slab) + 8*width[R]()*cap(s.masks)
	for _, places := range s.places {
		for i := range places {
			n += 4 * cap(places[i].first)
		}
	}
	return int64(n)
}

func (s *Rules[R]) maskOf(id uint32) *R { return &s.masks[s.slab[id]>>ruleNext&(1<<ruleMask-1)] }

// By is who made the move of a rule; below 0: nobody is known.
func (s *Rules[R]) By(id uint32) int { return int(s.slab[id]>>(ruleNext+ruleMask)) - 1 }

// SetBy says who made it.
func (s *Rules[R]) SetBy(id uint32, by int) {
	s.slab[id] = s.slab[id]&(1<<(ruleNext+ruleMask)-1) | uint64(by+1)<<(ruleNext+ruleMask)
}

// Undo makes y the root that was x before a rule. False: the rule does not fit.
func (s *Rules[R]) Undo(id uint32, x, y *R) bool {
	m, at := s.maskOf(id), int(id)+1
	*y = *x
	diff := uint64(0)
	for i := 0; i < len(*x); i++ {
		if (*m)[i] != 0 {
			diff |= (*x)[i]&(*m)[i] ^ s.slab[at]
			(*y)[i] = (*x)[i]&^(*m)[i] | s.slab[at+1]
			at += 2
		}
	}
	return diff == 0
}

func (s *Rules[R]) fits(id uint32, x *R) bool {
	m, at := s.maskOf(id), int(id)+1
	diff := uint64(0)
	for i := 0; i < len(*x); i++ {
		if (*m)[i] != 0 {
			diff |= (*x)[i]&(*m)[i] ^ s.slab[at]
			at += 2
		}
	}
	return diff == 0
}

// fitting appends the rules that fit a root of a shape.
func (s *Rules[R]) fitting(shape int, x *R, fit []uint32) []uint32 {
	if shape >= len(s.places) {
		return fit
	}
	for i := range s.places[shape] {
		p := &s.places[shape][i]
		v := (*x)[p.word] >> (p.shift & 63) & p.mask
		if v >= uint64(len(p.first)) {
			continue
		}
		for id := p.first[v]; id != 0; id = uint32(s.slab[id]) {
			if s.fits(id, x) {
				fit = append(fit, id)
			}
		}
	}
	return fit
}

// Change is what a move has changed: the bits of the fields, and what is there after and before.
type Change[R Root] struct {
	Mask, After, Before R
	Shape               int // after
	By                  int // who made the move; below 0: nobody is known
	// Fields tell for each bit of the roots of the shape after which bits of the same word are of its field.
	// By these rules are looked for.
	Fields []uint64
}

// Rank finds the rule of a move that leads to y, and its rank there. It is made, if it is new.
func (s *Rules[R]) Rank(y *R, c *Change[R]) (id uint32, rank int, fresh bool) {
	var space [32]uint32
	fit := s.fitting(c.Shape, y, space[:0])
	for _, other := range fit {
		if s.is(other, c) {
			id = other
			break
		}
	}
	if id == 0 {
		return s.Add(c), len(fit), true
	}
	for _, other := range fit {
		if other < id {
			rank++
		}
	}
	return id, rank, false
}

// is tells whether a rule which fits what is there after a change is of that change.
func (s *Rules[R]) is(id uint32, c *Change[R]) bool {
	m, at := s.maskOf(id), int(id)+1
	if *m != c.Mask {
		return false
	}
	for i := 0; i < len(*m); i++ {
		if (*m)[i] != 0 {
			if s.slab[at+1] != c.Before[i] {
				return false
			}
			at += 2
		}
	}
	return true
}

// Ranked is the rule that has a rank in a root of a shape; false: there are less.
func (s *Rules[R]) Ranked(shape int, x *R, rank int) (uint32, bool) {
	var space [32]uint32
	fit := s.fitting(shape, x, space[:0])
	if rank >= len(fit) {
		return 0, false
	}
	for i := 0; ; i++ { // the least of what is left comes to place i
		for j := i + 1; j < len(fit); j++ {
			if fit[j] < fit[i] {
				fit[i], fit[j] = fit[j], fit[i]
			}
		}
		if i == rank {
			return fit[i], true
		}
	}
}

// Each calls f with every rule, the oldest first. Of the changes, Shape and Fields are left out.
func (s *Rules[R]) Each(f func(id uint32, c *Change[R])) {
	for id := 1; id < len(s.slab); {
		c := Change[R]{Mask: *s.maskOf(uint32(id)), By: s.By(uint32(id))}
		at := id + 1
		for i := 0; i < len(c.Mask); i++ {
			if c.Mask[i] != 0 {
				c.After[i], c.Before[i] = s.slab[at], s.slab[at+1]
				at += 2
			}
		}
		f(uint32(id), &c)
		id = at
	}
}

// Add makes a rule, and puts it where it is looked for: where it is among fewest.
func (s *Rules[R]) Add(c *Change[R]) uint32 {
	id, number := len(s.slab), 0
	for number < len(s.masks) && s.masks[number] != c.Mask {
		number++
	}
	if number == len(s.masks) {
		s.masks = append(s.masks, c.Mask)
	}
	if need := len(s.slab) + 1 + 2*len(c.Mask); need > cap(s.slab) {
		slab := make([]uint64, len(s.slab), need+cap(s.slab)/4)
		copy(slab, s.slab)
		s.slab = slab
	}
	for len(s.places) <= c.Shape {
		s.places = append(s.places, nil)
	}
	s.slab = append(s.slab, 0)
	var best rulesAt
	least := 1 << 30
	for i := 0; i < len(c.Mask); i++ {
		if c.Mask[i] != 0 {
			s.slab = append(s.slab, c.After[i], c.Before[i])
		}
		for m := c.Mask[i]; m != 0; {
			low := uint(bits.TrailingZeros64(m))
			f := c.Fields[i<<6+int(low)]&c.Mask[i] | 1<<low
			m &^= f
			at := rulesAt{word: i, shift: low, mask: f >> low}
			n := s.length(c.Shape, &at, c.After[i]>>low&at.mask)
			if n < least && bits.Len64(at.mask) <= placeBits {
				least, best = n, at
			}
		}
	}
	p := s.place(c.Shape, &best)
	v := int(c.After[p.word] >> (p.shift & 63) & p.mask)
	if v >= len(p.first) {
		first := make([]uint32, v+1+v/4)
		copy(first, p.first)
		p.first = first
	}
	s.slab[id] = uint64(c.By+1)<<(ruleNext+ruleMask) | uint64(number)<<ruleNext | uint64(p.first[v])
	p.first[v] = uint32(id)
	s.n++
	return uint32(id)
}

// placeBits is the width of the widest field by which rules are looked for.
const placeBits = 20

// length is twice how many rules are looked at for a number in a field. A field by which none is looked for
// yet counts as one and a half.
func (s *Rules[R]) length(shape int, at *rulesAt, v uint64) (n int) {
	for i := range s.places[shape] {
		p := &s.places[shape][i]
		if p.word != at.word || p.shift != at.shift || p.mask != at.mask {
			continue
		}
		if v < uint64(len(p.first)) {
			for id := p.first[v]; id != 0 && n < 256; id = uint32(s.slab[id]) {
				n += 2
			}
		}
		return n
	}
	return 3
}

func (s *Rules[R]) place(shape int, x *rulesAt) *rulesAt {
	places := s.places[shape]
	for i := range places {
		if p := &places[i]; p.word == x.word && p.shift == x.shift && p.mask == x.mask {
			return p
		}
	}
	s.places[shape] = append(places, *x)
	return &s.places[shape][len(places)]
}
