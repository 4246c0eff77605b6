package store

import "gospin/compression/offheap"

// Words is a growing list of words outside of Go's heap.
type Words struct {
	all offheap.Arena[uint64]
	n   int
}

// Append appends a word.
func (w *Words) Append(x uint64) {
	w.all.From(w.all.Alloc(1))[0] = x
	w.n++
}

// At returns a word.
func (w *Words) At(i int) uint64 { return w.all.From(i)[0] }

// Len returns the number of words.
func (w *Words) Len() int { return w.n }

// Free releases the memory.
func (w *Words) Free() { w.all.Free(); w.n = 0 }
