package store

import (
	"gospin/compression"
	"gospin/compression/quotient"
)

// trained keeps roots of up to 64 bits in a set that does not store what a number's place says already. Longer ones lie
// in slots, as those of collapse.
type trained struct {
	codec   *compression.Trained
	limit   int64
	set     *quotient.Set
	long    *collapse // of longer roots; nil: they are not
	colours uint      // bits of a colour
	tight   bool      // the set is as large as the limit allows
	full    bool      // the limit is reached
}

// setBits is the greatest length of a root that a set takes.
const setBits = 64

// NewTrained returns a store of the roots of a trained code that takes at most limit bytes; 0: no limit. A hint is the
// version of the code and the root.
func NewTrained(c *compression.Trained, limit int64) Store {
	t := &trained{codec: c, limit: orNone(limit)}
	if c.RootBits() > setBits {
		t.long = newRootStore(c, limit)
	} else {
		t.set = quotient.New(uint(c.RootBits()), 1<<12)
	}
	return t
}

func (t *trained) HintLen() int { return t.codec.Words() + 1 }

func (t *trained) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	if t.long != nil {
		return t.long.Visit(a, hint)
	}
	r, hint, _, status := t.Paint(a, hint, 0, 0)
	return r, hint, status
}

func (t *trained) Paint(a *Arrival, hint []uint64, mark, add Colour) (Ref, []uint64, Colour, Status) {
	if t.long != nil {
		return t.long.Paint(a, hint, mark, add)
	}
	var parent []uint64
	if len(a.Parent) > 0 && a.Parent[0] == t.codec.Version() {
		parent = a.Parent[1:]
	}
	root, ok := t.codec.Encode(a.State.Vec, a.State.Dirty, parent)
	for !ok {
		if t.follow(); t.long != nil {
			again := &Arrival{State: a.State}
			if t.colours > 0 {
				return t.long.Paint(again, hint, mark, add)
			}
			r, hint, status := t.long.Visit(again, hint)
			return r, hint, 0, status
		}
		root, ok = t.codec.Encode(a.State.Vec, 0, nil)
	}
	x := root[0]
	if t.full && !t.set.Has(x) {
		return 0, hint, 0, Full
	}
	was, met := t.set.Paint(x, uint16(mark), uint16(add))
	status := New
	switch met {
	case quotient.Known:
		status = Known
	case quotient.Added:
		if n := t.set.Len(); n > t.set.Room()/10*9 && !t.tight {
			t.grow()
		} else if n&(1<<9-1) == 0 {
			t.full = t.bytes() > t.limit
		}
	case quotient.Crowded:
		for met == quotient.Crowded {
			if !t.grow() {
				return 0, hint, 0, Full
			}
			_, met = t.set.Paint(x, uint16(mark), uint16(add))
		}
	}
	return Ref(x), append(hint, t.codec.Version(), x), Colour(was), status
}

func (t *trained) bytes() int64 { return t.codec.Bytes() + t.set.Bytes() }

// follow gives all roots the form of the codec's new version, beyond the limit if need be.
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
		t.full = t.bytes() > t.limit
		return
	}
	t.long = newRootStore(t.codec, t.limit)
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

// grow makes room for more roots, if the limit lets it.
func (t *trained) grow() bool {
	size, room := t.set.Bytes(), t.set.Room()
	more := min(int64(float64(size)*float64(step(room))/float64(room)), t.limit-t.codec.Bytes())
	if t.tight = more < size+size/16; t.tight {
		return false
	}
	t.set.Rebuild(t.set.Bits(), more, nil)
	return true
}

func (t *trained) Fetch(dst []byte, r Ref) []byte {
	if t.long != nil {
		return t.long.Fetch(dst, r)
	}
	return t.codec.Decode(dst, []uint64{uint64(r)})
}

func (t *trained) Stats() Stats {
	if t.long != nil {
		return t.long.Stats()
	}
	return Stats{Stored: uint64(t.set.Len()), Capacity: uint64(t.set.Room() / 10 * 9)}.with(inRoots, t.set.Bytes()).with(inComponents, t.codec.Bytes())
}

func (t *trained) Free() {
	if t.long != nil {
		t.long.Free()
		return
	}
	t.set.Free()
	t.codec.Free()
}
