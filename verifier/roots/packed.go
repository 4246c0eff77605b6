package roots

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// Packed is a set of roots for one worker. Its slots have as many bytes as roots use up to their highest
// nonzero byte; or, if there are many roots, only the bits in which roots differ. Slots are grouped in lines,
// which are cache lines if slots fit. A root belongs to a line, and is stored in the first slot from there on
// that was free, so a look-up usually reads one line. A Packed is a queue, too: Take reads the roots from a
// slot on, and releases the memory that was read.
type Packed[R Root] struct {
	data       []byte
	memory     offheap.Block[byte]
	lines      int
	line       int // bytes of a line
	width      int // bytes of a slot; the first word of a free slot is 0
	perLine    int // slots of a line
	fullWords  int // complete words of a slot, before the last
	mask       uint64
	bits       packedBits[R]
	large      int // number of slots from which on the set grows by smaller steps, and may gather bits
	n          uint64
	room       uint64
	seed       uint64
	released   int  // bytes released by Take
	passedFree bool // Take has passed a free slot, so it has read all roots that wrapped around
}

const (
	packedSlots = 1 << 10
	packedLarge = 1 << 22
	packedLine  = 64      // bytes of a line, unless a slot is longer
	padding     = 8       // bytes after the last slot, since whole words are read
	discardStep = 1 << 21 // bytes
)

// NewPacked returns an empty set. The order of its slots depends on the seed.
func NewPacked[R Root](seed uint64) *Packed[R] {
	s := &Packed[R]{seed: seed, large: packedLarge}
	s.allocate(packedSlots, 1)
	return s
}

// Like returns an empty set with the same kind of slots, for about half as many roots.
func (s *Packed[R]) Like(seed uint64) *Packed[R] {
	to := &Packed[R]{seed: seed, large: s.large, bits: s.bits}
	to.allocate(max(packedSlots, int(s.n/8*5)), s.width)
	return to
}

// allocate makes at least this many slots of this many bytes.
func (s *Packed[R]) allocate(slots, width int) {
	s.line = max(packedLine, width)
	s.width, s.perLine = width, s.line/width
	s.lines = (slots + s.perLine - 1) / s.perLine
	s.memory = offheap.Alloc[byte](s.lines*s.line + padding)
	s.data, s.released, s.passedFree = s.memory.Data, 0, false
	s.fullWords = (width - 1) / 8
	s.mask = 1<<(8*(width-8*s.fullWords)) - 1
	if width == 8*(s.fullWords+1) {
		s.mask = 1<<64 - 1
	}
	s.room = uint64(s.slots()) / 5 * 4
}

func (s *Packed[R]) slots() int { return s.lines * s.perLine }

// bytesOf returns the number of bytes of a root up to the highest that is not 0.
func bytesOf[R Root](r *R) int {
	for k := len(*r) - 1; k > 0; k-- {
		if w := (*r)[k]; w != 0 {
			return 8*k + (bits.Len64(w)+7)/8
		}
	}
	return (bits.Len64((*r)[0]) + 7) / 8
}

// wider reports whether a root has bytes, or bits, that do not fit into slots.
func (s *Packed[R]) wider(r *R) bool {
	if s.bits.words != nil {
		return s.bits.differs(r)
	}
	over := (*r)[s.fullWords] &^ s.mask
	for k := s.fullWords + 1; k < len(*r); k++ {
		over |= (*r)[k]
	}
	return over != 0
}

func (s *Packed[R]) word(at, k int) uint64 {
	w := binary.LittleEndian.Uint64(s.data[at+8*k:])
	if k == s.fullWords {
		w &= s.mask
	}
	return w
}

// key returns the contents of the slot of a root. They are valid as long as the root and the scratch memory.
func (s *Packed[R]) key(r *R, scratch *slotWords) []uint64 {
	if s.bits.words == nil {
		return Words(r)
	}
	return s.bits.from(r, scratch)
}

// equals reports whether the slot at an offset has a key. first is the slot's first word.
func (s *Packed[R]) equals(at int, first uint64, key []uint64) bool {
	if first != key[0] {
		return false
	}
	for k := 1; k <= s.fullWords; k++ {
		if s.word(at, k) != key[k] {
			return false
		}
	}
	return true
}

func (s *Packed[R]) put(at int, key []uint64) {
	for k := range s.fullWords {
		binary.LittleEndian.PutUint64(s.data[at+8*k:], key[k])
	}
	last := key[s.fullWords]
	for i := at + 8*s.fullWords; i < at+s.width; i++ {
		s.data[i] = byte(last)
		last >>= 8
	}
}

func (s *Packed[R]) get(at int, r *R) {
	var key slotWords
	to := Words(r)
	if s.bits.words != nil {
		to = key[:]
	}
	for k := 0; k <= s.fullWords; k++ {
		to[k] = s.word(at, k)
	}
	if s.bits.words != nil {
		s.bits.root(&key, r)
		return
	}
	clear(to[s.fullWords+1:])
}

// places computes the lines that roots belong to.
func (s *Packed[R]) places(rs []R, at *[batchSize]int) {
	places(rs, 1<<hashedBits, at[:])
	scatter(at[:len(rs)], s.seed, s.lines)
}

// hashedBits is the number of bits of a hash that are used.
const hashedBits = 62

func scatter(at []int, seed uint64, lines int) {
	for i, h := range at {
		at[i] = mix.Slot(mix.Word(uint64(h)^seed), lines)
	}
}

// prefetch computes the lines that roots belong to, and prefetches them.
func (s *Packed[R]) prefetch(rs []R, at *[batchSize]int) {
	s.places(rs, at)
	offheap.PrefetchEach(unsafe.SliceData(s.data), s.line, at[:len(rs)])
}

// find returns the offset of the slot with a key, or of the free slot where the key would be stored. line is
// where the key belongs.
func (s *Packed[R]) find(line int, key []uint64) (at int, found bool) {
	for {
		at = line * s.line
		for end := at + s.perLine*s.width; at < end; at += s.width {
			switch first := s.word(at, 0); {
			case first == 0:
				return at, false
			case s.equals(at, first, key):
				return at, true
			}
		}
		if line++; line == s.lines {
			line = 0
		}
	}
}

// Add implements Set.
func (s *Packed[R]) Add(rs []R, from int, fresh []uint32) ([]uint32, int) {
	var (
		places  [batchSize]int
		scratch slotWords
	)
	for from < len(rs) {
		part := rs[from:min(from+batchSize, len(rs))]
		if s.n+uint64(len(part)) > s.room {
			return fresh, from
		}
		s.prefetch(part, &places)
		for i := range part {
			if s.wider(&part[i]) {
				s.widen(&part[i])
				return s.Add(rs, from+i, fresh)
			}
			key := s.key(&part[i], &scratch)
			if at, found := s.find(places[i&(batchSize-1)], key); !found {
				s.put(at, key)
				s.n++
				fresh = append(fresh, uint32(from+i))
			}
		}
		from += len(part)
	}
	return fresh, from
}

// Find implements Finder. A root that Take has read, and whose memory is released, may be found or not.
func (s *Packed[R]) Find(rs []R, found []bool) {
	var (
		places  [batchSize]int
		scratch slotWords
	)
	first := s.released / s.line // remaining roots that belong to released lines are stored from here on
	for len(rs) > 0 {
		part := rs[:min(batchSize, len(rs))]
		s.prefetch(part, &places)
		for i := range part {
			found[i] = false
			if !s.wider(&part[i]) {
				_, found[i] = s.find(max(first, places[i&(batchSize-1)]), s.key(&part[i], &scratch))
			}
		}
		rs, found = rs[len(part):], found[len(part):]
	}
}

// Take reads roots from a slot on, up to len(rs) of them. It returns their number, and the slot from which to
// read next. If keep is false, the memory of what was read before is released.
func (s *Packed[R]) Take(slot int, rs []R, keep bool) (n, next int) {
	line, i := slot/s.perLine, slot%s.perLine
	if line >= s.lines {
		return 0, slot
	}
	if end := line * s.line; !keep && s.passedFree && end-s.released >= min(discardStep, len(s.data)/16) {
		s.memory.Discard(s.released, end)
		s.released = end
	}
	for ; line < s.lines; line, i = line+1, 0 {
		for at := line*s.line + i*s.width; i < s.perLine; i, at = i+1, at+s.width {
			if n == len(rs) {
				return n, line*s.perLine + i
			}
			if s.word(at, 0) == 0 {
				s.passedFree = true
				break
			}
			s.get(at, &rs[n])
			n++
		}
	}
	return n, s.slots()
}

// Each implements Set.
func (s *Packed[R]) Each(f func(r *R)) { s.all(true, f) }

// Drain implements Set.
func (s *Packed[R]) Drain(f func(r *R)) {
	s.all(false, f)
	s.Free()
}

func (s *Packed[R]) all(keep bool, f func(r *R)) {
	var some [batchSize]R
	for n, slot := s.Take(0, some[:], keep); n > 0; n, slot = s.Take(slot, some[:], keep) {
		for i := range some[:n] {
			f(&some[i])
		}
	}
}

// widen makes slots wide enough for a root.
func (s *Packed[R]) widen(r *R) {
	old := *s
	width := bytesOf(r)
	if s.bits.words != nil {
		s.bits.meet(r)
		if s.bits.plan(); len(s.bits.words) <= len(slotWords{}) {
			width = s.bits.bytes()
		} else {
			s.bits = packedBits[R]{}
			width = 8 * len(*r)
		}
	}
	s.move(&old, old.slots(), width)
}

// gather makes slots store only the bits in which roots differ, if that saves memory. It returns the width of
// slots.
func (s *Packed[R]) gather() (width int) {
	var bits packedBits[R]
	first := true
	s.Each(func(r *R) {
		if first {
			bits.base, first = *r, false
		}
		bits.meet(r)
	})
	if bits.plan(); len(bits.words) > len(slotWords{}) || bits.bytes() >= s.width {
		return s.width
	}
	s.bits = bits
	return bits.bytes()
}

// Grow implements Set.
func (s *Packed[R]) Grow(limit int64) bool {
	had := s.slots()
	slots := 2 * had
	if had > s.large {
		slots = had + had/4
	}
	if limit > 0 {
		slots = int(min(int64(slots), limit/int64(s.line)*int64(s.perLine)))
	}
	if slots < had+had/16 {
		return false
	}
	old, width := *s, s.width
	if s.bits.words == nil && slots > s.large {
		width = s.gather()
	}
	s.move(&old, slots, width)
	return true
}

// move moves all roots to new slots. Old and new slots are in the order of the hashes, so one pass over both
// suffices.
func (s *Packed[R]) move(old *Packed[R], slots, width int) {
	s.allocate(slots, width)
	var (
		some    [batchSize]R
		places  [batchSize]int
		scratch slotWords
	)
	for n, slot := old.Take(0, some[:], false); n > 0; n, slot = old.Take(slot, some[:], false) {
		s.places(some[:n], &places)
		for i := range some[:n] {
			key := s.key(&some[i], &scratch)
			at, _ := s.find(places[i&(batchSize-1)], key)
			s.put(at, key)
		}
	}
	old.Free()
}

// Touch implements Set.
func (s *Packed[R]) Touch(rs []R) {
	var places [batchSize]int
	for len(rs) > 0 {
		n := min(batchSize, len(rs))
		s.prefetch(rs[:n], &places)
		rs = rs[n:]
	}
}

// Len implements Set.
func (s *Packed[R]) Len() uint64 { return s.n }

// Bytes implements Set. Released memory does not count.
func (s *Packed[R]) Bytes() int64 { return s.memory.Bytes() - int64(s.released) }

// Free implements Set.
func (s *Packed[R]) Free() {
	s.memory.Free()
	s.data, s.released = nil, 0
}

var _ Finder[[1]uint64] = (*Packed[[1]uint64])(nil)
