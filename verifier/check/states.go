package check

import (
	"bytes"
	"hash/maphash"
	"math/bits"
)

// states has the states of a certificate, in order.
type states struct {
	n      uint64
	bytes  uint64
	groups []group
	seed   maphash.Seed
	marks  []uint32 // a bit for each state: it was reached
}

// group has the states of one length.
type group struct {
	size  int
	first uint64 // the number of shorter states
	n     int
	data  [][]byte // in pieces of perPiece states each
	table []uint64 // by hash: the number in the group plus 1, and further bits of the hash
}

// perPiece is small, since the last piece may be almost empty.
const perPiece = 1 << 10

func (s *states) add(state []byte) {
	if n := len(s.groups); n == 0 || s.groups[n-1].size != len(state) {
		s.groups = append(s.groups, group{size: len(state), first: s.n})
	}
	g := &s.groups[len(s.groups)-1]
	if g.n%perPiece == 0 {
		g.data = append(g.data, make([]byte, 0, perPiece*len(state)))
	}
	last := &g.data[len(g.data)-1]
	*last = append(*last, state...)
	g.n++
	s.n, s.bytes = s.n+1, s.bytes+uint64(len(state))
}

// index builds the hash tables.
func (s *states) index() {
	s.seed, s.marks = maphash.MakeSeed(), make([]uint32, s.n/32+1)
	for i := range s.groups {
		g := &s.groups[i]
		g.table = make([]uint64, g.n+g.n/2+1)
		for k := range g.n {
			at, tag := g.place(s.seed, g.at(k))
			for g.table[at] != 0 {
				at = (at + 1) % len(g.table)
			}
			g.table[at] = tag | uint64(k) + 1
		}
	}
}

func (g *group) at(k int) []byte {
	return g.data[k/perPiece][k%perPiece*g.size:][:g.size:g.size]
}

// number masks the number of a state in an entry of a table; the rest is a tag.
const number = 1<<32 - 1

// place returns the slot at which the search for a state begins, and the tag of its entry.
func (g *group) place(seed maphash.Seed, state []byte) (at int, tag uint64) {
	h := maphash.Bytes(seed, state)
	first, _ := bits.Mul64(h, uint64(len(g.table)))
	return int(first), h << 32
}

// group returns the group of the states of a length, or nil.
func (s *states) group(size int) *group {
	for i := range s.groups {
		if s.groups[i].size == size {
			return &s.groups[i]
		}
	}
	return nil
}

// find returns the number of a state; ok is false if there is none.
func (s *states) find(state []byte) (n uint64, ok bool) {
	g := s.group(len(state))
	if g == nil {
		return 0, false
	}
	for at, tag := g.place(s.seed, state); g.table[at] != 0; at = (at + 1) % len(g.table) {
		if x := g.table[at]; x&^number == tag && bytes.Equal(g.at(int(x&number-1)), state) {
			return g.first + x&number - 1, true
		}
	}
	return 0, false
}

// get returns a state by its number.
func (s *states) get(n uint64) []byte {
	i := len(s.groups) - 1
	for s.groups[i].first > n {
		i--
	}
	return s.groups[i].at(int(n - s.groups[i].first))
}
