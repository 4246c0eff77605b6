package store

import (
	"gospin/compression"
	"gospin/compression/quotient"
)

// trained stores roots of up to 64 bits in a set that does not store the bits which a number's place
// determines, and longer ones in slots like collapse.
type trained struct {
	codec   *compression.Trained
	set     numbers
	long    *packed // for longer roots; nil if there are none
	colours uint    // width of a colour
}

// setBits is the maximum length of a root in a set.
const setBits = 64

// NewTrained returns a store of a trained code's roots with a limit in bytes, or 0 for no limit. A hint is
// the version of the code and the root.
func NewTrained(c *compression.Trained, limit int64) Store {
	t := &trained{codec: c, set: numbers{limit: OrNone(limit), beside: c.Bytes}}
	t.set.larger = func(bytes int64, room int) int64 {
		return int64(float64(bytes) * float64(step(room)) / float64(room))
	}
	if c.RootBits() > setBits {
		t.long = newPacked(c, limit)
	} else {
		t.set.Set = quotient.New(uint(c.RootBits()), 1<<12)
	}
	return t
}

func (t *trained) Visit(a *Arrival) (Ref, Status) {
	if t.long != nil {
		return t.long.Visit(a)
	}
	var parent []uint64
	if len(a.Parent) > 0 && a.Parent[0] == t.codec.Version() {
		parent = a.Parent[1:]
	}
	root, ok := t.codec.Encode(a.State.Vec, a.State.Dirty, parent)
	for !ok {
		if t.follow(); t.long != nil {
			return t.long.Visit(a)
		}
		root, ok = t.codec.Encode(a.State.Vec, 0, nil)
	}
	x := root[0]
	a.Hint = a.Hint[:0]
	a.Hint = append(a.Hint, t.codec.Version(), x)
	return Ref(x), t.set.visit(x, a)
}

// follow converts all roots to the codec's new version, exceeding the limit if necessary.
func (t *trained) follow() {
	dst, src := make([]uint64, t.codec.Words()), make([]uint64, 1)
	translate := func(x uint64) uint64 {
		src[0] = x
		t.codec.Translate(dst, src)
		return dst[0]
	}
	b := t.codec.RootBits()
	if b <= setBits {
		size := max(t.set.SizeFor(uint(b)), t.set.Bytes())
		t.set.Rebuild(uint(b), size, translate)
		t.set.full = t.set.bytes() > t.set.limit
		return
	}
	t.long = newPacked(t.codec, t.set.limit)
	size := t.long.roots.size
	if n := t.set.Len(); n > t.long.roots.capacity/2 {
		size = n + n/3
	}
	t.long.roots.slots.Free()
	t.long.roots = newRoots(t.codec.RootBytes(), size, ColourBytes(t.colours))
	t.set.All(func(x uint64, colour uint16) {
		translate(x)
		c := t.long.roots.add(dst)
		for i := range c {
			c[i] = byte(colour >> (8 * i))
		}
	})
	t.set.Free()
}

func (t *trained) Caps() Caps { return Caps{Exact: true, Coloured: true} }

func (t *trained) Err() error { return nil }

func (t *trained) Stats() Stats {
	if t.long != nil {
		return t.long.Stats()
	}
	return Stats{
		Stored: uint64(t.set.Len()),
	}.With(
		InRoots,
		t.set.Bytes(),
	).With(
		InComponents,
		t.codec.Bytes(),
	)
}

func (t *trained) Free() {
	if t.long != nil {
		t.long.Free()
		return
	}
	t.set.Free()
	t.codec.Free()
}
