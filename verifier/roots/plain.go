package roots

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"gospin/compression/offheap"
)

// Plain is a hash table whose slots are the roots themselves, with open addressing and linear probing. Slots
// are in the order of the hashes, so a larger table is filled in one pass over both.
type Plain[R Root] struct {
	slots    []R // the first word of a free slot is 0
	memory   offheap.Block[uint64]
	n        uint64
	reserved uint64         // with several workers: n, plus the room that they have reserved
	room     uint64         // number of roots at which the table must grow
	shared   bool           // several workers add at a time
	help     int            // number of workers that move roots when the table grows
	at       [batchSize]int // scratch of a single worker: the home slots of the roots being added
}

const (
	firstSlots = 1 << 13
	batchSize  = 64 // roots whose slots are prefetched before the first is read
	unwritten  = 1 << 63
)

// NewPlain returns an empty set with room for at least this many roots, for a number of workers.
func NewPlain[R Root](room uint64, workers int) *Plain[R] {
	s := &Plain[R]{shared: workers > 1, help: max(1, workers)}
	s.allocate(max(firstSlots, int(room/4*5)+5))
	return s
}

// Share allows this many workers to add from now on. It must not be called while any worker adds.
func (s *Plain[R]) Share(workers int) {
	s.shared, s.help, s.reserved = true, workers, s.n
}

func (s *Plain[R]) allocate(size int) {
	s.memory = offheap.Alloc[uint64](size * width[R]())
	s.slots = unsafe.Slice((*R)(unsafe.Pointer(&s.memory.Data[0])), size)
	s.room = uint64(size) / 5 * 4
}

func width[R Root]() int {
	var r R
	return len(r)
}

func (s *Plain[R]) Len() uint64 { return atomic.LoadUint64(&s.n) }

func (s *Plain[R]) Bytes() int64 { return s.memory.Bytes() }

func (s *Plain[R]) Free() {
	s.memory.Free()
	s.slots = nil
}

func (s *Plain[R]) Touch(rs []R) {
	var at [batchSize]int
	for from := 0; from < len(rs); from += batchSize {
		s.prefetch(rs[from:min(from+batchSize, len(rs))], at[:])
	}
}

func (s *Plain[R]) Add(rs []R, from int, fresh []uint32) ([]uint32, int) {
	if s.shared {
		return s.addShared(rs, from, fresh)
	}
	for from < len(rs) {
		part := rs[from:min(from+batchSize, len(rs))]
		if s.n+uint64(len(part)) > s.room {
			return fresh, from
		}
		s.prefetch(part, s.at[:])
		before := len(fresh)
		fresh = s.put(part, s.at[:], uint32(from), fresh)
		s.n += uint64(len(fresh) - before)
		from += len(part)
	}
	return fresh, from
}

// Place prefetches the home slots of roots, and appends them to at. They are valid until the set grows.
func (s *Plain[R]) Place(rs []R, at []int) []int {
	n := len(at)
	at = slices.Grow(at, len(rs))[:n+len(rs)]
	s.prefetch(rs, at[n:])
	return at
}

// AddPlaced is like Add, for roots whose home slots are in at (see Place).
func (s *Plain[R]) AddPlaced(rs []R, at []int, from int, fresh []uint32) ([]uint32, int) {
	for from < len(rs) {
		to := min(from+batchSize, len(rs))
		if !s.reserve(uint64(to - from)) {
			return fresh, from
		}
		fresh = s.enter(rs[from:to], at[from:to], uint32(from), fresh)
		from = to
	}
	return fresh, from
}

// enter stores roots for which room is reserved. at has their home slots.
func (s *Plain[R]) enter(rs []R, at []int, from uint32, fresh []uint32) []uint32 {
	before := len(fresh)
	if s.shared {
		fresh = s.putShared(rs, at, from, fresh)
	} else {
		fresh = s.put(rs, at, from, fresh)
	}
	s.commit(uint64(len(fresh)-before), uint64(len(rs)))
	return fresh
}

// prefetch computes the home slots of roots, and prefetches them.
func (s *Plain[R]) prefetch(rs []R, at []int) {
	places(rs, len(s.slots), at)
	offheap.PrefetchEach((*byte)(unsafe.Pointer(&s.slots[0])), 8*width[R](), at[:len(rs)])
}

func (s *Plain[R]) put(rs []R, at []int, from uint32, fresh []uint32) []uint32 {
	slots, at := s.slots, at[:len(rs)]
	for i := range rs {
		r := &rs[i]
		for p := at[i]; ; {
			x := &slots[p]
			if (*x)[0] == 0 {
				*x = *r
				fresh = append(fresh, from+uint32(i))
				break
			}
			if *x == *r {
				break
			}
			if p++; p == len(slots) {
				p = 0
			}
		}
	}
	return fresh
}

// addShared is Add for several workers. A worker reserves room for roots before it adds them.
func (s *Plain[R]) addShared(rs []R, from int, fresh []uint32) ([]uint32, int) {
	var at [batchSize]int
	for from < len(rs) {
		part := rs[from:min(from+batchSize, len(rs))]
		if atomic.AddUint64(&s.reserved, uint64(len(part))) > s.room {
			atomic.AddUint64(&s.reserved, -uint64(len(part)))
			return fresh, from
		}
		s.prefetch(part, at[:])
		before := len(fresh)
		fresh = s.putShared(part, at[:], uint32(from), fresh)
		n := uint64(len(fresh) - before)
		atomic.AddUint64(&s.n, n)
		atomic.AddUint64(&s.reserved, n-uint64(len(part)))
		from += len(part)
	}
	return fresh, from
}

// putShared claims a free slot by a compare-and-swap of its first word. The top bit is set until the other
// words are written.
func (s *Plain[R]) putShared(rs []R, at []int, from uint32, fresh []uint32) []uint32 {
	slots, at := s.slots, at[:len(rs)]
	for i := range rs {
		r := &rs[i]
		claim := (*r)[0]
		if len(*r) > 1 {
			claim |= unwritten
		}
		for p := at[i]; ; {
			x := &slots[p]
			first := (*uint64)(unsafe.Pointer(x))
			v := atomic.LoadUint64(first)
			if v == 0 {
				if !atomic.CompareAndSwapUint64(first, 0, claim) {
					continue
				}
				if len(*r) > 1 {
					for k := 1; k < len(*r); k++ {
						(*x)[k] = (*r)[k]
					}
					atomic.StoreUint64(first, (*r)[0])
				}
				fresh = append(fresh, from+uint32(i))
				break
			}
			if len(*r) > 1 && v == claim {
				runtime.Gosched() // another worker is writing a root with the same first word
				continue
			}
			if v == (*r)[0] && equalRest(x, r) {
				break
			}
			if p++; p == len(slots) {
				p = 0
			}
		}
	}
	return fresh
}

// equalRest reports whether all words but the first are equal.
func equalRest[R Root](x, y *R) bool {
	for k := 1; k < len(*x); k++ {
		if (*x)[k] != (*y)[k] {
			return false
		}
	}
	return true
}

// Each calls f with every root.
func (s *Plain[R]) Each(f func(r *R)) {
	for i := range s.slots {
		if x := &s.slots[i]; (*x)[0] != 0 {
			f(x)
		}
	}
}

// partSlots is the number of slots that are read before their memory is released.
func partSlots[R Root]() int { return 1 << 19 / width[R]() }

// eachPart calls f with one range of slots after the other, and releases the slots of each range.
func (s *Plain[R]) eachPart(f func(from, to int)) {
	for from := 0; from < len(s.slots); from += partSlots[R]() {
		to := min(from+partSlots[R](), len(s.slots))
		f(from, to)
		s.memory.Discard(from*width[R](), to*width[R]())
	}
}

// Drain calls f with every root, and frees the set; memory is released while it is read.
func (s *Plain[R]) Drain(f func(r *R)) {
	s.eachPart(func(from, to int) {
		for i := from; i < to; i++ {
			if x := &s.slots[i]; (*x)[0] != 0 {
				f(x)
			}
		}
	})
	s.Free()
}

// larger returns the number of slots after n. Large tables grow by smaller factors, since free slots cost
// more than moving.
func larger(n int) int {
	switch {
	case n < 1<<18:
		return 4 * n
	case n < 1<<22:
		return 2 * n
	}
	return n + n/2
}

// Grow makes the table as much larger as the limit allows. It returns false if that is not worth while.
func (s *Plain[R]) Grow(limit int64) bool {
	was, size := len(s.slots), larger(len(s.slots))
	if limit > 0 {
		size = int(min(int64(size), limit/int64(8*width[R]())))
	}
	if size < was+was/16 {
		return false
	}
	old := *s
	s.allocate(size)
	if s.help > 1 && was > partSlots[R]() {
		s.moveTogether(&old)
	} else {
		old.eachPart(func(from, to int) { s.move(old.slots[from:to], false) })
	}
	old.Free()
	return true
}

// move stores roots that are not in the table.
func (s *Plain[R]) move(old []R, shared bool) {
	slots := s.slots
	var at [batchSize]int
	for from := 0; from < len(old); from += batchSize {
		part := old[from:min(from+batchSize, len(old))]
		places(part, len(slots), at[:])
		for i := range part {
			r := &part[i]
			if (*r)[0] == 0 {
				continue
			}
			p := at[i]
			for !claim(&slots[p], (*r)[0], shared) {
				if p++; p == len(slots) {
					p = 0
				}
			}
			for k := 1; k < len(*r); k++ { // no other worker reads these words meanwhile
				slots[p][k] = (*r)[k]
			}
		}
	}
}

// claim claims a slot, and reports whether it was free. shared says that other workers claim slots, too.
func claim[R Root](slot *R, first uint64, shared bool) bool {
	w := (*uint64)(unsafe.Pointer(slot))
	if !shared {
		free := *w == 0
		if free {
			*w = first
		}
		return free
	}
	return atomic.LoadUint64(w) == 0 && atomic.CompareAndSwapUint64(w, 0, first)
}

// moveTogether moves a whole table with several goroutines, which take one part after the other. The workers
// wait meanwhile.
func (s *Plain[R]) moveTogether(old *Plain[R]) {
	var (
		taken atomic.Int64
		all   sync.WaitGroup
	)
	for range s.help {
		all.Go(func() {
			for {
				from := int(taken.Add(int64(partSlots[R]()))) - partSlots[R]()
				if from >= len(old.slots) {
					return
				}
				to := min(from+partSlots[R](), len(old.slots))
				s.move(old.slots[from:to], true)
				old.memory.Discard(from*width[R](), to*width[R]())
			}
		})
	}
	all.Wait()
}
