package store

import (
	"gospin/compression"
	"gospin/compression/quotient"
)

// trained keeps roots of up to 64 bits in a set that does not store what a number's place says already.
// Longer ones lie in slots, as those of collapse.
type trained struct {
	codec   *compression.Trained
	set     numbers
	long    *packed // of longer roots; nil: they are not
	colours uint    // bits of a colour
}

// setBits is the greatest length of a root that a set takes.
const setBits = 64

// NewTrained returns a store of the roots of a trained code that takes at most limit bytes; 0: no limit. A
// hint is the version of the code and the root.
func NewTrained(c *compression.Trained, limit int64) Store {
	t := &trained{codec: c, set: numbers{limit: orNone(limit), beside: c.Bytes}}
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

// follow gives all roots the form of the codec's new version, beyond the limit if necessary.
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
	if n := t.set.Len(); n > t.long.roots.room/2 {
		size = n + n/3
	}
	t.long.roots.slots.Free()
	t.long.roots = newRoots(t.codec.RootBytes(), size, colourBytes(t.colours))
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
		inRoots,
		t.set.Bytes(),
	).With(
		inComponents,
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
