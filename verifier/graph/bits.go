package graph

import (
	"encoding/binary"
	"math/bits"
)

// width returns the number of bits that distinguish n things.
func width(n uint64) uint {
	if n < 2 {
		return 0
	}
	return uint(bits.Len64(n - 1))
}

// bitString is a sequence of bits, beginning with the lowest bit of the first byte. At least slack bytes
// follow the last used one, so that a word can be read at any position.
type bitString struct {
	b []byte
	n uint64 // length in bits
}

const slack = 8

// put appends the lowest bits of v, at most 56.
func (s *bitString) put(v uint64, w uint) {
	at, sh := s.n>>3, s.n&7
	for uint64(len(s.b)) < at+slack+8 {
		s.b = append(s.b, 0, 0, 0, 0, 0, 0, 0, 0)
	}
	word := binary.LittleEndian.Uint64(s.b[at:])
	binary.LittleEndian.PutUint64(s.b[at:], word|v<<sh)
	s.n += uint64(w)
}

// get reads up to 56 bits.
func (s *bitString) get(at uint64, w uint) uint64 {
	return binary.LittleEndian.Uint64(s.b[at>>3:]) >> (at & 7) & (1<<w - 1)
}

// gamma appends a number, at least 1, in Elias's gamma code: one zero for each bit after the first, then the
// bits.
func (s *bitString) gamma(v uint64) {
	n := uint(bits.Len64(v)) - 1
	s.put(1<<n, n+1)
	s.put(v&(1<<n-1), n)
}

// readGamma reads a number in gamma code, and returns the position after it. The result 0 means that the
// string ends too early, or the number has more than 33 bits.
func (s *bitString) readGamma(at uint64) (v, next uint64) {
	if at >= s.n {
		return 0, at
	}
	n := uint(bits.TrailingZeros64(binary.LittleEndian.Uint64(s.b[at>>3:]) >> (at & 7)))
	if n > 34 || at+2*uint64(n)+1 > s.n {
		return 0, at
	}
	at += uint64(n) + 1
	return 1<<n | s.get(at, n), at + uint64(n)
}

// copyFrom appends bits of another string.
func (s *bitString) copyFrom(t *bitString, from, n uint64) {
	for n > 0 {
		w := min(n, 48)
		s.put(t.get(from, uint(w)), uint(w))
		from += w
		n -= w
	}
}

// bytes returns the bytes that hold the bits.
func (s *bitString) bytes() []byte { return s.b[:(s.n+7)>>3] }

// reset empties the string.
func (s *bitString) reset() {
	clear(s.b[:min(uint64(len(s.b)), s.n>>3+slack+1)])
	s.n = 0
}

// stringOf returns bytes as a string of bits.
func stringOf(b []byte) *bitString {
	with := make([]byte, len(b)+slack)
	copy(with, b)
	return &bitString{b: with, n: uint64(len(b)) << 3}
}
