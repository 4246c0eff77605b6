package quotient

import (
	"math/bits"
	"unsafe"

	"gospin/compression/offheap"
)

// MinBits is the minimum width of a set's numbers.
const MinBits = 8

// Overhead is the size of a set beyond its lines, in bytes.
const Overhead = 8 * spare

const (
	lineBits  = 512
	lineWords = lineBits / 64
	distBits  = 3
	minLines  = 8         // so that the widest field has 64 bits
	spare     = lineWords // read by windows beyond the last line

	k1 = 0x9e3779b97f4a7c15
	k2 = 0xd1b54a32d192ed03
	k3 = 0xaef17502108ef2d9
)

// Set is a set of numbers of at most Bits bits, optionally with colours of a few bits.
type Set struct {
	words offheap.Block[uint64]
	lines int
	n     int

	bits  uint // of a number
	core  uint // the lower bits, which are permuted; the others are stored in fields
	half  uint // shift of the permutation
	mask  uint64
	tail  uint   // width of a colour, the lowest bits of a field
	low   uint   // bits of a field below the distance from home
	far   uint64 // the greatest distance
	rest  uint   // bits of a number stored in a field
	width uint   // width of a field
	field uint64 // mask of a field
	each  int    // fields per line
	group int    // fields per window
	ones  uint64 // lowest bit of each of a window's fields
	tails uint64 // bits of the colours in a window
	highs uint64 // highest bit of each colour
	step  uint   // width of a window's fields together
	full  uint   // number of windows with all their fields
	last  uint64 // highest bits of the fields of the window after these, if there is one

	windows uint // number of windows
	extra   uint // bits beyond the core
}

// New returns an empty set of about this many bytes for numbers of this many bits, at most 64.
func New(numberBits uint, bytes int64) *Set {
	s := &Set{}
	s.init(numberBits, numberBits, 0, distBits, int(bytes/(lineBits/8)))
	return s
}

// KeepColours gives every number a colour of at most 16 bits. The set must be empty.
func (s *Set) KeepColours(colourBits uint) {
	lines := s.lines
	s.words.Free()
	s.init(s.bits, s.bits, colourBits, distBits, lines)
}

// SizeFor returns the size of the set when its present numbers, with this many bits, fill four fifths of it.
func (s *Set) SizeFor(numberBits uint) int64 { return size(numberBits, s.tail, s.n) }

// Size returns the size of a set without colours when n numbers, with this many bits, fill four fifths of it.
func Size(numberBits uint, n int) int64 { return size(numberBits, 0, n) }

func size(numberBits, tail uint, n int) int64 {
	lines := minLines
	for range 4 { // more lines allow narrower fields
		var t Set
		t.measure(numberBits, numberBits, tail, distBits, lines)
		lines = n/t.each + n/t.each/4 + 1
	}
	return int64(lines) * (lineBits / 8)
}

func (s *Set) init(numberBits, core, tail, dist uint, lines int) {
	*s = Set{}
	s.measure(numberBits, core, tail, dist, lines)
	for i := range s.group {
		s.ones |= 1 << (uint(i) * s.width)
	}
	s.tails = s.ones * (1<<tail - 1)
	s.highs = s.ones << (s.width - 1)
	s.full = uint(s.each / s.group)
	s.windows = s.full
	if r := s.each % s.group; r > 0 {
		s.last = s.highs & (1<<(uint(r)*s.width) - 1)
		s.windows++
	}
	s.extra = s.bits - s.core
	s.step = uint(s.group) * s.width
	s.words = offheap.Alloc[uint64](s.lines*lineWords + spare)
}

// measure computes the widths of fields.
func (s *Set) measure(numberBits, core, tail, dist uint, lines int) {
	s.bits, s.core = max(numberBits, MinBits), max(core, MinBits)
	s.lines, s.tail = max(lines, minLines), tail
	if over := s.bits + tail + dist - distBits; over > 64 { // a field has at most the bits of a word
		s.lines = max(lines, minLines<<(over-64))
	}
	s.half = (s.core + 1) / 2
	s.mask = 1<<s.core - 1
	if span := s.first(1); span > 1 { // as few as distinguish the numbers of a home
		s.rest = uint(bits.Len64(span - 1))
	} else {
		s.rest = 1
	}
	s.low = s.rest + tail
	s.width = s.low + dist
	s.far = 1<<dist - 2 // with the greatest value, a field's complement could be zero
	s.field = 1<<s.width - 1
	s.each = int(lineBits / s.width)
	s.group = int(64 / s.width)
}

// permute is a bijection of the numbers. Numbers without bits beyond the core keep their order when the
// number of such bits grows.
func (s *Set) permute(x uint64) uint64 {
	if s.bits == s.core {
		return s.mix(x)
	}
	extra := x >> s.core
	return s.mix((x^extra*k1)&s.mask)<<(s.bits-s.core) | extra
}

// restore inverts permute.
func (s *Set) restore(h uint64) uint64 {
	if s.bits == s.core {
		return s.unmix(h)
	}
	extra := h & (1<<(s.bits-s.core) - 1)
	return (s.unmix(h>>(s.bits-s.core))^extra*k1)&s.mask | extra<<s.core
}

// mix is a bijection of the core's numbers.
func (s *Set) mix(x uint64) uint64 {
	x ^= x >> s.half
	x = x * k1 & s.mask
	x ^= x >> s.half
	x = x * k2 & s.mask
	x ^= x >> s.half
	x = x * k3 & s.mask
	return x ^ x>>s.half
}

var inverse1, inverse2, inverse3 = inverse(k1), inverse(k2), inverse(k3)

// unmix inverts mix.
func (s *Set) unmix(x uint64) uint64 {
	x ^= x >> s.half
	x = x * inverse3 & s.mask
	x ^= x >> s.half
	x = x * inverse2 & s.mask
	x ^= x >> s.half
	x = x * inverse1 & s.mask
	return x ^ x>>s.half
}

// inverse returns the inverse of the odd number k modulo 2^64, by Newton's iteration.
func inverse(k uint64) uint64 {
	x := k
	for range 5 {
		x *= 2 - k*x
	}
	return x
}

func (s *Set) home(h uint64) int {
	hi, _ := bits.Mul64(h<<(64-s.bits), uint64(s.lines))
	return int(hi)
}

// first returns the smallest permuted number whose home is a line.
func (s *Set) first(line int) uint64 {
	hi, lo := bits.Mul64(uint64(line), 1<<(s.bits-1))
	hi, lo = hi<<1|lo>>63, lo<<1
	q, r := bits.Div64(hi, lo, uint64(s.lines))
	if r > 0 {
		q++
	}
	return q
}

// Status is a result of Add.
type Status uint8

const (
	Added Status = iota
	Known
	Crowded // the number is new, and there is no free field near its home: the set must grow
)

// Add adds a number.
func (s *Set) Add(x uint64) Status { return s.AddPlace(s.Place(x)) }

// Place converts a number for AddPlace, and prefetches its line. To add several numbers, compute all places
// first. Places are invalid after Rebuild.
func (s *Set) Place(x uint64) uint64 {
	h := s.permute(x)
	s.touch(h)
	return h
}

func (s *Set) touch(h uint64) { s.touchLine(s.home(h)) }

func (s *Set) touchLine(i int) {
	offheap.Prefetch((*byte)(unsafe.Pointer(&s.words.Data[i*lineWords])))
}

// AddPlace adds the number of a place. The set must not have colours.
func (s *Set) AddPlace(h uint64) Status {
	known, line, pos := s.find(h)
	if known {
		return Known
	}
	f := h & (1<<s.rest - 1)
	if line != s.home(h) {
		return s.squeeze(s.home(h), f)
	}
	put(s.line(line), pos, ^f&s.field)
	s.n++
	return Added
}

// Paint adds a number with a colour. If the number is known, it adds the bits to its colour, unless that has
// a bit of mark. It returns the number's previous colour.
func (s *Set) Paint(x uint64, mark, add uint16) (was uint16, status Status) {
	h := s.permute(x)
	known, line, pos := s.find(h)
	f := h&(1<<s.rest-1)<<s.tail | uint64(add)
	switch {
	case known:
		was = s.colour(line, pos)
		if add &^= was; add != 0 && was&mark == 0 {
			put(s.line(line), pos, uint64(add))
		}
		return was, Known
	case line != s.home(h):
		return 0, s.squeeze(s.home(h), f)
	}
	put(s.line(line), pos, ^f&s.field)
	s.n++
	return 0, Added
}

// colour returns the colour of a field.
func (s *Set) colour(line int, pos uint) uint16 {
	return uint16(^window(s.line(line), pos) & (1<<s.tail - 1))
}

// Clear removes bits from the colour of a number, which must be in the set.
func (s *Set) Clear(x uint64, drop uint16) {
	known, line, pos := s.find(s.permute(x))
	if !known {
		panic("quotient: a number is gone")
	}
	put(s.line(line), pos, uint64(s.colour(line, pos)&drop))
}

// Has reports whether a number is in the set.
func (s *Set) Has(x uint64) bool {
	known, _, _ := s.find(s.permute(x))
	return known
}

// find searches for a permuted number, and returns its line and position. If it is not in the set, they are
// those of the first free field, or line is -1 if there is none near its home.
func (s *Set) find(h uint64) (known bool, line int, pos uint) {
	line = s.home(h)
	low := h & (1<<s.rest - 1)
	start := s.start(low)
	for dist := range s.far + 1 {
		copies := (^((dist<<s.rest | low) << s.tail) & s.field) * s.ones
		w := s.line(line)
		i := start
		for range s.windows {
			highs := s.highs
			if i == s.full {
				highs = s.last
			}
			pos := i * s.step
			v := window(w, pos)
			d := (v ^ copies) &^ s.tails
			if same := (d - s.ones) &^ d & highs; same != 0 {
				return true, line, pos + uint(bits.TrailingZeros64(same)) - (s.width - 1)
			}
			if free := (v - s.ones) &^ v & highs; free != 0 {
				// The lowest zero field is exact; those above it may be caused by borrows.
				return false, line, pos + uint(bits.TrailingZeros64(free)) - (s.width - 1)
			}
			if i++; i == s.windows {
				i = 0
			}
		}
		if line++; line == s.lines {
			line = 0
		}
	}
	return false, -1, 0
}

// start returns the window at which the search for a number in a line begins, chosen so that it is found
// early.
func (s *Set) start(low uint64) uint { return uint(low>>s.extra&63) * s.windows >> 6 }

// free returns the position for a number's field in a line that is not full.
func (s *Set) free(w *[lineWords + 1]uint64, low uint64) (pos uint, ok bool) {
	i := s.start(low)
	for range s.windows {
		highs := s.highs
		if i == s.full {
			highs = s.last
		}
		pos := i * s.step
		v := window(w, pos)
		if free := (v - s.ones) &^ v & highs; free != 0 {
			return pos + uint(bits.TrailingZeros64(free)) - (s.width - 1), true
		}
		if i++; i == s.windows {
			i = 0
		}
	}
	return 0, false
}

func (s *Set) line(i int) *[lineWords + 1]uint64 {
	return (*[lineWords + 1]uint64)(s.words.Data[i*lineWords:])
}

// window returns the 64 bits of a line from pos on.
func window(w *[lineWords + 1]uint64, pos uint) uint64 {
	at := pos >> 6 & (lineWords - 1)
	return w[at]>>(pos&63) | w[at+1]<<1<<(^pos&63)
}

// put flips bits of a line from pos on.
func put(w *[lineWords + 1]uint64, pos uint, change uint64) {
	at := pos >> 6 & (lineWords - 1)
	w[at] ^= change << (pos & 63)
	if c := change >> 1 >> (^pos & 63); c != 0 {
		w[at+1] ^= c
	}
}

// longest limits the lines in a chain of displaced numbers.
const longest = 200

// squeeze stores the field, not complemented, of a new number whose home line is full. In every full line, it
// replaces a field that is nearer to its own home, and then moves that one on (Celis, "Robin Hood hashing",
// 1986), so that no field gets far from home.
func (s *Set) squeeze(line int, f uint64) Status {
	var (
		taken  [longest]uint8 // replaced field by step of the chain; s.each for none
		from   = line
		fields = s.field
	)
	for i := range longest {
		w := s.line(line)
		if pos, ok := s.free(w, f>>s.tail&(1<<s.rest-1)); ok {
			put(w, pos, ^f&fields)
			s.n++
			return Added
		}
		taken[i] = uint8(s.each)
		for j := range s.each {
			pos := uint(j) * s.width
			if v := ^window(w, pos) & fields; v>>s.low < f>>s.low {
				put(w, pos, v^f)
				f = v
				taken[i] = uint8(j)
				break
			}
		}
		f += 1 << s.low
		if line++; line == s.lines {
			line = 0
		}
		if f>>s.low > s.far {
			s.undo(from, i, f, &taken)
			return Crowded
		}
	}
	s.undo(from, longest-1, f, &taken)
	return Crowded
}

// undo reverts the chain whose last step was the i-th and left f.
func (s *Set) undo(from, i int, f uint64, taken *[longest]uint8) {
	for ; i >= 0; i-- {
		f -= 1 << s.low
		if j := uint(taken[i]); j < uint(s.each) {
			w := s.line((from + i) % s.lines)
			v := ^window(w, j*s.width) & s.field
			put(w, j*s.width, v^f)
			f = v
		}
	}
}

// visit calls f with the numbers in a line and their colours.
func (s *Set) visit(line int, f func(uint64, uint16)) {
	w := s.line(line)
	for i := range s.each {
		v := window(w, uint(i)*s.width) & s.field
		if v == 0 {
			continue
		}
		f(s.read(line, i), uint16(^v&(1<<s.tail-1)))
	}
}

// read returns the number in an occupied field.
func (s *Set) read(line, i int) uint64 {
	v := ^window(s.line(line), uint(i)*s.width) & s.field
	from := s.first(s.lineBefore(line, int(v>>s.low)))
	return s.restore(from + (v>>s.tail-from)&(1<<s.rest-1))
}

// Drain calls f like All, and releases the memory on the way.
func (s *Set) Drain(f func(x uint64, colour uint16)) {
	for done, line := 0, 0; line < s.lines; line++ {
		s.visit(line, f)
		if line-done >= discardStep {
			s.words.Discard(done*lineWords, line*lineWords)
			done = line
		}
	}
	s.Free()
}

// Some calls f with about n numbers, spread over the set, or with all.
func (s *Set) Some(n int, f func(x uint64, colour uint16)) {
	step := 1
	if n > 0 && s.n > n {
		step = s.n / n
	}
	for i := 0; i < s.lines; i += step {
		s.visit(i, f)
	}
}

// All calls f with every number and its colour.
func (s *Set) All(f func(x uint64, colour uint16)) {
	for i := range s.lines {
		s.visit(i, f)
	}
}

// Len returns the number of elements.
func (s *Set) Len() int { return s.n }

// Capacity returns the number of fields.
func (s *Set) Capacity() int { return s.lines * s.each }

// Bits returns the width of a number.
func (s *Set) Bits() uint { return s.bits }

// Bytes returns the memory of the set.
func (s *Set) Bytes() int64 { return s.words.Bytes() }

// Free releases the set.
func (s *Set) Free() {
	s.words.Free()
	*s = Set{}
}
