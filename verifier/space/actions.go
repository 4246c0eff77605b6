package space

import "gospin/verifier/roots"

// exchange is an action on roots.
type exchange[R roots.Root] struct {
	swaps []fieldSwap // of an action that is its own inverse
	keep  R           // of others: bits of fields that stay
	moves []fieldMove
}

// fieldSwap exchanges two fields, or maps one.
type fieldSwap struct {
	i, j         int // words
	shift, other uint8
	mask         uint64
	there, back  *fieldMove // how numbers change; nil: they don't
}

// fieldMove moves a field.
type fieldMove struct {
	from, to *field
	set      *symmetricSet
	action   int
	at       int
	table    []uint32 // the numbers they become, plus one; 0: not known yet
	changes  bool     // else they are the same
}

// exchange returns an action on roots.
func (c *canon[R]) exchange(s *symmetricSet, action int) (x exchange[R]) {
	for i := 0; i < len(x.keep); i++ {
		x.keep[i] = ^uint64(0)
	}
	to, change := s.to[action], s.change[action]
	for i, j := range to {
		if j == i && !change[i] {
			continue
		}
		from, at := &c.f.fields[i], &c.f.fields[j]
		move := &fieldMove{from: from, to: at, set: s, action: action, at: i, changes: change[i]}
		if s.Rotated {
			x.keep[from.word] &^= from.bits()
			x.moves = append(x.moves, *move)
			continue
		}
		if j < i { // it has been met
			continue
		}
		w := fieldSwap{i: from.word, j: at.word, shift: from.shift, other: at.shift, mask: from.mask}
		if change[i] || change[j] {
			w.there = move
			w.back = &fieldMove{from: at, to: from, set: s, action: action, at: j, changes: change[j]}
		}
		x.swaps = append(x.swaps, w)
	}
	return x
}

// act applies an action to a root. It returns false if a number does not fit.
func (c *canon[R]) act(x *exchange[R], r *R) bool {
	for i := range x.swaps {
		w := &x.swaps[i]
		m, n := (*r)[w.i]>>(w.shift&63)&w.mask, (*r)[w.j]>>(w.other&63)&w.mask
		if w.there == nil {
			(*r)[w.i] ^= (m ^ n) << (w.shift & 63)
			(*r)[w.j] ^= (m ^ n) << (w.other & 63)
			continue
		}
		p := c.becomes(w.there, m)
		if p > w.mask {
			return false
		}
		(*r)[w.j] ^= (n ^ p) << (w.other & 63)
		if w.i == w.j && w.shift == w.other {
			continue
		}
		q := c.becomes(w.back, n)
		if q > w.mask {
			return false
		}
		(*r)[w.i] ^= (m ^ q) << (w.shift & 63)
	}
	if len(x.moves) == 0 {
		return true
	}
	out := *r
	for i := 0; i < len(out); i++ {
		out[i] &= x.keep[i]
	}
	for i := range x.moves {
		m := &x.moves[i]
		n := c.becomes(m, uint64(m.from.number(slice(r))))
		if n > m.to.mask {
			return false
		}
		out[m.to.word] |= n << (m.to.shift & 63)
	}
	*r = out
	return true
}

// becomes returns what a number becomes by a move.
func (c *canon[R]) becomes(m *fieldMove, n uint64) uint64 {
	if !m.changes {
		return n
	}
	if n < uint64(len(m.table)) && m.table[n] != 0 {
		return uint64(m.table[n] - 1)
	}
	return c.learn(m, uint32(n))
}

// learn finds out what a number becomes by a move.
func (c *canon[R]) learn(m *fieldMove, n uint32) uint64 {
	s := c.space
	s.mu.Lock()
	defer s.mu.Unlock()
	for int(n) >= len(m.table) {
		m.table = append(m.table, 0)
	}
	values := s.classes[m.from.class].values
	from, to := make([]byte, m.from.len), make([]byte, m.to.len)
	values.Copy(from, n)
	m.set.Actions[m.action].Map(c.y.parts[m.at], to, from)
	m.table[n] = uint32(values.Index(to)) + 1
	return uint64(m.table[n] - 1)
}
