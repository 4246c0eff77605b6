package store

import (
	"math/bits"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/vm/layout"
)

// bitstate stores a few bits for every state (Holzmann, "On limits and possibilities of automated protocol
// analysis", 1987). It is not exact: a new state whose bits have been set by others counts as known.
//
// The positions of a state's bits are computed from two hashes, by double hashing with a growing step
// (Dillinger, Manolios, "Fast and accurate bitstate verification for SPIN", 2004). Each colour has its own
// bits.
type bitstate struct {
	l     *layout.Layout
	seed  uint64
	words offheap.Block[uint64]
	shift uint // from a hash to a position
	mask  uint64
	each  int     // number of bits of a state in a colour
	bit   float64 // the fraction of one bit

	n         uint64 // number of states
	ones      uint64 // number of bits set
	omissions float64

	marks Colour // colour bits that are never removed
	paths Colour // colour bits that are removed
	open  Bag    // states whose colours have a bit of paths

	sample *Sample // may be nil
}

// Bitstate has the options of a bitstate store.
type Bitstate struct {
	Bits   uint   // binary logarithm of the number of bits
	Hashes int    // number of bits per state
	Seed   uint64 // selects the hash function
	Sample *Sample
}

// MinBits is the minimum of Bitstate.Bits.
const MinBits = 8

// BitsIn returns the binary logarithm of the number of bits that fit into some bytes.
func BitsIn(bytes int64) uint { return max(MinBits, uint(bits.Len64(uint64(max(bytes, 1))))+2) }

// NewBitstate returns a store that may mistake a new state for a known one, and is never full.
func NewBitstate(l *layout.Layout, o Bitstate) Store {
	n := max(o.Bits, MinBits)
	return &bitstate{
		l: l, seed: mix.Word(o.Seed), words: offheap.Alloc[uint64](1 << (n - 6)),
		shift: 64 - n, mask: 1<<n - 1, each: max(o.Hashes, 1), bit: 1 / float64(uint64(1)<<n),
		sample: o.Sample,
	}
}

func (b *bitstate) Visit(a *Arrival) (Ref, Status) {
	h := mix.Seeded(b.seed, b.l.Key(a.State.Vec))
	status := New
	if a.Add != 0 {
		status = b.visitColoured(h, a)
	} else if !b.set(h) {
		return 0, Closed
	}
	if status == New {
		b.n++
		if b.sample != nil {
			b.sample.Add(a.State)
		}
	}
	return 0, status
}

// set sets the bits of a hash, and reports whether one of them was not set before.
func (b *bitstate) set(h uint64) bool {
	words, mask, before := b.words.Data, b.mask, b.ones
	at, step := h>>b.shift, mix.Word(h)>>b.shift|1
	for i := range uint64(b.each) {
		w, bit := &words[at>>6], uint64(1)<<(at&63)
		if *w&bit == 0 {
			*w |= bit
			b.ones++
		}
		at = (at + step) & mask
		step += i
	}
	if b.ones == before {
		return false
	}
	// For each state that the store sees as new, there are 1/(1-p) new ones, of which p count as known.
	p, part := 1.0, float64(before)*b.bit
	for range b.each {
		p *= part
	}
	b.omissions += p / (1 - p)
	return true
}

// has reports whether all bits of a hash are set.
func (b *bitstate) has(h uint64) bool {
	at, step := h>>b.shift, mix.Word(h)>>b.shift|1
	for i := range uint64(b.each) {
		if b.words.Data[at>>6]>>(at&63)&1 == 0 {
			return false
		}
		at = (at + step) & b.mask
		step += i
	}
	return true
}

// visitColoured is Visit with a colour: permanent bits are hashed together with the state, those that are
// removed are in a separate bag.
func (b *bitstate) visitColoured(h uint64, a *Arrival) Status {
	a.Was = 0
	for some := b.paths; some != 0 && b.open.n > 0; some &= some - 1 {
		if c := some & -some; b.open.Has(inColour(h, c)) {
			a.Was |= c
		}
	}
	if !b.set(inColour(h, a.Mark)) {
		a.Was |= a.Mark
		return a.status()
	}
	status := New
	for others := b.marks &^ a.Mark; others != 0; others &= others - 1 {
		if b.has(inColour(h, others&-others)) {
			status = a.status()
			break
		}
	}
	b.marks |= a.Mark
	for rest := a.Add &^ a.Mark; rest != 0; rest &= rest - 1 {
		b.paths |= rest & -rest
		b.open.Add(inColour(h, rest&-rest))
	}
	return status
}

// inColour returns the hash of a state in a colour of one bit. For the first bit, it is the state's hash.
func inColour(h uint64, c Colour) uint64 {
	if c <= 1 {
		return h
	}
	return mix.Pair(h, uint64(c))
}

func (b *bitstate) Close(a *Arrival, _ Ref, drop Colour) {
	h := mix.Seeded(b.seed, b.l.Key(a.State.Vec))
	for ; drop != 0; drop &= drop - 1 {
		b.open.Drop(inColour(h, drop&-drop))
	}
}

func (b *bitstate) KeepColours(uint) {}

func (b *bitstate) Caps() Caps { return Caps{Coloured: true} }

func (b *bitstate) Err() error { return nil }

func (b *bitstate) Stats() Stats {
	s := Stats{Stored: b.n, Omissions: b.omissions}
	return s.With("bits", b.words.Bytes()).With("open states", b.open.Bytes())
}

func (b *bitstate) Free() {
	b.words.Free()
	b.open.Free()
}
