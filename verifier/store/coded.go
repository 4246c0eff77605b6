package store

import (
	"encoding/binary"

	"gospin/compression"
	"gospin/vm/layout"
)

// coded stores the codes of keys, each after its length: one byte, or longCode and four more.
type coded struct {
	l       *layout.Layout
	codec   compression.Codec
	set     keySet
	scratch []byte
	err     func() error // of the codec; may be nil
}

const longCode = 255

// NewCoded returns a store of the codes of keys with a limit in bytes, including the codec's tables, or 0 for
// no limit. If the codec has a method Err() error and it fails, the store is Full and returns the error. The
// store owns the codec's tables: Free releases them.
func NewCoded(l *layout.Layout, c compression.Codec, limit int64) Store {
	s := &coded{l: l, codec: c, set: newKeySet(limit)}
	if f, ok := c.(interface{ Err() error }); ok {
		s.err = f.Err
	}
	return s
}

// Err returns why the store is Full, if not because of the limit.
func (c *coded) Err() error {
	if c.err == nil {
		return nil
	}
	return c.err()
}

func (c *coded) Visit(a *Arrival) (Ref, Status) {
	const head = 5
	b := append(c.scratch[:0], 0, 0, 0, 0, 0)
	b = c.codec.Encode(b, c.l.Key(a.State.Vec))
	c.scratch = b
	if c.err != nil && c.err() != nil {
		return 0, Full
	}
	if n := len(b) - head; n < longCode {
		b = b[head-1:]
		b[0] = byte(n)
	} else {
		b[0] = longCode
		binary.LittleEndian.PutUint32(b[1:], uint32(n))
	}
	off, status := c.set.visit(b, c.codec.Bytes())
	if a.Add != 0 && status != Full {
		status = a.AddColour(c.colour(Ref(off)), status)
	}
	return Ref(off), status
}

func (c *coded) Caps() Caps { return Caps{Exact: true, Coloured: true} }

func (c *coded) Stats() Stats {
	st := c.set.stats().With(InComponents, c.codec.Bytes())
	if k, ok := c.codec.(interface{ Counts() []compression.Count }); ok {
		st.Components = k.Counts()
	}
	return st
}

func (c *coded) Free() {
	c.set.release()
	if f, ok := c.codec.(interface{ Free() }); ok {
		f.Free()
	}
}
