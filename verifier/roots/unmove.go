package roots

import (
	"math/bits"
	"unsafe"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// Unmove is a hash table that gives, for a state, the rule by which it may have been reached. An entry has
// some bits of the state's hash, and a code. The code is the name of the rule among those that fit the state,
// or says that the state is whole, so it is stored elsewhere. An entry that is found may belong to another
// state with the same bits, so callers must check. Equal entries are stored once.
//
// The index of a state is the upper bits of its hash; the span is their number. A line has 64 bytes, and
// lines are in the order of the indices that belong to them. An entry stores its index relative to its line:
// its place. So there can be any number of lines, and the table can grow without the states. But the more
// lines there are, the fewer bits places have. When these are too few, the table is spent, and has to be
// filled again with a wider span.
//
// A line is divided into buckets, as in P. Pandey et al., "Vector quotient filters" (2021): the upper bits of
// a place determine the bucket and are not stored. From the lowest bit up, a line has, for each bucket, a one
// for each of its slots, and a zero. From the top down there are the slots, in the order of the buckets; each
// has the lower bits of a place, and a code. The top byte has the number of slots in use.
//
// The last bucket is for entries that the line before has passed on since it was full (passed). Such an entry
// takes two slots or more, for the whole place, the number of lines by which it was passed on, and the code.
// If that line is full, too, the entry goes to the overflow table, a hash table of words with an index and a
// code.
type Unmove struct {
	lines   []line
	memory  offheap.Block[uint64]
	span    uint    // bits of an index
	code    uint    // bits of a code
	n       int     // entries in lines
	used    int     // slots in use
	room    int     // number of used slots at which the table must grow
	low     uint    // bits of a place that a slot has
	width   uint    // bits of a slot
	buckets int     // without the last one
	wide    uint    // bits of a whole place
	parts   int     // slots of an entry that was passed on
	inverse float64 // of the number of lines

	overflow       []uint64
	overflowMemory offheap.Block[uint64]
	overflowCount  int
}

const (
	lineWords    = 8
	lineBits     = 64 * lineWords
	topBits      = 8
	passed       = 1 << 63 // in the last word of a line: it was full, so entries may have been passed on
	slotCount    = 56      // in the last word: shift of the number of slots
	distanceBits = 1
	maxDistance  = 1<<distanceBits - 1

	leastLines = 1 << 8
	unmoveLoad = 0.93
	// The table must grow if the overflow table has more than leastOverflow entries, plus 1>>overflowShift of
	// those in lines.
	leastOverflow    = 32
	overflowShift    = 8
	overflowCodeBits = 8 // of an overflow entry, below its index: a code
)

// FirstSpan is the span of a table for up to one or two million states, at a few bits for each.
const FirstSpan = 20

// NewUnmove returns an empty table with about this many lines. span and code are the bits of indices and
// codes.
func NewUnmove(span, code uint, lines int) *Unmove {
	t := &Unmove{span: span, code: code}
	t.allocate(max(lines, leastLines, 1<<span>>16))
	t.allocateOverflow(1 << 6)
	return t
}

func (t *Unmove) allocate(lines int) {
	t.memory = offheap.Alloc[uint64](lines * lineWords)
	t.lines = unsafe.Slice((*line)(unsafe.Pointer(&t.memory.Data[0])), lines)
	t.inverse = 1 / float64(lines)
	places := int((uint64(1)<<t.span-1)/uint64(lines) + 1)
	t.wide = uint(bits.Len(uint(places - 1)))
	most := 0
	for low := range t.wide + 1 {
		buckets := (places-1)>>low + 1
		if n := (lineBits - topBits - buckets - 1) / int(1+low+t.code); n > most {
			most, t.low, t.buckets = n, low, buckets
		}
	}
	t.width = t.low + t.code
	t.parts = int((t.wide + distanceBits + t.code + t.width - 1) / t.width)
	t.room = int(float64(lines*most) * unmoveLoad)
}

func (t *Unmove) allocateOverflow(n int) {
	t.overflowMemory = offheap.Alloc[uint64](n)
	t.overflow = t.overflowMemory.Data
}

// whole returns the code of whole states. It is not a name.
func (t *Unmove) whole() uint64 { return 1<<t.code - 1 }

// Names returns the number of names for which there are codes.
func (t *Unmove) Names() int { return 1<<t.code - 1 }

// Bytes returns the memory that the table takes.
func (t *Unmove) Bytes() int64 { return t.memory.Bytes() + t.overflowMemory.Bytes() }

// Len returns the number of entries. Aside returns how many of them are in the overflow table.
func (t *Unmove) Len() int   { return t.n + t.overflowCount }
func (t *Unmove) Aside() int { return t.overflowCount }

// Places returns how many different places a line has, which is how well entries distinguish states.
func (t *Unmove) Places() int { return 1 << t.span / len(t.lines) }

// index returns the bits of a hash that the table uses.
func (t *Unmove) index(h uint64) uint64 { return h >> (64 - t.span) }

// home returns the line of an index, and its place in the line.
func (t *Unmove) home(index uint64) (at int, place uint64) {
	v := index * uint64(len(t.lines))
	return int(v >> t.span), uint64((float64(v&(1<<t.span-1)) + 0.5) * t.inverse)
}

// first returns the least index that belongs to a line.
func (t *Unmove) first(line int) uint64 {
	n := uint64(len(t.lines))
	return (uint64(line)<<t.span + n - 1) / n
}

// Touch prefetches the line of a hash.
func (t *Unmove) Touch(h uint64) {
	offheap.Prefetch((*byte)(unsafe.Pointer(&t.lines[t.index(h)*uint64(len(t.lines))>>t.span])))
}

// Lead is the content of an entry: the name of the rule by which a state may have been reached, or that the
// state is whole.
type Lead struct {
	Name  int32
	Whole bool
}

// Look appends the leads of the entries for the hash of a state.
func (t *Unmove) Look(h uint64, out []Lead) []Lead {
	index := t.index(h)
	at, place := t.home(index)
	l := &t.lines[at]
	slot, end := l.bucket(int(place >> t.low))
	for ; slot < end; slot++ {
		if v := l.slot(slot, t.width); v>>t.code == place&(1<<t.low-1) {
			out = append(out, t.lead(v))
		}
	}
	for distance := uint64(1); l[lineWords-1]&passed != 0; distance++ {
		if at++; distance > maxDistance || at == len(t.lines) {
			return t.lookOverflow(index, out)
		}
		l = &t.lines[at]
		for slot, end = l.bucket(t.buckets); slot < end; slot += t.parts {
			if v := t.passedEntry(l, slot); v>>t.code == place<<distanceBits|distance {
				out = append(out, t.lead(v))
			}
		}
	}
	return out
}

// passedEntry returns an entry that was passed on, from its first slot on: place, distance and code.
func (t *Unmove) passedEntry(l *line, slot int) (v uint64) {
	for i := range t.parts {
		v |= l.slot(slot+i, t.width) << (uint(i) * t.width)
	}
	return v
}

// lead returns the lead of a code. Only the lower bits of code count, so it may be a slot.
func (t *Unmove) lead(code uint64) Lead {
	if code &= 1<<t.code - 1; code == t.whole() {
		return Lead{Whole: true}
	}
	return Lead{Name: int32(code)}
}

// Add adds an entry for the state with a hash.
func (t *Unmove) Add(h uint64, lead Lead) {
	code := uint64(lead.Name)
	if lead.Whole {
		code = t.whole()
	}
	t.add(t.index(h), code)
}

// add adds an entry, to the overflow table if its lines are full.
func (t *Unmove) add(index, code uint64) {
	if !t.put(index, code) {
		t.addOverflow(index<<overflowCodeBits | code)
	}
}

// put stores an entry in its line or, if that is full, in the next one, unless it is there. It returns false
// if both are full.
func (t *Unmove) put(index, code uint64) bool {
	at, place := t.home(index)
	return t.putHome(at, place, code) || t.pass(at, place, code)
}

// putHome stores an entry in its line, unless it is there. It returns false if the line is full.
func (t *Unmove) putHome(at int, place, code uint64) bool {
	l := &t.lines[at]
	slot, end := l.bucket(int(place >> t.low))
	v := place&(1<<t.low-1)<<t.code | code
	for ; slot < end; slot++ {
		if l.slot(slot, t.width) == v {
			return true
		}
	}
	if l[lineWords-1]&passed != 0 || !l.fits(t, 1) {
		l[lineWords-1] |= passed
		return false
	}
	l.insert(t, int(place>>t.low), end, 1, v)
	t.n, t.used = t.n+1, t.used+1
	return true
}

// pass stores an entry in a line after its own. It returns false if these are full, too.
func (t *Unmove) pass(at int, place, code uint64) bool {
	for distance := uint64(1); distance <= maxDistance && at+1 < len(t.lines); distance++ {
		at++
		l, v := &t.lines[at], (place<<distanceBits|distance)<<t.code|code
		slot, end := l.bucket(t.buckets)
		for ; slot < end; slot += t.parts {
			if t.passedEntry(l, slot) == v {
				return true
			}
		}
		if l[lineWords-1]&passed != 0 {
			continue
		}
		if l.fits(t, t.parts) {
			l.insert(t, t.buckets, end, t.parts, v)
			t.n, t.used = t.n+1, t.used+t.parts
			return true
		}
		l[lineWords-1] |= passed
	}
	return false
}

// Full reports whether the table must grow before more is added.
func (t *Unmove) Full() bool {
	return t.used >= t.room || t.overflowCount > leastOverflow+t.n>>overflowShift
}

// Free releases the memory.
func (t *Unmove) Free() {
	t.memory.Free()
	t.overflowMemory.Free()
	t.lines, t.overflow = nil, nil
}

// addOverflow adds an entry to the overflow table: an index, and a code below it.
func (t *Unmove) addOverflow(e uint64) {
	if 4*(t.overflowCount+1) > 3*len(t.overflow) {
		old, memory := t.overflow, t.overflowMemory
		t.allocateOverflow(len(old) + len(old)/2)
		t.overflowCount = 0
		for _, e := range old {
			if e != 0 {
				t.addOverflow(e - 1)
			}
		}
		memory.Free()
	}
	at := t.overflowHome(e >> overflowCodeBits)
	for ; t.overflow[at] != 0; at++ {
		if t.overflow[at] == e+1 {
			return
		}
		if at == len(t.overflow)-1 {
			at = -1
		}
	}
	t.overflow[at] = e + 1
	t.overflowCount++
}

func (t *Unmove) overflowHome(index uint64) int { return mix.Slot(mix.Word(index), len(t.overflow)) }

func (t *Unmove) lookOverflow(index uint64, out []Lead) []Lead {
	for at := t.overflowHome(index); t.overflow[at] != 0; at++ {
		if e := t.overflow[at] - 1; e>>overflowCodeBits == index {
			out = append(out, t.lead(e&(1<<overflowCodeBits-1)))
		}
		if at == len(t.overflow)-1 {
			at = -1
		}
	}
	return out
}
