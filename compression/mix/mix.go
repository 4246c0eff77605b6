// Package mix has the hash functions of visited tables. Seeds are fixed, so that runs are reproducible. They
// multiply and fold like wyhash (Wang Yi). Words are multiplied twice, because the packed roots of collapsed
// states are so regular that a single multiplication leaves clusters.
package mix

import (
	"encoding/binary"
	"math/bits"
)

const (
	k0 = 0x9e3779b97f4a7c15
	k1 = 0xd1b54a32d192ed03
	k2 = 0xaef17502108ef2d9
	k3 = 0x8cb92ba72f3d8dd7
)

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// Word hashes one word.
func Word(w uint64) uint64 { return fold(fold(w^k0, k1)^k2, k3) }

// Pair hashes two words.
func Pair(a, b uint64) uint64 { return fold(fold(a^k0, k1)^b^k2, k3) }

// Words hashes a sequence of words of a known length.
func Words(w []uint64) uint64 {
	h := uint64(0)
	for _, x := range w {
		h = fold(h^x^k0, k1)
	}
	return fold(h^k2, k3)
}

// Bytes hashes a byte string.
func Bytes(b []byte) uint64 { return Seeded(0, b) }

// Seeded hashes a byte string with one of many functions, whose collisions differ.
func Seeded(seed uint64, b []byte) uint64 {
	n := uint64(len(b))
	h := n ^ k0 ^ seed
	if len(b) > 32 {
		g := k2 ^ seed
		for len(b) > 32 {
			h = fold(binary.LittleEndian.Uint64(b)^k1, binary.LittleEndian.Uint64(b[8:])^h)
			g = fold(binary.LittleEndian.Uint64(b[16:])^k3, binary.LittleEndian.Uint64(b[24:])^g)
			b = b[32:]
		}
		h ^= g
	}
	if len(b) > 16 {
		h = fold(binary.LittleEndian.Uint64(b)^k1, binary.LittleEndian.Uint64(b[8:])^h)
		b = b[16:]
	}
	var x, y uint64
	switch {
	case len(b) >= 8:
		x, y = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[len(b)-8:])
	case len(b) >= 4:
		x, y = uint64(binary.LittleEndian.Uint32(b)), uint64(binary.LittleEndian.Uint32(b[len(b)-4:]))
	case len(b) > 0:
		x = uint64(b[0]) | uint64(b[len(b)/2])<<8 | uint64(b[len(b)-1])<<16
	}
	h = fold(x^k1, y^h)
	return fold(h^k2, n^k3)
}

// Slot maps a hash to one of n slots by its high bits, so that a larger table keeps the order of slots.
func Slot(h uint64, n int) int {
	hi, _ := bits.Mul64(h, uint64(n))
	return int(hi)
}
