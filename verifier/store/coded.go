package store

import (
	"gospin/compression"
	"gospin/vm/layout"
)

// coded keeps the codes of keys, each behind its length: one byte, or from longCode on that and three more.
type coded struct {
	l       *layout.Layout
	codec   compression.Codec
	set     keySet
	scratch []byte
}

const longCode = 255

// NewCoded returns a store of the codes of keys that takes at most limit bytes, those of the codec's tables included;
// 0: no limit.
func NewCoded(l *layout.Layout, c compression.Codec, limit int64) Store {
	return &coded{l: l, codec: c, set: newKeySet(limit)}
}

func (c *coded) HintLen() int { return 0 }

func (c *coded) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	const head = 4
	b := append(c.scratch[:0], 0, 0, 0, 0)
	b = c.codec.Encode(b, c.l.Key(a.State.Vec))
	c.scratch = b
	if n := len(b) - head; n < longCode {
		b = b[head-1:]
		b[0] = byte(n)
	} else {
		b[0], b[1], b[2], b[3] = longCode, byte(n), byte(n>>8), byte(n>>16)
	}
	off, status := c.set.visit(b, c.codec.Bytes())
	return Ref(off), hint, status
}

func (c *coded) Fetch(dst []byte, r Ref) []byte {
	k := c.set.keys.From(int(r))
	n := int(k[0])
	if k = k[1:]; n == longCode {
		n = int(k[0]) | int(k[1])<<8 | int(k[2])<<16
		k = k[3:]
	}
	return c.codec.Decode(dst, k[:n])
}

func (c *coded) Stats() Stats {
	return Stats{Stored: uint64(c.set.n), Bytes: c.set.bytes() + c.codec.Bytes(), Capacity: uint64(c.set.room)}
}

func (c *coded) Free() { c.set.release() }
