package roots

import "math/bits"

// Rules are what moves have changed. A rule is the fields that were changed, their numbers after and
// before; so it can be undone in any root that has the numbers after, whatever else that has. Rules have
// numbers in the order in which they come up, not one after the other. The rank of a rule in a root is how
// many of those that fit the root are older; it never changes.
//
// A rule is a header, then for each word in which it changes something what is there after and before. The
// header has the number of its mask, who made the move, plus one, and the next rule with the same number in
// the field by which it is looked for.
type Rules[R Root] struct {
	slab   []uint64
	masks  []R
	places []rulesAt
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
	for i := range s.places {
		n += 4 * cap(s.places[i].first)
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

// fitting calls f with the rules that fit a root.
func (s *Rules[R]) fitting(x *R, fit []uint32) []uint32 {
	for i := range s.places {
		p := &s.places[i]
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

// Rank finds the rule of a move from x to y, and its rank in y. It is made, if it is new. For each bit of the
// roots fields tell which of the same word are in its field; for who has none, it is alone.
func (s *Rules[R]) Rank(x, y *R, fieldsX, fieldsY []uint64) (id uint32, rank int, fresh bool) {
	var mask R
	for i := 0; i < len(*x); i++ {
		for d := (*x)[i] ^ (*y)[i]; d != 0; {
			low := bits.TrailingZeros64(d)
			m := fieldsX[i<<6+low] | fieldsY[i<<6+low] | 1<<uint(low)
			mask[i] |= m
			d &^= m
		}
	}
	var (
		space  [32]uint32
		before R
	)
	fit := s.fitting(y, space[:0])
	for _, other := range fit {
		if s.Undo(other, y, &before); before == *x && *s.maskOf(other) == mask {
			id = other
			break
		}
	}
	if id == 0 {
		return s.add(x, y, &mask, fieldsY), len(fit), true
	}
	for _, other := range fit {
		if other < id {
			rank++
		}
	}
	return id, rank, false
}

// Ranked is the rule that has a rank in a root; false: there are less.
func (s *Rules[R]) Ranked(x *R, rank int) (uint32, bool) {
	var space [32]uint32
	fit := s.fitting(x, space[:0])
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

// add makes a rule, and puts it where it is looked for: where it is among fewest.
func (s *Rules[R]) add(x, y, mask *R, fields []uint64) uint32 {
	id, number := len(s.slab), 0
	for number < len(s.masks) && s.masks[number] != *mask {
		number++
	}
	if number == len(s.masks) {
		s.masks = append(s.masks, *mask)
	}
	if need := len(s.slab) + 1 + 2*len(*x); need > cap(s.slab) {
		slab := make([]uint64, len(s.slab), need+cap(s.slab)/4)
		copy(slab, s.slab)
		s.slab = slab
	}
	s.slab = append(s.slab, 0)
	var best rulesAt
	least := 1 << 30
	for i := 0; i < len(*mask); i++ {
		if (*mask)[i] != 0 {
			s.slab = append(s.slab, (*y)[i]&(*mask)[i], (*x)[i]&(*mask)[i])
		}
		for m := (*mask)[i]; m != 0; {
			low := uint(bits.TrailingZeros64(m))
			f := fields[i<<6+int(low)]&(*mask)[i] | 1<<low
			m &^= f
			at := rulesAt{word: i, shift: low, mask: f >> low}
			if n := s.length(&at, (*y)[i]>>low&at.mask); n < least && bits.Len64(at.mask) <= placeBits {
				least, best = n, at
			}
		}
	}
	p := s.place(&best)
	v := int((*y)[p.word] >> (p.shift & 63) & p.mask)
	if v >= len(p.first) {
		first := make([]uint32, v+1+v/4)
		copy(first, p.first)
		p.first = first
	}
	s.slab[id] = uint64(number)<<ruleNext | uint64(p.first[v])
	p.first[v] = uint32(id)
	s.n++
	return uint32(id)
}

// placeBits is the width of the widest field by which rules are looked for.
const placeBits = 20

// length is twice how many rules are looked at for a number in a field. A field by which none is looked for
// yet counts as one and a half.
func (s *Rules[R]) length(at *rulesAt, v uint64) (n int) {
	for i := range s.places {
		p := &s.places[i]
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

func (s *Rules[R]) place(x *rulesAt) *rulesAt {
	for i := range s.places {
		if p := &s.places[i]; p.word == x.word && p.shift == x.shift && p.mask == x.mask {
			return p
		}
	}
	s.places = append(s.places, *x)
	return &s.places[len(s.places)-1]
}
