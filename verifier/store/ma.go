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

	marks Colour            // permanent bits
	open  map[string]Colour // bits that will be cleared
	key   []byte
	n     int   // number of states, with colours
	held  int64 // size of open
	most  int64 // largest size of open, since a map does not shrink
}

// NewMA returns a store of minimised automata with a limit in bytes, or 0 for no limit. It has no Refs; its
// visits return 0.
func NewMA(l *layout.Layout, limit int64) Store {
	return &ma{l: l, keys: automaton.New(), limit: OrNone(limit)}
}

func (m *ma) Visit(a *Arrival) (Ref, Status) {
	if a.Add != 0 {
		return 0, m.visitColoured(a)
	}
	key, shape := m.l.Key(a.State.Vec), m.l.ShapeID(a.State.Vec)
	switch {
	case m.keys.Visit(key, int(shape), !m.full):
		return 0, Closed
	case m.stuck():
		return 0, Full
	}
	m.full = m.bytes() > m.limit
	return 0, New
}

// stuck reports whether the key just visited is unknown and was not added.
func (m *ma) stuck() bool {
	m.full = m.full || m.keys.Err() != nil
	return m.full
}

func (m *ma) bytes() int64 { return m.keys.Bytes() + m.most }

// Err returns why the store is Full, if not because of the limit.
func (m *ma) Err() error { return m.keys.Err() }

func (m *ma) Caps() Caps { return Caps{Exact: true, Coloured: true} }

func (m *ma) Stats() Stats {
	n := m.keys.Len()
	if m.open != nil {
		n = m.n
	}
	return Stats{Stored: uint64(n)}.With("automaton", m.keys.Bytes()).With("states of the path", m.most)
}

func (m *ma) Free() { m.keys.Free() }
