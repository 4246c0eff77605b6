package store

import "gospin/vm/layout"

// plain keeps whole keys. Their lengths follow from the shape numbers at their beginning.
type plain struct {
	l   *layout.Layout
	set keySet
}

// NewPlain returns a store of whole keys that takes at most limit bytes; 0: no limit.
func NewPlain(l *layout.Layout, limit int64) Store { return &plain{l: l, set: newKeySet(limit)} }

func (p *plain) HintLen() int { return 0 }

func (p *plain) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	off, status := p.set.visit(p.l.Key(a.State.Vec), 0)
	return Ref(off), hint, status
}

func (p *plain) Fetch(dst []byte, r Ref) []byte {
	k := p.set.keys.From(int(r))
	id := uint32(k[0]) | uint32(k[1])<<8 | uint32(k[2])<<16
	return append(dst, k[:p.l.ShapeByID(id).Size-p.l.Hidden]...)
}

func (p *plain) Stats() Stats { return p.set.stats() }

func (p *plain) Free() { p.set.release() }
