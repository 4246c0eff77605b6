package roots

import (
	"sync/atomic"
	"time"
	"unsafe"
)

// Times is where the time of adding went: to hash roots and ask for their places, to wait for these, and to
// put roots there.
type Times struct {
	Hash, Wait, Put time.Duration
}

// All is the sum.
func (t *Times) All() time.Duration { return t.Hash + t.Wait + t.Put }

// Timed is a set that can tell where the time goes.
type Timed[R Root] interface {
	// AddTimed is Set.Add, and adds to times.
	AddTimed(rs []R, from int, fresh []uint32, t *Times) ([]uint32, int)
}

// AddTimed implements Timed. It is slower than Add, for it waits for all places before it looks at the first.
func (s *Plain[R]) AddTimed(rs []R, from int, fresh []uint32, t *Times) ([]uint32, int) {
	var at [ahead]int
	for from < len(rs) {
		part := rs[from:min(from+ahead, len(rs))]
		if !s.reserve(uint64(len(part))) {
			return fresh, from
		}
		begin := time.Now()
		s.ask(part, at[:])
		asked := time.Now()
		s.await(at[:len(part)])
		there := time.Now()
		fresh = s.enter(part, at[:], uint32(from), fresh)
		from += len(part)
		t.Hash += asked.Sub(begin)
		t.Wait += there.Sub(asked)
		t.Put += time.Since(there)
	}
	return fresh, from
}

// reserve reserves room for this many roots, if there is any. Keep tells how many of them have been put
// there.
func (s *Plain[R]) reserve(n uint64) bool {
	if !s.shared {
		return s.n+n <= s.room
	}
	if atomic.AddUint64(&s.held, n) > s.room {
		atomic.AddUint64(&s.held, -n)
		return false
	}
	return true
}

func (s *Plain[R]) keep(n, reserved uint64) {
	if !s.shared {
		s.n += n
		return
	}
	atomic.AddUint64(&s.n, n)
	atomic.AddUint64(&s.held, n-reserved)
}

// await reads slots, so that they are near.
func (s *Plain[R]) await(at []int) {
	seen := uint64(0)
	for _, p := range at {
		seen |= atomic.LoadUint64((*uint64)(unsafe.Pointer(&s.slots[p])))
	}
	waited.Store(seen)
}

// waited is what was read: the compiler leaves out what nobody sees.
var waited atomic.Uint64
