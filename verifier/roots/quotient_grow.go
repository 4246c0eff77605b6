package roots

import (
	"math/bits"

	"gospin/compression/quotient"
)

const (
	firstPlan = 6000 // number of roots at which there is a first plan
	replan    = 8    // factor of the number of roots after which there is a new plan
	maxParts  = 3    // parts of a table above which there is a new plan
	bitsSpare = 6    // spare bits of the values of tables; they cost little
)

// Grow implements Set. It makes room for whatever stopped Add.
func (s *Compact[R]) Grow(limit int64) bool {
	if s.initial != nil && s.initial.Len() < firstPlan && s.initial.Grow(limit) {
		return true
	}
	if s.initial != nil {
		s.plan(false)
	}
	n := s.top.Len()
	if due := s.nextPlan <= n; due || s.hasManyParts() && n > 2*s.planned {
		if limit == 0 || 2*s.Bytes() < limit {
			s.plan(due)
		} else {
			s.nextPlan = max(s.nextPlan, 2*n)
		}
	}
	if s.novel != *new(R) && !s.takeBits() {
		s.plan(false)
	}
	for i := range s.nodes {
		if x := &s.nodes[i]; x.crowded {
			x.crowded = false
			x.table.Extend(x.table.Bits(), extraRoom(x.table.Len()))
		}
	}
	if !s.fit() {
		s.plan(false)
	}
	return s.growTop(limit) && (limit == 0 || s.Bytes() <= limit)
}

// hasManyParts reports whether a table has so many parts that look-ups are slow.
func (s *Compact[R]) hasManyParts() bool {
	for i := range s.nodes {
		if t := s.nodes[i].table; t != nil && t.Parts() > maxParts {
			return true
		}
	}
	return false
}

// extraRoom returns the additional room for a crowded table of n values.
func extraRoom(n int) int {
	if n < 1<<18 {
		return n + n/2 + 64
	}
	return n / 2
}

// growTop makes room in the top if it is full.
func (s *Compact[R]) growTop(limit int64) bool {
	if s.top.Len() < s.room {
		return true
	}
	size := s.top.Bytes()
	next := 2 * size
	switch { // free slots cost more than moving
	case size >= 1<<25:
		next = size + size/4
	case size >= 1<<19:
		next = size + size/2
	}
	if limit > 0 {
		next = min(next, limit-s.tables()-quotient.Overhead)
	}
	if next < size+size/16 {
		// Fill the table completely.
		if s.room == 0 || s.room == s.top.Capacity() {
			return false
		}
		s.room = s.top.Capacity()
		return true
	}
	s.rebuild(s.top.Bits(), next)
	return true
}

func (s *Compact[R]) rebuild(bits uint, size int64) {
	s.top.Rebuild(bits, size, nil)
	s.room = s.top.Capacity() / 10 * 9
}

// takeBits makes nodes gather the novel bits, each by the node that gathers the bits below it in its word. It
// returns false if that node has 64 bits already.
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
			s.differing[w] |= bit
		}
	}
	s.novel = *new(R)
	return true
}

// nearest returns the node that should gather a novel bit.
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

// fit makes numbers, and the values of tables, as wide as they must be. It returns false if a number would
// need more than 64 bits.
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
			x.table.Extend(min(64, x.bits+bitsSpare), extraRoom(x.table.Len()))
		}
	}
	return true
}

// join makes room in a node for the numbers of the nodes that it joins.
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
