package compression

import (
	"cmp"
	"math/bits"
	"slices"

	"gospin/compression/firstfit"
	"gospin/compression/intern"
)

// field locates a group's number in a root.
type field struct {
	table *intern.Table
	off   int32 // of the value in the vector
	n     int32 // its length; -1 if it has several pieces
	word  int32
	class int32
	shift uint8
	mask  uint64 // not shifted
}

// packing locates the numbers in a root. The shape's number plus one is the lowest field of the first word,
// which therefore is never zero. Fields are placed first-fit in the order of the groups, so that shapes with
// a common beginning have the same places for it. A class with a single value needs no bits.
type packing struct {
	bytes     int // bytes of a root that are ever used, without the end of the last word
	words     int
	shapeBits int
	width     []int     // by class
	held      []int     // by class: number of values when the packing was created
	placed    []*placed // by shape; nil if not yet placed
}

// placed is a shape's plan with a field for each group.
type placed struct {
	plan   *plan
	fields []field
}

// place lays out the groups of a shape in words of at most the given number of bytes, and appends the fields
// to dst. It returns the bytes needed, or -1 if there are too few.
func (p *packing) place(s *plan, most int, words *firstfit.Words, dst []field) (int, []field) {
	words.Start(most, 64, p.shapeBits)
	for g := range s.groups {
		x := &s.groups[g]
		f := field{off: int32(x.pieces[0].off), n: int32(x.n), class: int32(x.class)}
		if len(x.pieces) > 1 || x.head != nil {
			f.n = -1
		}
		if w := p.width[x.class]; w > 0 {
			word, shift, ok := words.Place(w)
			if !ok {
				return -1, dst
			}
			f.word, f.shift, f.mask = int32(word), shift, 1<<w-1
		}
		dst = append(dst, f)
	}
	return words.Bytes(), dst
}

// slackWork limits the work of distributing unused bits, in placed fields.
const slackWork = 1 << 21

const noBound = 1 << 40

// repack returns the smallest packing in which all shapes fit, with bits for the expected number of values of
// every class. The unused bits of the last byte go to the classes that will overflow first, preferably to
// growing ones.
func repack(held, expect []int, shapes []*plan, shapeBits int) *packing {
	p := &packing{bytes: 1, shapeBits: shapeBits, width: make([]int, len(held)), held: held}
	for k, n := range expect {
		p.width[k] = bits.Len(uint(max(n, 1) - 1))
	}
	var words firstfit.Words
	var dst []field
	used := make([]bool, len(held))
	for _, s := range shapes {
		var n int
		n, dst = p.place(s, noBound, &words, dst[:0])
		p.bytes = max(p.bytes, n)
		for g := range s.groups {
			used[s.groups[g].class] = true
		}
	}
	p.words = (p.bytes + 7) / 8
	var order []int
	for k := range used {
		if used[k] && p.width[k] < 32 {
			order = append(order, k)
		}
	}
	urgency := func(k int) float64 {
		u := float64(expect[k]) / float64(uint64(1)<<p.width[k])
		if expect[k] > held[k] {
			u++
		}
		return u
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(urgency(b), urgency(a)) })
	work := 0
	fits := func() bool {
		for _, s := range shapes {
			var n int
			n, dst = p.place(s, p.bytes, &words, dst[:0])
			work += len(s.groups)
			if n < 0 {
				return false
			}
		}
		return true
	}
	for grown := true; grown; {
		grown = false
		for _, k := range order {
			if p.width[k] >= 32 || work > slackWork {
				continue
			}
			if p.width[k]++; fits() {
				grown = true
			} else {
				p.width[k]--
			}
		}
	}
	return p
}

// of places a shape and returns its fields, or nil if they do not fit into the packing's bytes.
func (p *packing) of(s *plan) []field {
	if bits.Len32(s.shape.ID+1) > p.shapeBits {
		return nil
	}
	n, f := p.place(s, p.bytes, &firstfit.Words{}, make([]field, 0, len(s.groups)))
	if n < 0 {
		return nil
	}
	id := int(s.shape.ID)
	for id >= len(p.placed) {
		p.placed = append(p.placed, nil)
	}
	p.placed[id] = &placed{s, f}
	return f
}
