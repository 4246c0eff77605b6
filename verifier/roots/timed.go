package roots

import (
	"sync/atomic"
	"time"
	"unsafe"
)

// Times are the times that adding took: to hash roots and prefetch their slots, to wait for the slots, and to
// store the roots.
type Times struct {
	Hash, Wait, Put time.Duration
}

// All returns the sum.
func (t *Times) All() time.Duration { return t.Hash + t.Wait + t.Put }

// Timed is a set that can measure the time of additions.
type Timed[R Root] interface {
	// AddTimed is like Set.Add, and adds to the times in t.
	AddTimed(rs []R, from int, fresh []uint32, t *Times) ([]uint32, int)
}

// AddTimed implements Timed. It is slower than Add, since it waits for all slots before it reads the first.
func (s *Plain[R]) AddTimed(rs []R, from int, fresh []uint32, t *Times) ([]uint32, int) {
	var at [batchSize]int
	for from < len(rs) {
		part := rs[from:min(from+batchSize, len(rs))]
		if !s.reserve(uint64(len(part))) {
			return fresh, from
		}
		begin := time.Now()
		s.prefetch(part, at[:])
		hashed := time.Now()
		s.await(at[:len(part)])
		there := time.Now()
		fresh = s.enter(part, at[:], uint32(from), fresh)
		from += len(part)
		t.Hash += hashed.Sub(begin)
		t.Wait += there.Sub(hashed)
		t.Put += time.Since(there)
	}
	return fresh, from
}

// reserve reserves room for n roots, and reports whether there was enough. Afterwards, commit must be called
// with the number of roots that were stored.
func (s *Plain[R]) reserve(n uint64) bool {
	if !s.shared {
		return s.n+n <= s.room
	}
	if atomic.AddUint64(&s.reserved, n) > s.room {
		atomic.AddUint64(&s.reserved, -n)
		return false
	}
	return true
}

func (s *Plain[R]) commit(n, reserved uint64) {
	if !s.shared {
		s.n += n
		return
	}
	atomic.AddUint64(&s.n, n)
	atomic.AddUint64(&s.reserved, n-reserved)
}

// await reads slots, so that they are in the cache.
func (s *Plain[R]) await(at []int) {
	seen := uint64(0)
	for _, p := range at {
		seen |= atomic.LoadUint64((*uint64)(unsafe.Pointer(&s.slots[p])))
	}
	awaited.Store(seen)
}

// awaited has what await read, so that the compiler does not remove the reads.
var awaited atomic.Uint64
