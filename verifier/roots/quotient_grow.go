package roots

import (
	"math/bits"

	"gospin/compression/quotient"
)

const (
	firstPlan = 6000 // roots from which on there is a plan
	replan    = 8    // there is a new plan when there are this many times as many roots
	mostParts = 3    // of a table, before there is one
	bitsSpare = 6    // of the values of tables, which cost little
)

// Grow implements Set. It does all that Add has asked for.
func (s *Compact[R]) Grow(limit int64) bool {
	if s.young != nil && s.young.Len() < firstPlan && s.young.Grow(limit) {
		return true
	}
	if s.young != nil {
		s.plan(false)
	}
	n := s.top.Len()
	if due := s.due <= n; due || s.scattered() && n > 2*s.then {
		if limit == 0 || 2*s.Bytes() < limit {
			s.plan(due)
		} else {
			s.due = max(s.due, 2*n)
		}
	}
	if s.novel != *new(R) && !s.takeBits() {
		s.plan(false)
	}
	for i := range s.nodes {
		if x := &s.nodes[i]; x.crowded {
			x.crowded = false
			x.table.Extend(x.table.Bits(), more(x.table.Len()))
		}
	}
	if !s.fit() {
		s.plan(false)
	}
	return s.growTop(limit) && (limit == 0 || s.Bytes() <= limit)
}

// scattered says that there is a table of this many parts that to look in takes long.
func (s *Compact[R]) scattered() bool {
	for i := range s.nodes {
		if t := s.nodes[i].table; t != nil && t.Parts() > mostParts {
			return true
		}
	}
	return false
}

// more is how much room a table gets that has become crowded.
func more(n int) int {
	if n < 1<<18 {
		return n + n/2 + 64
	}
	return n / 2
}

// growTop makes room in the top when there is none.
func (s *Compact[R]) growTop(limit int64) bool {
	if s.top.Len() < s.room {
		return true
	}
	size := s.top.Bytes()
	next := 2 * size
	switch { // what is free costs more than the move
	case size >= 1<<25:
		next = size + size/4
	case size >= 1<<19:
		next = size + size/2
	}
	if limit > 0 {
		next = min(next, limit-s.tables()-quotient.Beside)
	}
	if next < size+size/16 {
		// All that there is is used up to the end.
		if s.room == 0 || s.room == s.top.Room() {
			return false
		}
		s.room = s.top.Room()
		return true
	}
	s.rebuild(s.top.Bits(), next)
	return true
}

func (s *Compact[R]) rebuild(bits uint, size int64) {
	s.top.Rebuild(bits, size, nil)
	s.room = s.top.Room() / 10 * 9
}

// takeBits has novel bits gathered, each by the node that has those below it in its word. The result false
// says that there are too many.
func (s *Compact[R]) takeBits() bool {
	for w, novel := range Words(&s.novel) {
		for ; novel != 0; novel &= novel - 1 {
			bit := novel & -novel
			x := s.nearest(w, bit)
			if x.bits == 64 {
				return false
			}
			var mask R
			mask[w] = bit
			x.gather.add(Words(&mask))
			x.bits++
			x.base = x.gather.from(Words(&s.base))
			s.met[w] |= bit
		}
	}
	s.novel = *new(R)
	return true
}

// nearest is the node that a novel bit goes to.
func (s *Compact[R]) nearest(w int, bit uint64) (best *node) {
	least := 1 << 30
	for i := range s.nodes {
		x := &s.nodes[i]
		if len(x.joins) > 0 {
			continue
		}
		if best == nil {
			best = x
		}
		for _, p := range x.gather.pieces {
			below := bits.Len64(p.mask & (bit - 1))
			if p.word != w || below == 0 {
				continue
			}
			if d := bits.Len64(bit) - below; d < least {
				least, best = d, x
			}
		}
	}
	return best
}

// fit gives numbers the bits that they need where they are put together, and tables values of the bits that
// they have. The result false says that there are too many bits.
func (s *Compact[R]) fit() bool {
	for i := range s.nodes {
		x := &s.nodes[i]
		if !s.join(x) {
			return false
		}
		if x.table == nil {
			if x.bits > s.top.Bits() {
				s.rebuild(x.bits, max(s.top.SizeFor(x.bits), s.top.Bytes()))
			}
		} else if x.bits > x.table.Bits() {
			x.table.Extend(min(64, x.bits+bitsSpare), more(x.table.Len()))
		}
	}
	return true
}

// join makes room for the numbers of the nodes that a node puts together.
func (s *Compact[R]) join(x *node) bool {
	for _, y := range x.joins {
		if y.from > 0 {
			continue
		}
		have, need := uint(0), uint(bits.Len64(s.nodes[y.node].table.Span()-1))
		for _, z := range x.joins {
			if z.node == y.node {
				have += z.bits
			}
		}
		if need <= have {
			continue
		}
		if x.bits+need-have > 64 {
			return false
		}
		x.joins = append(x.joins, join{node: y.node, from: have, bits: need - have, to: x.bits})
		x.bits += need - have
	}
	return true
}
