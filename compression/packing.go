package compression

import (
	"math/bits"

	"gospin/vm/layout"
)

// field is where a component's number lies in a root.
type field struct {
	class int32 // index into Collapse.tables
	word  int32
	shift uint8
	mask  uint64 // not shifted
}

// packing says where the numbers lie in a root. The shape's number plus one is the lowest field of the first word,
// which is never zero for that reason. Fields are placed first-fit in the order of the components, so that shapes
// with a common beginning have its fields in the same places.
type packing struct {
	words     int
	shapeBits int
	width     []int     // by class
	fields    [][]field // by shape; nil: not yet placed
}

// place lays out the components of a shape, appending to dst; free is scratch. It returns the words needed.
func (p *packing) place(s *layout.Shape, class func(layout.Comp) int, free []int, dst []field) (int, []int, []field) {
	free = append(free[:0], 64-p.shapeBits)
	first := 0 // words before are full enough to be skipped for good
	for _, c := range s.Comps {
		k := class(c)
		w := p.width[k]
		i := first
		for ; i < len(free) && free[i] < w; i++ {
		}
		if i == len(free) {
			free = append(free, 64)
		}
		dst = append(dst, field{class: int32(k), word: int32(i), shift: uint8(64 - free[i]), mask: 1<<w - 1})
		free[i] -= w
		for first < len(free) && free[first] == 0 {
			first++
		}
	}
	return len(free), free, dst
}

// slackWork bounds the work of sharing out the slack, in placed fields.
const slackWork = 1 << 21

// repack makes the smallest packing in which every class in need gets its bits, and all shapes fit; what is left
// in the last word is then shared out evenly.
func repack(need []int, shapes []*layout.Shape, shapeBits int, class func(layout.Comp) int) *packing {
	p := &packing{shapeBits: shapeBits, width: append([]int(nil), need...)}
	var free []int
	var dst []field
	used := make([]bool, len(need))
	for _, s := range shapes {
		var n int
		n, free, dst = p.place(s, class, free, dst[:0])
		p.words = max(p.words, n)
		for _, c := range s.Comps {
			used[class(c)] = true
		}
	}
	work := 0
	fits := func() bool {
		for _, s := range shapes {
			var n int
			n, free, dst = p.place(s, class, free, dst[:0])
			work += len(s.Comps)
			if n > p.words {
				return false
			}
		}
		return true
	}
	for grown := true; grown; {
		grown = false
		for k := range p.width {
			if !used[k] || p.width[k] >= 32 || work > slackWork {
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

// of returns the fields of a shape, nil if they do not fit into the packing's words.
func (p *packing) of(s *layout.Shape, class func(layout.Comp) int) []field {
	if int(s.ID) < len(p.fields) && p.fields[s.ID] != nil {
		return p.fields[s.ID]
	}
	if bits.Len32(s.ID+1) > p.shapeBits {
		return nil
	}
	n, _, f := p.place(s, class, nil, make([]field, 0, len(s.Comps)))
	if n > p.words {
		return nil
	}
	for int(s.ID) >= len(p.fields) {
		p.fields = append(p.fields, nil)
	}
	p.fields[s.ID] = f
	return f
}
