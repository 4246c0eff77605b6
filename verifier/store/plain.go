package store

import "gospin/vm/layout"

// plain stores complete keys. The shape numbers at their beginnings determine their lengths.
type plain struct {
	l   *layout.Layout
	set keySet
}

// NewPlain returns a store of complete keys with a limit in bytes, or 0 for no limit.
func NewPlain(l *layout.Layout, limit int64) Store { return &plain{l: l, set: newKeySet(limit)} }

// KeyLen returns the length of a key, determined by the shape at its beginning.
func KeyLen(l *layout.Layout, key []byte) int {
	_ = key[2]
	return l.ShapeByID(uint32(key[0])|uint32(key[1])<<8|uint32(key[2])<<16).Size - l.Hidden
}

func (p *plain) Visit(a *Arrival) (Ref, Status) {
	key := p.l.Key(a.State.Vec)
	off, status := p.set.visit(key, 0)
	if a.Add != 0 && status != Full {
		status = a.AddColour(p.set.colour(off, len(key)), status)
	}
	return Ref(off), status
}

func (p *plain) Caps() Caps { return Caps{Exact: true, Coloured: true} }

func (p *plain) Err() error { return nil }

func (p *plain) Stats() Stats { return p.set.stats() }

func (p *plain) Free() { p.set.release() }
