package store

import (
	"gospin/compression/automaton"
	"gospin/vm/layout"
)

type ma struct {
	l     *layout.Layout
	keys  *automaton.Set
	limit int64
	full  bool

	colours int               // bits of a colour
	open    map[string]Colour // bits that are to be cleared
	n       int               // states, if they have colours
}

// NewMA returns a store of minimized automata that takes at most limit bytes; 0: no limit. It has no Refs: those of
// its visits are 0, and Fetch panics.
func NewMA(l *layout.Layout, limit int64) Store {
	return &ma{l: l, keys: automaton.New(), limit: min(orNone(limit), automaton.MaxBytes)}
}

func (m *ma) HintLen() int { return 0 }

func (m *ma) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	key, shape := m.l.Key(a.State.Vec), m.l.ShapeID(a.State.Vec)
	switch {
	case m.keys.Visit(key, int(shape), !m.full):
		return 0, hint, Known
	case m.full:
		return 0, hint, Full
	case m.keys.Err() != nil:
		m.full = true
		return 0, hint, Full
	}
	m.full = m.keys.Bytes() > m.limit
	return 0, hint, New
}

// Err is why the store is Full, if it is not for the limit.
func (m *ma) Err() error { return m.keys.Err() }

func (m *ma) Fetch([]byte, Ref) []byte { panic("store: an automaton does not number its keys") }

func (m *ma) Stats() Stats {
	n := m.keys.Len()
	if m.open != nil {
		n = m.n
	}
	return Stats{Stored: uint64(n), NoFetch: true}.with("automaton", m.keys.Bytes())
}

func (m *ma) Free() { m.keys.Free() }
