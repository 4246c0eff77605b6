package roots

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// Packed is a set of roots for one worker that takes as many bytes for each as there are below the highest
// one that is not 0 in any; or, where there are many, as the bits take that differ in some. Its slots lie in
// lines of the cache, each as many as there is room for: a root belongs to a line, and lies in the first slot
// from there on that was free, so that one line is read most of the time. What it holds can be taken from one
// slot on, and its memory be given back on the way: so it is a queue, too.
type Packed[R Root] struct {
	data   []byte
	memory offheap.Block[byte]
	lines  int
	line   int // bytes of a line
	width  int // bytes of a slot, whose first word is 0 in a free one
	per    int // slots of a line
	whole  int // words of a slot that are there as a whole, before the last
	mask   uint64
	bits   packedBits[R]
	large  int // slots from which on the set grows by little, and bits may be gathered
	n      uint64
	room   uint64
	seed   uint64
	gone   int  // bytes that have been given back
	free   bool // one has been passed: what lies in the first slots, but belongs to the last, was before
}

const (
	packedSlots = 1 << 10
	packedLarge = 1 << 22
	packedLine  = 64      // bytes of a line, if there is room for a slot in it
	loose       = 8       // bytes after the last slot, for words are read as wholes
	discardStep = 1 << 21 // bytes
)

// NewPacked returns an empty set, whose order depends on a seed.
func NewPacked[R Root](seed uint64) *Packed[R] {
	s := &Packed[R]{seed: seed, large: packedLarge}
	s.allocate(packedSlots, 1)
	return s
}

// Like returns an empty set for about half as many roots of the same kind.
func (s *Packed[R]) Like(seed uint64) *Packed[R] {
	to := &Packed[R]{seed: seed, large: s.large, bits: s.bits}
	to.allocate(max(packedSlots, int(s.n/8*5)), s.width)
	return to
}

// allocate makes this many slots, or a few more, of this many bytes.
func (s *Packed[R]) allocate(slots, width int) {
	s.line = max(packedLine, width)
	s.width, s.per = width, s.line/width
	s.lines = (slots + s.per - 1) / s.per
	s.memory = offheap.Alloc[byte](s.lines*s.line + loose)
	s.data, s.gone, s.free = s.memory.Data, 0, false
	s.whole = (width - 1) / 8
	s.mask = 1<<(8*(width-8*s.whole)) - 1
	if width == 8*(s.whole+1) {
		s.mask = 1<<64 - 1
	}
	s.room = uint64(s.slots()) / 5 * 4
}

func (s *Packed[R]) slots() int { return s.lines * s.per }

// bytesOf is how many bytes of a root there are up to the highest that is not 0.
func bytesOf[R Root](r *R) int {
	for k := len(*r) - 1; k > 0; k-- {
		if w := (*r)[k]; w != 0 {
			return 8*k + (bits.Len64(w)+7)/8
		}
	}
	return (bits.Len64((*r)[0]) + 7) / 8
}

// wider reports whether a root has bytes, or bits, for which slots have no place.
func (s *Packed[R]) wider(r *R) bool {
	if s.bits.words != nil {
		return s.bits.differs(r)
	}
	over := (*r)[s.whole] &^ s.mask
	for k := s.whole + 1; k < len(*r); k++ {
		over |= (*r)[k]
	}
	return over != 0
}

func (s *Packed[R]) word(at, k int) uint64 {
	w := binary.LittleEndian.Uint64(s.data[at+8*k:])
	if k == s.whole {
		w &= s.mask
	}
	return w
}

// key is what a slot holds of a root. It stays as long as that and the scratch do.
func (s *Packed[R]) key(r *R, scratch *slotWords) []uint64 {
	if s.bits.words == nil {
		return Words(r)
	}
	return s.bits.from(r, scratch)
}

// is reports whether a key lies at a place, whose first word is given.
func (s *Packed[R]) is(at int, first uint64, key []uint64) bool {
	if first != key[0] {
		return false
	}
	for k := 1; k <= s.whole; k++ {
		if s.word(at, k) != key[k] {
			return false
		}
	}
	return true
}

func (s *Packed[R]) put(at int, key []uint64) {
	for k := range s.whole {
		binary.LittleEndian.PutUint64(s.data[at+8*k:], key[k])
	}
	last := key[s.whole]
	for i := at + 8*s.whole; i < at+s.width; i++ {
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
	for k := 0; k <= s.whole; k++ {
		to[k] = s.word(at, k)
	}
	if s.bits.words != nil {
		s.bits.root(&key, r)
		return
	}
	clear(to[s.whole+1:])
}

// places finds the lines that roots belong to.
func (s *Packed[R]) places(rs []R, at *[ahead]int) {
	places(rs, 1<<hashedBits, at[:])
	scatter(at[:len(rs)], s.seed, s.lines)
}

// hashedBits is how many of a hash are used.
const hashedBits = 62

func scatter(at []int, seed uint64, lines int) {
	for i, h := range at {
		at[i] = mix.Slot(mix.Word(uint64(h)^seed), lines)
	}
}

// ask has the lines brought near that roots belong to.
func (s *Packed[R]) ask(rs []R, at *[ahead]int) {
	s.places(rs, at)
	offheap.PrefetchEach(unsafe.SliceData(s.data), s.line, at[:len(rs)])
}

// find is the place of a key that belongs to a line, or of the free slot where it would lie.
func (s *Packed[R]) find(line int, key []uint64) (at int, found bool) {
	for {
		at = line * s.line
		for end := at + s.per*s.width; at < end; at += s.width {
			switch first := s.word(at, 0); {
			case first == 0:
				return at, false
			case s.is(at, first, key):
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
		places  [ahead]int
		scratch slotWords
	)
	for from < len(rs) {
		part := rs[from:min(from+ahead, len(rs))]
		if s.n+uint64(len(part)) > s.room {
			return fresh, from
		}
		s.ask(part, &places)
		for i := range part {
			if s.wider(&part[i]) {
				s.widen(&part[i])
				return s.Add(rs, from+i, fresh)
			}
			key := s.key(&part[i], &scratch)
			if at, found := s.find(places[i&(ahead-1)], key); !found {
				s.put(at, key)
				s.n++
				fresh = append(fresh, uint32(from+i))
			}
		}
		from += len(part)
	}
	return fresh, from
}

// Find implements Finder. What has been taken with its memory may be found or not, all else is.
func (s *Packed[R]) Find(rs []R, found []bool) {
	var (
		places  [ahead]int
		scratch slotWords
	)
	first := s.gone / s.line // what is left of those that belong before lies from there on
	for len(rs) > 0 {
		part := rs[:min(ahead, len(rs))]
		s.ask(part, &places)
		for i := range part {
			found[i] = false
			if !s.wider(&part[i]) {
				_, found[i] = s.find(max(first, places[i&(ahead-1)]), s.key(&part[i], &scratch))
			}
		}
		rs, found = rs[len(part):], found[len(part):]
	}
}

// Take reads the roots from a slot on, as far as there is room for them, and returns how many there were and
// from which slot on to read next. If keep is false, the memory of what has been read before is given back.
func (s *Packed[R]) Take(slot int, rs []R, keep bool) (n, next int) {
	line, i := slot/s.per, slot%s.per
	if line >= s.lines {
		return 0, slot
	}
	if end := line * s.line; !keep && s.free && end-s.gone >= min(discardStep, len(s.data)/16) {
		s.memory.Discard(s.gone, end)
		s.gone = end
	}
	for ; line < s.lines; line, i = line+1, 0 {
		for at := line*s.line + i*s.width; i < s.per; i, at = i+1, at+s.width {
			if n == len(rs) {
				return n, line*s.per + i
			}
			if s.word(at, 0) == 0 {
				s.free = true
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
	var some [ahead]R
	for n, slot := s.Take(0, some[:], keep); n > 0; n, slot = s.Take(slot, some[:], keep) {
		for i := range some[:n] {
			f(&some[i])
		}
	}
}

// widen has slots in which there is place for a root.
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

// gather has slots hold bits, if that saves some.
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
		slots = int(min(int64(slots), limit/int64(s.line)*int64(s.per)))
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

// move brings all to new slots. As these are in the order of the hashes, both are gone through in one go.
func (s *Packed[R]) move(old *Packed[R], slots, width int) {
	s.allocate(slots, width)
	var (
		some    [ahead]R
		places  [ahead]int
		scratch slotWords
	)
	for n, slot := old.Take(0, some[:], false); n > 0; n, slot = old.Take(slot, some[:], false) {
		s.places(some[:n], &places)
		for i := range some[:n] {
			key := s.key(&some[i], &scratch)
			at, _ := s.find(places[i&(ahead-1)], key)
			s.put(at, key)
		}
	}
	old.Free()
}

// Touch implements Set.
func (s *Packed[R]) Touch(rs []R) {
	var places [ahead]int
	for len(rs) > 0 {
		n := min(ahead, len(rs))
		s.ask(rs[:n], &places)
		rs = rs[n:]
	}
}

// Len implements Set.
func (s *Packed[R]) Len() uint64 { return s.n }

// Bytes implements Set: what has been given back does not count.
func (s *Packed[R]) Bytes() int64 { return s.memory.Bytes() - int64(s.gone) }

// Free implements Set.
func (s *Packed[R]) Free() {
	s.memory.Free()
	s.data, s.gone = nil, 0
}

var _ Finder[[1]uint64] = (*Packed[[1]uint64])(nil)
