package space

import (
	"math/bits"
	"slices"

	"gospin/compression/firstfit"
	"gospin/vm/layout"
)

// firstBits is the number of bits for numbers in the first word: one belongs to the sets.
const firstBits = 63

// packing gives the places of the numbers of components in a root. First comes the number of the shape plus
// one, so the first word is never 0; then those of the components, each at the first place with room, and
// none across the end of a word. A field is as wide as its class, so shapes with a common beginning have its
// fields in the same places.
type packing struct {
	shapeBits uint
	shapeMask uint64
	widths    []uint // by class
	words     int
	forms     []*form // by shape; nil: not made yet
}

// form has the places of the components of a shape, in roots and in vectors.
type form struct {
	id     uint32
	fields []field // the cells of the globals, then the components of the shape from 1 on
	procs  []layout.ProcAt
	size   int // of the vector
	hidden int
}

// field is the place of a component.
type field struct {
	word    int
	shift   uint8
	mask    uint64 // of the number; 0: there is only one value
	class   int
	channel *layout.ChanType // for channels
	off     int              // in the vector
	len     int
}

// number returns the number of the component in a root.
func (f *field) number(root []uint64) uint32 {
	return uint32(root[f.word] >> (f.shift & 63) & f.mask)
}

// bits returns the bits of the field in its word.
func (f *field) bits() uint64 { return f.mask << (f.shift & 63) }

// fresh is the least width of a class that is new since the last packing.
const fresh = 2

// width returns the width of a class. Classes that are new since the packing have some bits.
func (p *packing) width(class int) uint {
	if class < len(p.widths) {
		return p.widths[class]
	}
	return fresh
}

// place places the fields of a shape in roots of at most this many bytes. It returns how many bytes they
// take, or -1 if they do not fit.
func (p *packing) place(fields []field, most int, words *firstfit.Words) int {
	words.Start(most, firstBits, int(p.shapeBits))
	for i := range fields {
		f := &fields[i]
		f.word, f.shift, f.mask = 0, 0, 0
		w := int(p.width(f.class))
		if w == 0 {
			continue
		}
		ok := false
		if f.word, f.shift, ok = words.Place(w); !ok {
			return -1
		}
		f.mask = 1<<w - 1
	}
	return words.Bytes()
}

// keep fixes the widths of the classes of placed fields.
func (p *packing) keep(fields []field) {
	for i := range fields {
		for len(p.widths) <= fields[i].class {
			p.widths = append(p.widths, fresh)
		}
	}
}

const noBound = 1 << 40

// slackWork bounds the work of distributing the remaining room, in placed fields.
const slackWork = 1 << 21

// wants is what a packing must have room for.
type wants struct {
	counts     []int // values by class
	expected   []int // the same, if it costs nothing
	shapes     [][]field
	shapeCount int
	widths     []int // that roots may have, in words
	growing    bool  // there will be more shapes: a quarter of the root is left to them
}

// pack makes a packing with room for what is wanted, and for more if that costs nothing. It returns nil if no
// root is wide enough.
func pack(x *wants) *packing {
	counts, shapes := x.counts, x.shapes
	p := &packing{shapeBits: uint(bits.Len(uint(x.shapeCount))), widths: make([]uint, len(counts))}
	p.shapeMask = 1<<p.shapeBits - 1
	for c, n := range counts {
		p.widths[c] = uint(bits.Len(uint(max(n, 1) - 1)))
		if x.growing {
			p.widths[c] = max(p.widths[c], fresh)
		}
	}
	var words firstfit.Words
	need := 1
	for _, s := range shapes {
		need = max(need, p.place(s, noBound, &words))
	}
	fill := 0
	if p.words, fill = x.size(need); p.words == 0 {
		return nil
	}
	work := 0
	fits := func() bool {
		for _, s := range shapes {
			if work += len(s); p.place(s, fill, &words) < 0 {
				return false
			}
		}
		return true
	}
	order := byRoomLeft(counts, p.widths)
	for _, c := range order {
		was := p.widths[c]
		p.widths[c] = max(was, uint(bits.Len(uint(max(x.expected[c], 1)-1))))
		if p.widths[c] > was && (work > slackWork || !fits()) {
			p.widths[c] = was
		}
	}
	for round := 0; round < 8; round++ {
		grown := false
		for _, c := range order {
			if p.widths[c] == 0 && round > 0 || p.widths[c] > 30 || work > slackWork {
				continue
			}
			if p.widths[c]++; !fits() {
				p.widths[c]--
			} else {
				grown = true
			}
		}
		if !grown {
			break
		}
	}
	return p
}

// size returns the number of words of roots that need this many bytes, and how many bytes may be filled. It
// returns 0 words if no root is wide enough.
func (x *wants) size(need int) (words, fill int) {
	for _, w := range x.widths {
		left := 0
		if x.growing {
			left = 8 * max(1, w/4)
		}
		if need+left <= 8*w {
			return w, 8*w - left
		}
	}
	return 0, 0
}

// byRoomLeft returns the classes, first those with the least room left, which need more next.
func byRoomLeft(counts []int, widths []uint) []int {
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	left := func(c int) int { return (1<<widths[c] - counts[c]) * 64 / (counts[c] + 1) }
	slices.SortStableFunc(order, func(a, b int) int {
		if one := counts[a] == 1; one != (counts[b] == 1) { // a class with one value may well be constant
			if one {
				return 1
			}
			return -1
		}
		return left(a) - left(b)
	})
	return order
}
