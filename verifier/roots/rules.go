package roots

import (
	"math/bits"

	"gospin/compression/mix"
)

// Rules are what moves have changed. A rule is the fields that were changed, their numbers before, and those
// after; so it can be undone in any root that has the numbers after, whatever else that has. Rules are
// numbered in the order in which they come up. The rank of a rule in a root is how many of those that fit the
// root are older; it never changes.
type Rules[R Root] struct {
	all    []Rule[R]
	table  []uint32 // by hash: numbers, plus one
	places []rulesAt[R]
	fit    []uint32 // scratch
	bytes  int64
}

// Rule is one of Rules.
type Rule[R Root] struct {
	Mask, Before, After R
	By                  int32 // who made the move; below 0: nobody can be told
}

// rulesAt are rules by the number that a root has in a field.
type rulesAt[R Root] struct {
	word  int
	shift uint
	mask  uint64
	rules [][]ruleRef[R]
}

type ruleRef[R Root] struct {
	mask, after R
	id          uint32
}

// Len is how many rules there are.
func (s *Rules[R]) Len() int { return len(s.all) }

// At is the rule of a number.
func (s *Rules[R]) At(id uint32) *Rule[R] { return &s.all[id] }

// Bytes is what the rules take.
func (s *Rules[R]) Bytes() int64 { return s.bytes }

// Undo makes a root that of before the rule; it must fit.
func (r *Rule[R]) Undo(x *R) (y R) {
	for i := 0; i < len(y); i++ {
		y[i] = (*x)[i]&^r.Mask[i] | r.Before[i]
	}
	return y
}

// Fits tells whether a root has the numbers after.
func (r *Rule[R]) Fits(x *R) bool { return fits(x, &r.Mask, &r.After) }

func fits[R Root](x, mask, after *R) bool {
	diff := uint64(0)
	for i := 0; i < len(*x); i++ {
		diff |= (*x)[i]&(*mask)[i] ^ (*after)[i]
	}
	return diff == 0
}

// Number returns the number of the rule of a move from a root to another, and whether it is new. The fields of
// both are told as for each bit that which its field has in the same word.
func (s *Rules[R]) Number(x, y *R, fieldsX, fieldsY []uint64) (id uint32, fresh bool) {
	var r Rule[R]
	for i := 0; i < len(*x); i++ {
		for d := (*x)[i] ^ (*y)[i]; d != 0; {
			bit := i<<6 + bits.TrailingZeros64(d)
			m := fieldsX[bit] | fieldsY[bit]
			r.Mask[i] |= m
			d &^= m
		}
		r.Before[i], r.After[i] = (*x)[i]&r.Mask[i], (*y)[i]&r.Mask[i]
	}
	h := mix.Words(words(&r.Mask)) ^ 3*mix.Words(words(&r.After)) ^ 5*mix.Words(words(&r.Before))
	if 2*(len(s.all)+1) > len(s.table) {
		s.rehash()
	}
	at := s.find(&r, h)
	if n := s.table[at]; n > 0 {
		return n - 1, false
	}
	id = uint32(len(s.all))
	s.all = append(s.all, r)
	s.table[at] = id + 1
	s.list(id, fieldsY)
	return id, true
}

func (s *Rules[R]) find(r *Rule[R], h uint64) int {
	for at := int(h & uint64(len(s.table)-1)); ; at = (at + 1) & (len(s.table) - 1) {
		n := s.table[at]
		if n == 0 {
			return at
		}
		if o := &s.all[n-1]; o.Mask == r.Mask && o.After == r.After && o.Before == r.Before {
			return at
		}
	}
}

func (s *Rules[R]) rehash() {
	old := len(s.table)
	s.table = make([]uint32, max(64, 2*old))
	s.bytes += int64(4 * (len(s.table) - old))
	for i := range s.all {
		r := &s.all[i]
		h := mix.Words(words(&r.Mask)) ^ 3*mix.Words(words(&r.After)) ^ 5*mix.Words(words(&r.Before))
		s.table[s.find(r, h)] = uint32(i) + 1
	}
}

// list puts a rule where it is looked for: by the widest field that it changes.
func (s *Rules[R]) list(id uint32, fields []uint64) {
	r := &s.all[id]
	best, most := rulesAt[R]{}, 0
	for i := 0; i < len(r.Mask); i++ {
		for m := r.Mask[i]; m != 0; {
			low := bits.TrailingZeros64(m)
			f := fields[i<<6+low]&r.Mask[i] | 1<<uint(low)
			m &^= f
			f >>= uint(low)
			if n := bits.Len64(f); n > most {
				most, best = n, rulesAt[R]{word: i, shift: uint(low), mask: f}
			}
		}
	}
	p := s.place(&best)
	v := r.After[p.word] >> (p.shift & 63) & p.mask
	for uint64(len(p.rules)) <= v {
		p.rules = append(p.rules, nil)
		s.bytes += 24
	}
	p.rules[v] = append(p.rules[v], ruleRef[R]{r.Mask, r.After, id})
	s.bytes += int64(5*8*len(r.Mask) + 16)
}

func (s *Rules[R]) place(x *rulesAt[R]) *rulesAt[R] {
	for i := range s.places {
		if p := &s.places[i]; p.word == x.word && p.shift == x.shift && p.mask == x.mask {
			return p
		}
	}
	s.places = append(s.places, *x)
	return &s.places[len(s.places)-1]
}

// fitting are the rules that fit a root, in no order.
func (s *Rules[R]) fitting(x *R) []uint32 {
	s.fit = s.fit[:0]
	for i := range s.places {
		p := &s.places[i]
		v := (*x)[p.word] >> (p.shift & 63) & p.mask
		if v >= uint64(len(p.rules)) {
			continue
		}
		of := p.rules[v]
		for j := range of {
			if fits(x, &of[j].mask, &of[j].after) {
				s.fit = append(s.fit, of[j].id)
			}
		}
	}
	return s.fit
}

// Rank is that of a rule in a root.
func (s *Rules[R]) Rank(x *R, id uint32) (n int) {
	for _, other := range s.fitting(x) {
		if other < id {
			n++
		}
	}
	return n
}

// Ranked is the rule that has a rank in a root; false: there are less.
func (s *Rules[R]) Ranked(x *R, rank int) (uint32, bool) {
	fit := s.fitting(x)
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
