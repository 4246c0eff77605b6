package space

import (
	"math/bits"
	"slices"

	"gospin/compression/firstfit"
	"gospin/vm/layout"
)

// firstBits are those of the first word that numbers may have: one belongs to the tables.
const firstBits = 63

// packing says where the numbers of components lie in a root. First comes the number of the shape, plus one,
// so that the first word is never 0, then those of the components, each at the first place with room, none
// across the end of a word. A field is as wide as its class; so shapes with a common beginning have its
// fields in the same places.
type packing struct {
	shapeBits uint
	shapeMask uint64
	widths    []uint // by class
	words     int
	forms     []*form // by shape; nil: not asked for yet
}

// form is where the components of a shape lie, in roots and in vectors.
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
	channel *layout.ChanType // of channels
	off     int              // in the vector
	len     int
}

// number is that of the component in a root.
func (f *field) number(root []uint64) uint32 {
	return uint32(root[f.word] >> (f.shift & 63) & f.mask)
}

// bits are those of the component in its word.
func (f *field) bits() uint64 { return f.mask << (f.shift & 63) }

// fresh is the least width of a class that comes up between two packings.
const fresh = 2

// width is that of a class. What the packing does not know gets some bits: it is new.
func (p *packing) width(class int) uint {
	if class < len(p.widths) {
		return p.widths[class]
	}
	return fresh
}

// place finds the places of a shape's fields in roots of at most the given number of bytes. It returns how
// many bytes they take; -1: more.
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

// keep lets the classes of fields that have been placed have the widths that they have now.
func (p *packing) keep(fields []field) {
	for i := range fields {
		for len(p.widths) <= fields[i].class {
			p.widths = append(p.widths, fresh)
		}
	}
}

const noBound = 1 << 40

// slackWork bounds the work of sharing out what room is left, in placed fields.
const slackWork = 1 << 21

// wants is what a packing is to have room for.
type wants struct {
	counts     []int // values by class
	hopes      []int // the same where it costs nothing
	shapes     [][]field
	shapeCount int
	widths     []int // that roots may have, in words
	growing    bool  // there will be more shapes: a quarter of the root is left to them
}

// pack makes a packing that has room for what is wanted, and for more where nothing is lost by it. The result
// nil says that no root is wide enough.
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
	order := byHaste(counts, p.widths)
	for _, c := range order {
		was := p.widths[c]
		p.widths[c] = max(was, uint(bits.Len(uint(max(x.hopes[c], 1)-1))))
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

// size is how many words roots are to have that need this many bytes, and how many bytes are to be filled; no
// words: no root is wide enough.
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

// byHaste are the classes, those first that have the least room left: they are the next to need more.
func byHaste(counts []int, widths []uint) []int {
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	left := func(c int) int { return (1<<widths[c] - counts[c]) * 64 / (counts[c] + 1) }
	slices.SortStableFunc(order, func(a, b int) int {
		if one := counts[a] == 1; one != (counts[b] == 1) { // what has had one value may well be constant
			if one {
				return 1
			}
			return -1
		}
		return left(a) - left(b)
	})
	return order
}
