package store

import "math/bits"

// An automaton has no place for colours. The states that have a bit for good are an automaton of their own, which shares
// with the others what they have in common. The bits that are to be cleared, those of a path, are kept beside them.

// openBytes is about what an entry of the map takes, besides the key.
const openBytes = 48

func (m *ma) KeepColours(bits uint) { m.colours, m.open = int(bits), map[string]Colour{} }

func (m *ma) Paint(a *Arrival, hint []uint64, mark, add Colour) (Ref, []uint64, Colour, Status) {
	key, shape := m.l.Key(a.State.Vec), int(m.l.ShapeID(a.State.Vec))
	kind := shape * (m.colours + 1)
	status := New
	if m.keys.Visit(key, kind, !m.full) {
		status = Known
	} else if m.stuck() {
		return 0, hint, 0, Full
	} else {
		m.n++
	}
	was := m.open[string(key)]
	if m.keys.Visit(key, kind+1+bits.TrailingZeros16(uint16(mark)), !m.full) {
		return 0, hint, was | mark, status
	} else if m.stuck() {
		return 0, hint, 0, Full
	}
	if rest := add &^ mark; rest != 0 {
		if was == 0 {
			m.held += openBytes + int64(len(key))
			m.most = max(m.most, m.held)
		}
		m.open[string(key)] = was | rest
	}
	m.full = m.bytes() > m.limit
	return 0, hint, was, status
}

func (m *ma) Clear(a *Arrival, _ Ref, _ []uint64, drop Colour) {
	key := m.l.Key(a.State.Vec)
	was := m.open[string(key)]
	switch c := was &^ drop; {
	case c != 0:
		m.open[string(key)] = c
	case was != 0:
		delete(m.open, string(key))
		m.held -= openBytes + int64(len(key))
	}
}
