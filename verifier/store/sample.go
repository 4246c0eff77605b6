package store

import (
	"fmt"
	"slices"

	"gospin/compression/mix"
	"gospin/vm"
	"gospin/vm/layout"
)

// Sample keeps the smallest of the hashes of all states (Bar-Yossef and others, "Counting distinct
// elements in a data stream", 2002, algorithm 1). The hash is the same in every search, whatever the seed
// of its store. So samples of several searches tell how many states these have seen together, and how many
// in common.
type Sample struct {
	l      *layout.Layout
	most   int
	hashes []uint64 // sorted
}

// sampling selects the hash function of samples, other than any store's.
const sampling = 0x73616d706c65

// NewSample returns a sample of at most this many hashes.
func NewSample(l *layout.Layout, most int) *Sample { return &Sample{l: l, most: most} }

// Add adds a state.
func (s *Sample) Add(state *vm.State) {
	h := mix.Seeded(sampling, s.l.Key(state.Vec))
	full := len(s.hashes) == s.most
	if full && h >= s.hashes[s.most-1] {
		return
	}
	at, known := slices.BinarySearch(s.hashes, h)
	if known {
		return
	}
	if full {
		s.hashes = s.hashes[:s.most-1]
	}
	s.hashes = slices.Insert(s.hashes, at, h)
}

// Hex returns the hashes in order, as hexadecimal numbers of 16 digits.
func (s *Sample) Hex() []string {
	out := make([]string, len(s.hashes))
	for i, h := range s.hashes {
		out[i] = fmt.Sprintf("%016x", h)
	}
	return out
}
