package unmove

import (
	"math/bits"
	"unsafe"

	"gospin/compression/offheap"
)

// sieve is a bitmap of the hashes of a set's states. Of the states that are not in the set, it rejects all
// but about one in sieveBits.
type sieve struct {
	memory offheap.Block[uint64]
	mask   uint64
}

const sieveBits = 8 // bits for each state: this many, or up to twice as many

// newSieve returns an empty sieve for a number of states.
func newSieve(states uint64) *sieve {
	n := max(64, 1<<bits.Len64(sieveBits*states-1))
	return &sieve{offheap.Alloc[uint64](n / 64), uint64(n - 1)}
}

func (s *sieve) add(hash uint64) {
	hash &= s.mask
	s.memory.Data[hash>>6] |= 1 << (hash & 63)
}

func (s *sieve) has(hash uint64) bool {
	hash &= s.mask
	return s.memory.Data[hash>>6]>>(hash&63)&1 != 0
}

// touch prefetches the bit of a hash.
func (s *sieve) touch(hash uint64) {
	offheap.Prefetch((*byte)(unsafe.Pointer(&s.memory.Data[hash&s.mask>>6])))
}

func (s *sieve) bytes() int64 {
	if s == nil {
		return 0
	}
	return s.memory.Bytes()
}

func (s *sieve) free() {
	if s != nil {
		s.memory.Free()
	}
}
