package space

import (
	"math/bits"
	"slices"

	"gospin/vm/layout"
)

// manyShapes is the number of shapes from which on many more are expected.
const manyShapes = 16

// packed makes a packing with room for everything there is.
func (s *Space) packed() *packing {
	inner := make([]bool, s.l.Shapes()) // parents of other shapes; they need no more room than those
	for i := range inner {
		if up := s.l.ShapeByID(uint32(i)).Parent; up != nil {
			inner[up.ID] = true
		}
	}
	var shapes [][]field
	for i := range inner {
		if !inner[i] {
			shapes = append(shapes, s.fields(s.l.ShapeByID(uint32(i))))
		}
	}
	counts := make([]int, len(s.classes))
	for i, c := range s.classes {
		counts[i] = c.values.Len()
	}
	now := s.l.Shapes()
	growing := now > s.shapes && now > manyShapes
	s.shapes = now
	return pack(&wants{
		counts: counts, expected: s.expected(counts), shapes: shapes, shapeCount: now, growing: growing,
		widths: s.choices,
	})
}

// expected returns how many values classes may soon have: as many as others of their kind and type.
func (s *Space) expected(counts []int) []int {
	most := map[layout.Comp]int{}
	kind := func(key layout.Comp) layout.Comp { return layout.Comp{Kind: key.Kind, Type: key.Type} }
	for key, class := range s.classAt {
		most[kind(key)] = max(most[kind(key)], counts[class])
	}
	out := slices.Clone(counts)
	for key, class := range s.classAt {
		out[class] = most[kind(key)]
	}
	return out
}

// Convert implements batch.Space.
func (s *Space) Convert(dst, src []uint64) {
	id := src[0]&s.old.shapeMask - 1
	for int(id) >= len(s.moves) {
		s.moves = append(s.moves, nil)
	}
	if s.moves[id] == nil {
		s.moves[id] = s.compare(uint32(id))
	}
	clear(dst)
	dst[0] = id + 1
	for _, m := range s.moves[id] {
		dst[m.to] |= bits.RotateLeft64(src[m.from]&m.mask, m.by)
	}
}

// move is some bits of a word that move together to another word in the last change of the packing.
type move struct {
	from, to int
	by       int
	mask     uint64
}

// compare finds the moves of a shape.
func (s *Space) compare(id uint32) []move {
	from, to := s.known(s.old, id).fields, s.known(s.pack, id).fields
	moves := []move{}
	for i := range from {
		if from[i].mask == 0 {
			continue
		}
		m := move{from[i].word, to[i].word, int(to[i].shift) - int(from[i].shift), from[i].bits()}
		same := func(x move) bool { return x.from == m.from && x.to == m.to && x.by == m.by }
		if k := slices.IndexFunc(moves, same); k >= 0 {
			moves[k].mask |= m.mask
		} else {
			moves = append(moves, m)
		}
	}
	return moves
}
