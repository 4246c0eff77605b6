package store

import (
	"gospin/compression/mix"
	"gospin/compression/quotient"
	"gospin/vm/layout"
)

// hashCompact stores a hash of every state (Wolper, Leroy, "Reliable hashing without collision detection",
// 1993; Stern, Dill, "Improved probabilistic verification by hash compaction", 1995). It is not exact: a new
// state with the hash of another one counts as known.
type hashCompact struct {
	l         *layout.Layout
	seed      uint64
	shift     uint // to the stored bits of a hash
	set       numbers
	hash      float64 // the fraction of one hash
	omissions float64
	sample    *Sample // may be nil
}

// HashCompact has the options of a hash-compaction store.
type HashCompact struct {
	Bits  uint   // of a hash
	Limit int64  // in bytes; 0 for none
	Seed  uint64 // selects the hash function

	Sample *Sample
}

// Widths of stored hashes.
const (
	MinHash = 16
	MaxHash = 64
)

// NewHashCompact returns a store that may mistake a new state for a known one.
func NewHashCompact(l *layout.Layout, o HashCompact) Store {
	b := min(max(o.Bits, MinHash), MaxHash)
	c := &hashCompact{l: l, seed: mix.Word(o.Seed), shift: 64 - b, hash: 1 / (float64(uint64(1)<<(b-1)) * 2),
		sample: o.Sample}
	none := func() int64 { return 0 }
	c.set = numbers{Set: quotient.New(b, 1<<12), limit: OrNone(o.Limit), beside: none}
	c.set.larger = func(bytes int64, room int) int64 {
		return int64(float64(bytes) * float64(step(room)) / float64(room))
	}
	return c
}

func (c *hashCompact) Visit(a *Arrival) (Ref, Status) {
	h := mix.Seeded(c.seed, c.l.Key(a.State.Vec)) >> c.shift
	status := c.set.visit(h, a)
	if status == New {
		p := float64(c.set.Len()-1) * c.hash // see bitstate
		c.omissions += p / (1 - p)
		if c.sample != nil {
			c.sample.Add(a.State)
		}
	}
	return Ref(h), status
}

func (c *hashCompact) Close(_ *Arrival, r Ref, drop Colour) { c.set.Clear(uint64(r), uint16(drop)) }

func (c *hashCompact) KeepColours(bits uint) { c.set.KeepColours(bits) }

func (c *hashCompact) Caps() Caps { return Caps{Coloured: true} }

func (c *hashCompact) Err() error { return nil }

func (c *hashCompact) Stats() Stats {
	return Stats{Stored: uint64(c.set.Len()), Omissions: c.omissions}.With("hashes", c.set.Bytes())
}

func (c *hashCompact) Free() { c.set.Free() }
