package unmove

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// form describes the roots of a shape in the current packing.
type form struct {
	fields    []roots.Field
	fieldBits []uint64 // for each bit of a root, the bits of its field in the same word
	plan      *plan
	moves     []piece // how bits are moved before hashing; nil: the root is hashed as it is
}

// plan determines what is hashed of the roots of a shape, in any packing. It gives, for each field, the
// places of the bits of its number in some words. The first words are the root in the packing that first had
// the shape. Bits that fields get later have places in further words, which have no effect on the hash while
// they are 0.
type plan struct {
	places [][]place
	width  int // words of the root
	words  int // words, including further ones
	used   int // used bits of the last further word
}

// place is the place of some bits of a number.
type place struct {
	low   int // the lowest of these bits
	bits  int
	word  int
	shift int
}

// piece is a set of bits of a word of a root that move together into another word.
type piece struct {
	from, to int
	by       int
	mask     uint64
}

// forms has the forms of the current packing. Several scouts may use it at a time.
type forms[R roots.Root] struct {
	space batch.Fielded
	shape roots.Field
	made  atomic.Pointer[[]*form] // by shape; nil: not made yet
	mu    sync.Mutex              // held while a form is made
	plans []*plan                 // by shape
}

func (l *forms[R]) begin(of batch.Fielded) {
	l.space, l.shape = of, of.Shape()
	l.made.Store(&[]*form{})
}

// shapeOf returns the number of a root's shape.
func (l *forms[R]) shapeOf(r *R) int { return int((*r)[0] >> (l.shape.Shift & 63) & l.shape.Mask) }

func (l *forms[R]) formOf(r *R) *form { return l.formAt(l.shapeOf(r)) }

func (l *forms[R]) formAt(shape int) *form {
	if made := *l.made.Load(); shape < len(made) && made[shape] != nil {
		return made[shape]
	}
	return l.makeForm(shape)
}

func (l *forms[R]) makeForm(shape int) *form {
	l.mu.Lock()
	defer l.mu.Unlock()
	old := *l.made.Load()
	if shape < len(old) && old[shape] != nil {
		return old[shape]
	}
	made := make([]*form, max(len(old), shape+1))
	copy(made, old)
	made[shape] = l.newForm(shape)
	l.made.Store(&made)
	return made[shape]
}

func (l *forms[R]) newForm(shape int) *form {
	var r R
	f := &form{fields: l.space.Fields(shape), fieldBits: make([]uint64, 64*len(r))}
	for i := range f.fields {
		x := &f.fields[i]
		for m := x.Bits(); m != 0; m &= m - 1 {
			f.fieldBits[64*x.Word+bits.TrailingZeros64(m)] = x.Bits()
		}
	}
	for shape >= len(l.plans) {
		l.plans = append(l.plans, nil)
	}
	if f.plan = l.plans[shape]; f.plan == nil {
		f.plan = &plan{width: len(r), words: len(r), used: 64, places: make([][]place, len(f.fields))}
		l.plans[shape] = f.plan
		f.plan.first(f.fields)
	} else {
		f.plan.extend(f.fields)
		f.moves = f.plan.moves(f.fields)
	}
	return f
}

// first makes a plan in which roots are hashed as they are.
func (p *plan) first(fields []roots.Field) {
	for i := range fields {
		if x := &fields[i]; x.Mask != 0 {
			p.places[i] = []place{{bits: bits.Len64(x.Mask), word: x.Word, shift: int(x.Shift)}}
		}
	}
}

// extend adds places for bits that have none.
func (p *plan) extend(fields []roots.Field) {
	for i := range fields {
		has, want := 0, bits.Len64(fields[i].Mask)
		for _, x := range p.places[i] {
			has += x.bits
		}
		if has >= want {
			continue
		}
		if p.used+want-has > 64 {
			p.words, p.used = p.words+1, 0
		}
		p.places[i] = append(p.places[i], place{low: has, bits: want - has, word: p.words - 1, shift: p.used})
		p.used += want - has
	}
}

// moves returns the moves that bring the bits of a root to their places.
func (p *plan) moves(fields []roots.Field) []piece {
	out := []piece{}
	for i := range fields {
		f := &fields[i]
		for _, x := range p.places[i] {
			m := piece{
				f.Word, x.word, x.shift - x.low - int(f.Shift),
				((1<<x.bits - 1) << x.low & f.Mask) << f.Shift,
			}
			same := func(y piece) bool { return y.from == m.from && y.to == m.to && y.by == m.by }
			if k := slices.IndexFunc(out, same); k >= 0 {
				out[k].mask |= m.mask
			} else if m.mask != 0 {
				out = append(out, m)
			}
		}
	}
	return out
}

// change returns what a move from x to y changed. It always includes the shape. If the shape has changed, it
// also includes all fields from the first on in which the shapes differ.
func (l *forms[R]) change(x, y *R) (c roots.Change[R]) {
	shapeX, shapeY := l.shapeOf(x), l.shapeOf(y)
	formX, formY := l.formAt(shapeX), l.formAt(shapeY)
	c.Shape, c.Fields, c.By = shapeY, formY.fieldBits, -1
	c.Mask[0] = l.shape.Bits()
	for i := 0; i < len(*x); i++ {
		for d := ((*x)[i] ^ (*y)[i]) &^ c.Mask[i]; d != 0; {
			low := bits.TrailingZeros64(d)
			m := formX.fieldBits[i<<6+low] | formY.fieldBits[i<<6+low]
			c.Mask[i] |= m
			d &^= m
		}
	}
	if shapeX != shapeY {
		n := common(formX.fields, formY.fields)
		for _, fields := range [][]roots.Field{formX.fields[n:], formY.fields[n:]} {
			for i := range fields {
				c.Mask[fields[i].Word] |= fields[i].Bits()
			}
		}
	}
	for i := 0; i < len(*x); i++ {
		c.After[i], c.Before[i] = (*y)[i]&c.Mask[i], (*x)[i]&c.Mask[i]
	}
	return c
}

// common returns the number of leading fields that two shapes have in common.
func common(a, b []roots.Field) int {
	n := 0
	for n < len(a) && n < len(b) && a[n].Class == b[n].Class {
		n++
	}
	return n
}
