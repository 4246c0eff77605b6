package space

import (
	"math/bits"
	"slices"

	"gospin/vm/layout"
)

// manyShapes is from how many shapes on there may well be many more.
const manyShapes = 16

// packed makes a packing with room for all there is.
func (s *Space) packed() *packing {
	inner := make([]bool, s.l.Shapes()) // the parents of others need no more room than these
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
	held := make([]int, len(s.classes))
	for i, c := range s.classes {
		held[i] = c.values.Len()
	}
	counts := held
	if s.stored != nil && s.pack != nil { // what grew will grow again, and late changes are dear
		counts = slices.Clone(held)
		for i, n := range s.pack.held {
			counts[i] += held[i] - n
		}
	}
	now := s.l.Shapes()
	p := pack(&wants{
		counts: counts, hopes: s.hopes(counts), shapes: shapes, shapeCount: now + s.jitter(),
		growing: now > s.shapes && now > manyShapes, spare: s.spare(),
		widths: s.choices,
	})
	if s.shapes = now; p != nil {
		p.held = held
	}
	return p
}

// How many states are so few that bytes of their roots may be spared.
const (
	few  = 1 << 13
	more = 1 << 16
)

// spare is how many bytes of a root more than are needed may be in use: fewer where there are many states.
func (s *Space) spare() int {
	if s.stored == nil {
		return anyWords
	}
	switch n := s.stored(); {
	case n < few:
		return 4
	case n < more:
		return 1
	}
	return 0
}

// hopes are how many values classes may soon have: as many as others of their kind and type.
func (s *Space) hopes(counts []int) []int {
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

// jitter lets packings differ although there is no need; for tests.
func (s *Space) jitter() int {
	if s.every == 0 {
		return 0
	}
	return len(s.olds) % 3 * s.l.Shapes()
}

// Convert implements batch.Space.
func (s *Space) Convert(dst, src []uint64) {
	id := src[0]&s.olds[len(s.olds)-1].shapeMask - 1
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

// move is some bits of a word that the last change of the packing takes to a word together.
type move struct {
	from, to int
	by       int
	mask     uint64
}

// compare finds the moves of a shape.
func (s *Space) compare(id uint32) []move {
	from, to := s.known(s.olds[len(s.olds)-1], id).fields, s.known(s.pack, id).fields
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

// update makes a root of a packing of before, by its version, one of the present packing.
func (s *Space) update(dst, src []uint64, version int) {
	old := s.olds[version]
	id := uint32(src[0]&old.shapeMask) - 1
	from, to := s.known(old, id), s.known(s.pack, id)
	clear(dst)
	dst[0] = uint64(id) + 1
	for i := range from.fields {
		f, t := &from.fields[i], &to.fields[i]
		dst[t.word] |= uint64(f.number(src)) << (t.shift & 63)
	}
}
