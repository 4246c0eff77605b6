package store

import (
	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/vm/layout"
)

// bitstate remembers three bits for every state (Holzmann, "On limits and possibilities of automated protocol
// analysis", 1987). It is not exact: a new state whose bits are set by others counts as known. It is for
// training runs only.
type bitstate struct {
	l    *layout.Layout
	bits offheap.Block[uint64]
	n    uint64
}

// NewBitstate returns a store of bytes bytes for training runs: it may take a new state for a known one, and
// is never full.
func NewBitstate(l *layout.Layout, bytes int64) Store {
	return &bitstate{l: l, bits: offheap.Alloc[uint64](int(max(bytes/8, 1<<10)))}
}

func (b *bitstate) Visit(a *Arrival) (Ref, Status) {
	h := mix.Bytes(b.l.Key(a.State.Vec))
	status, words := Closed, b.bits.Data
	for range 3 {
		w, bit := &words[mix.Slot(h, len(words))], uint64(1)<<(h&63)
		if *w&bit == 0 {
			*w |= bit
			status = New
		}
		h = mix.Word(h)
	}
	if status == New {
		b.n++
	}
	return 0, status
}

func (b *bitstate) Caps() Caps { return Caps{} }

func (b *bitstate) Close(*Arrival, Ref, Colour) {}

func (b *bitstate) KeepColours(uint) {}

func (b *bitstate) Err() error { return nil }

func (b *bitstate) Stats() Stats { return Stats{Stored: b.n, Bytes: b.bits.Bytes()} }

func (b *bitstate) Free() { b.bits.Free() }
