package store

import "math/bits"

// An automaton has no room for colours. A state has a key for each of its permanent bits, which is at the
// key's end, so that these keys share the rest. The bits that will be cleared, those of a path, are in a map.

// openBytes is the approximate size of an entry in the map, without the key.
const openBytes = 48

func (m *ma) KeepColours(uint) { m.open = map[string]Colour{} }

// visitColoured is Visit with a colour.
func (m *ma) visitColoured(a *Arrival) Status {
	key, shape := m.l.Key(a.State.Vec), int(m.l.ShapeID(a.State.Vec))
	a.Was = m.open[string(key)]
	if m.has(key, shape, a.Mark, !m.full) {
		a.Was |= a.Mark
		return a.status()
	} else if m.stuck() {
		return Full
	}
	status := New
	if m.marks |= a.Mark; m.hasAny(key, shape, m.marks&^a.Mark) {
		status = a.status()
	} else {
		m.n++
	}
	if rest := a.Add &^ a.Mark; rest != 0 {
		if a.Was == 0 {
			m.held += openBytes + int64(len(key))
			m.most = max(m.most, m.held)
		}
		m.open[string(key)] = a.Was | rest
	}
	m.full = m.bytes() > m.limit
	return status
}

// has reports whether a state has a bit, and adds it if add is set.
func (m *ma) has(key []byte, shape int, bit Colour, add bool) bool {
	m.key = append(m.key[:0], key...)
	if len(key)%2 == 1 { // letters have two bytes
		m.key = append(m.key, 0)
	}
	m.key = append(m.key, byte(bits.TrailingZeros16(uint16(bit))), 0)
	return m.keys.Visit(m.key, shape, add)
}

// met reports whether a state has one of some bits.
func (m *ma) hasAny(key []byte, shape int, some Colour) bool {
	for ; some != 0; some &= some - 1 {
		if m.has(key, shape, some&-some, false) {
			return true
		}
	}
	return false
}

func (m *ma) Close(a *Arrival, _ Ref, drop Colour) {
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
