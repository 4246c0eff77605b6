package roots

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"gospin/compression/offheap"
)

// Plain is a hash set of roots, which lie in its slots as they are: open addressing with linear probing. The
// slots are in the order of the hashes, so that a table grows in one go through both.
type Plain[R Root] struct {
	slots  []R // whose first word is 0 in a free one
	memory offheap.Block[uint64]
	n      uint64
	held   uint64     // with several workers: n, and for what room is reserved
	room   uint64     // roots that may be there before the table grows
	shared bool       // several workers add at a time
	help   int        // workers that may help to grow
	at     [ahead]int // for one worker: where what is being added belongs
}

const (
	firstSlots = 1 << 13
	ahead      = 64 // roots whose slots are asked for before the first is looked at
	half       = 1 << 63
)

// NewPlain returns an empty set with room for at least this many roots, for a number of workers.
func NewPlain[R Root](room uint64, workers int) *Plain[R] {
	s := &Plain[R]{shared: workers > 1, help: max(1, workers)}
	s.allocate(max(firstSlots, int(room/4*5)+5))
	return s
}

// Share has this many workers add from now on. None adds meanwhile.
func (s *Plain[R]) Share(workers int) {
	s.shared, s.help, s.held = true, workers, s.n
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
	var at [ahead]int
	for from := 0; from < len(rs); from += ahead {
		s.ask(rs[from:min(from+ahead, len(rs))], at[:])
	}
}

func (s *Plain[R]) Add(rs []R, from int, fresh []uint32) ([]uint32, int) {
	if s.shared {
		return s.addShared(rs, from, fresh)
	}
	for from < len(rs) {
		part := rs[from:min(from+ahead, len(rs))]
		if s.n+uint64(len(part)) > s.room {
			return fresh, from
		}
		s.ask(part, s.at[:])
		before := len(fresh)
		fresh = s.put(part, s.at[:], uint32(from), fresh)
		s.n += uint64(len(fresh) - before)
		from += len(part)
	}
	return fresh, from
}

// Place appends to at where roots belong, until the set grows, and has these places brought near.
func (s *Plain[R]) Place(rs []R, at []int) []int {
	n := len(at)
	at = slices.Grow(at, len(rs))[:n+len(rs)]
	s.ask(rs, at[n:])
	return at
}

// AddPlaced is Add for roots that belong to the places in at.
func (s *Plain[R]) AddPlaced(rs []R, at []int, from int, fresh []uint32) ([]uint32, int) {
	for from < len(rs) {
		to := min(from+ahead, len(rs))
		if !s.reserve(uint64(to - from)) {
			return fresh, from
		}
		fresh = s.enter(rs[from:to], at[from:to], uint32(from), fresh)
		from = to
	}
	return fresh, from
}

// enter puts roots into their places, for which room is reserved.
func (s *Plain[R]) enter(rs []R, at []int, from uint32, fresh []uint32) []uint32 {
	before := len(fresh)
	if s.shared {
		fresh = s.putShared(rs, at, from, fresh)
	} else {
		fresh = s.put(rs, at, from, fresh)
	}
	s.keep(uint64(len(fresh)-before), uint64(len(rs)))
	return fresh
}

// ask has the slots brought near that roots belong to.
func (s *Plain[R]) ask(rs []R, at []int) {
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

// addShared is Add for several workers. They have room reserved for what they may add before they do.
func (s *Plain[R]) addShared(rs []R, from int, fresh []uint32) ([]uint32, int) {
	var at [ahead]int
	for from < len(rs) {
		part := rs[from:min(from+ahead, len(rs))]
		if atomic.AddUint64(&s.held, uint64(len(part))) > s.room {
			atomic.AddUint64(&s.held, -uint64(len(part)))
			return fresh, from
		}
		s.ask(part, at[:])
		before := len(fresh)
		fresh = s.putShared(part, at[:], uint32(from), fresh)
		n := uint64(len(fresh) - before)
		atomic.AddUint64(&s.n, n)
		atomic.AddUint64(&s.held, n-uint64(len(part)))
		from += len(part)
	}
	return fresh, from
}

// putShared claims a free slot by its first word. While the others are written, the top bit says so.
func (s *Plain[R]) putShared(rs []R, at []int, from uint32, fresh []uint32) []uint32 {
	slots, at := s.slots, at[:len(rs)]
	for i := range rs {
		r := &rs[i]
		claim := (*r)[0]
		if len(*r) > 1 {
			claim |= half
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
				runtime.Gosched() // the same root, perhaps, which another worker is writing
				continue
			}
			if v == (*r)[0] && rest(x, r) {
				break
			}
			if p++; p == len(slots) {
				p = 0
			}
		}
	}
	return fresh
}

// rest reports whether all words but the first are equal.
func rest[R Root](x, y *R) bool {
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

// part is how many slots of a table that goes are read before they are given back.
func part[R Root]() int { return 1 << 19 / width[R]() }

// parts calls f with one part of the slots after the other, and gives back what has been read.
func (s *Plain[R]) parts(f func(from, to int)) {
	for from := 0; from < len(s.slots); from += part[R]() {
		to := min(from+part[R](), len(s.slots))
		f(from, to)
		s.memory.Discard(from*width[R](), to*width[R]())
	}
}

// Drain is Each, and Free: memory is given back as it is read.
func (s *Plain[R]) Drain(f func(r *R)) {
	s.parts(func(from, to int) {
		for i := from; i < to; i++ {
			if x := &s.slots[i]; (*x)[0] != 0 {
				f(x)
			}
		}
	})
	s.Free()
}

// larger is the number of slots after n: small steps when the table is large, for what is free costs more
// than the move.
func larger(n int) int {
	switch {
	case n < 1<<18:
		return 4 * n
	case n < 1<<22:
		return 2 * n
	}
	return n + n/2
}

// Grow takes the largest step that the limit allows, unless it is too small to be worth while.
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
	if s.help > 1 && was > part[R]() {
		s.moveTogether(&old)
	} else {
		old.parts(func(from, to int) { s.move(old.slots[from:to], false) })
	}
	old.Free()
	return true
}

// move puts roots into the table none of which is there.
func (s *Plain[R]) move(old []R, shared bool) {
	slots := s.slots
	var at [ahead]int
	for from := 0; from < len(old); from += ahead {
		part := old[from:min(from+ahead, len(old))]
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
			for k := 1; k < len(*r); k++ { // nobody looks at them meanwhile
				slots[p][k] = (*r)[k]
			}
		}
	}
}

// claim claims a slot if it is free, as others may, too, if it is shared.
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

// moveTogether is move of a whole table. The workers wait meanwhile: as many take one part after the other.
func (s *Plain[R]) moveTogether(old *Plain[R]) {
	var (
		taken atomic.Int64
		all   sync.WaitGroup
	)
	for range s.help {
		all.Go(func() {
			for {
				from := int(taken.Add(int64(part[R]()))) - part[R]()
				if from >= len(old.slots) {
					return
				}
				to := min(from+part[R](), len(old.slots))
				s.move(old.slots[from:to], true)
				old.memory.Discard(from*width[R](), to*width[R]())
			}
		})
	}
	all.Wait()
}
