package store

import (
	"gospin/compression"
	"gospin/vm/layout"
)

// collapse1997 stores the codes of states, which contain their lengths.
type collapse1997 struct {
	l     *layout.Layout
	codec *compression.Collapse1997
	set   keySet
	code  []byte
}

// NewCollapse1997 returns a store of states compressed as in SPIN's original collapse mode, with a limit in
// bytes, or 0 for no limit. If an index is too narrow, the store is Full, and Err returns the reason.
func NewCollapse1997(l *layout.Layout, o compression.CollapseOptions, limit int64) Store {
	return &collapse1997{l: l, codec: compression.NewCollapse1997(l, o), set: newKeySet(limit)}
}

// Err returns why the store is Full, if not because of the limit.
func (c *collapse1997) Err() error { return c.codec.Err() }

func (c *collapse1997) Visit(a *Arrival) (Ref, Status) {
	c.code = c.codec.Encode(c.code[:0], c.l.Key(a.State.Vec))
	if c.codec.Err() != nil {
		return 0, Full
	}
	off, status := c.set.visit(c.code, c.codec.Bytes())
	if a.Add != 0 && status != Full {
		status = a.AddColour(c.colour(Ref(off)), status)
	}
	return Ref(off), status
}

func (c *collapse1997) Caps() Caps { return Caps{Exact: true, Coloured: true} }

func (c *collapse1997) Stats() Stats {
	st := c.set.stats().With(InComponents, c.codec.Bytes())
	st.Components = c.codec.Counts()
	return st
}

func (c *collapse1997) Free() {
	c.set.release()
	c.codec.Free()
}
