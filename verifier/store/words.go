package store

import "gospin/compression/offheap"

// Words is a list of words that grows, outside of Go's memory.
type Words struct {
	all offheap.Arena[uint64]
	n   int
}

// Append adds a word.
func (w *Words) Append(x uint64) {
	w.all.From(w.all.Alloc(1))[0] = x
	w.n++
}

// At returns a word.
func (w *Words) At(i int) uint64 { return w.all.From(i)[0] }

// Len is how many words there are.
func (w *Words) Len() int { return w.n }

// Free gives the memory back.
func (w *Words) Free() { w.all.Free(); w.n = 0 }
