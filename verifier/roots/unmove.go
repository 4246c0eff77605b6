package roots

import (
	"math/bits"
	"unsafe"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// Unmove is a table that says, of a state by its hash, by which rule it may have been reached. Its entries
// are some bits of the hash and a code: the name of the rule among those that fit the state, or
// that the state is whole, which is kept elsewhere. What it says of a state may belong to another one, whose
// entry looks the same: who asks has to find out. So equal entries are kept once.
//
// The upper bits of a hash, as many as its span has, are its index. Lines, of 64 bytes, are in the order of
// the indices that belong there, as many for each; an entry keeps the place of its own among them. So any
// number of lines will do, and nothing needs to be known of states for the table to grow; but the more lines
// there are, the less is kept of an index. When that is too little, the table is spent: it has to be filled
// again, with a wider span.
//
// A line is one of buckets, as in P. Pandey et al., "Vector quotient filters" (2021): the upper bits of a
// place say which bucket an entry is in, and are not stored. From the lowest bit up there is for each bucket
// a one for each of its slots, and a zero; from the top down there are slots, in the order of the buckets,
// each of the lower bits of a place and a code. The top byte has the number of slots in use.
//
// The last bucket is for what the line before has passed on, being full (passed): two slots or more, of the
// whole place, by how many lines it was passed on, and the code. If there is no room either, the entry goes
// to the side: a hash table of words, of indices and codes.
type Unmove struct {
	lines   []line
	memory  offheap.Block[uint64]
	span    uint    // bits of an index
	code    uint    // bits of a code
	n       int     // entries in lines
	used    int     // slots
	room    int     // that may be in use
	low     uint    // bits of a place that a slot has
	width   uint    // of a slot
	buckets int     // without the last one
	wide    uint    // bits of a whole place
	parts   int     // slots of an entry that was passed on
	inverse float64 // of the number of lines

	side       []uint64
	sideMemory offheap.Block[uint64]
	sides      int
}

const (
	lineWords = 8
	lineBits  = 64 * lineWords
	topBits   = 8
	passed    = 1 << 63 // of the last word: entries have been passed on from here, or would have been
	slotCount = 56      // of the last word: where the number of slots is
	farBits   = 1
	farthest  = 1<<farBits - 1

	leastLines = 1 << 8
	unmoveLoad = 0.93
	// the table is to grow when more than this many have no room, and a part of all entries
	leastHomeless = 32
	homelessShift = 8
	sideBits      = 8 // of an entry to the side, below its index: a code
)

// FirstSpan is that of a table for up to a million states or two, at few bits.
const FirstSpan = 20

// NewUnmove returns an empty table, of indices of this many bits and codes of this many, with about this many
// lines.
func NewUnmove(span, code uint, lines int) *Unmove {
	t := &Unmove{span: span, code: code}
	t.allocate(max(lines, leastLines, 1<<span>>16))
	t.allocateSide(1 << 6)
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
	t.parts = int((t.wide + farBits + t.code + t.width - 1) / t.width)
	t.room = int(float64(lines*most) * unmoveLoad)
}

func (t *Unmove) allocateSide(n int) {
	t.sideMemory = offheap.Alloc[uint64](n)
	t.side = t.sideMemory.Data
}

// whole is the code that is no name.
func (t *Unmove) whole() uint64 { return 1<<t.code - 1 }

// Names is how many names there are codes for.
func (t *Unmove) Names() int { return 1<<t.code - 1 }

// Bytes is what the table takes.
func (t *Unmove) Bytes() int64 { return t.memory.Bytes() + t.sideMemory.Bytes() }

// Len is how many entries there are; Aside, how many of them lie to the side.
func (t *Unmove) Len() int   { return t.n + t.sides }
func (t *Unmove) Aside() int { return t.sides }

// Places is how many different entries of a code there can be in a line: what tells states apart.
func (t *Unmove) Places() int { return 1 << t.span / len(t.lines) }

// index is what the table knows of a hash.
func (t *Unmove) index(h uint64) uint64 { return h >> (64 - t.span) }

// home is the line of an index, and its place there.
func (t *Unmove) home(index uint64) (at int, place uint64) {
	v := index * uint64(len(t.lines))
	return int(v >> t.span), uint64((float64(v&(1<<t.span-1)) + 0.5) * t.inverse)
}

// first is the least index that belongs to a line.
func (t *Unmove) first(line int) uint64 {
	n := uint64(len(t.lines))
	return (uint64(line)<<t.span + n - 1) / n
}

// Touch brings near the line of a hash.
func (t *Unmove) Touch(h uint64) {
	offheap.Prefetch((*byte)(unsafe.Pointer(&t.lines[t.index(h)*uint64(len(t.lines))>>t.span])))
}

// Lead is what an entry says: of which name the rule is by which a state may have been reached; or that the
// state is whole.
type Lead struct {
	Name  int32
	Whole bool
}

// Look appends what is said of a state by its hash.
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
	for far := uint64(1); l[lineWords-1]&passed != 0; far++ {
		if at++; far > farthest || at == len(t.lines) {
			return t.lookAside(index, out)
		}
		l = &t.lines[at]
		for slot, end = l.bucket(t.buckets); slot < end; slot += t.parts {
			if v := t.whither(l, slot); v>>t.code == place<<farBits|far {
				out = append(out, t.lead(v))
			}
		}
	}
	return out
}

// whither is what the slots from one on hold of an entry that was passed on: place, how far, and code.
func (t *Unmove) whither(l *line, slot int) (v uint64) {
	for i := range t.parts {
		v |= l.slot(slot+i, t.width) << (uint(i) * t.width)
	}
	return v
}

// lead is what a code says, the lower bits of a slot.
func (t *Unmove) lead(code uint64) Lead {
	if code &= 1<<t.code - 1; code == t.whole() {
		return Lead{Whole: true}
	}
	return Lead{Name: int32(code)}
}

// Add adds an entry for a state by its hash: that it is whole, or of which name the rule is by which it was
// come to.
func (t *Unmove) Add(h uint64, lead Lead) {
	code := uint64(lead.Name)
	if lead.Whole {
		code = t.whole()
	}
	t.add(t.index(h), code)
}

// add adds an entry, to the side if there is no room.
func (t *Unmove) add(index, code uint64) {
	if !t.put(index, code) {
		t.addAside(index<<sideBits | code)
	}
}

// put puts an entry into its line or, if that is full, into the next one, unless it is there. False: there is
// no room.
func (t *Unmove) put(index, code uint64) bool {
	at, place := t.home(index)
	return t.putHome(at, place, code) || t.pass(at, place, code)
}

// putHome puts an entry into its line, unless it is there. False: that is full.
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

// pass passes an entry on.
func (t *Unmove) pass(at int, place, code uint64) bool {
	for far := uint64(1); far <= farthest && at+1 < len(t.lines); far++ {
		at++
		l, v := &t.lines[at], (place<<farBits|far)<<t.code|code
		slot, end := l.bucket(t.buckets)
		for ; slot < end; slot += t.parts {
			if t.whither(l, slot) == v {
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

// Full says that the table is to grow before more is added.
func (t *Unmove) Full() bool {
	return t.used >= t.room || t.sides > leastHomeless+t.n>>homelessShift
}

// Free gives the memory back.
func (t *Unmove) Free() {
	t.memory.Free()
	t.sideMemory.Free()
	t.lines, t.side = nil, nil
}

// addAside adds an entry to the side: an index, and below it a code.
func (t *Unmove) addAside(e uint64) {
	if 4*(t.sides+1) > 3*len(t.side) {
		old, memory := t.side, t.sideMemory
		t.allocateSide(len(old) + len(old)/2)
		t.sides = 0
		for _, e := range old {
			if e != 0 {
				t.addAside(e - 1)
			}
		}
		memory.Free()
	}
	at := t.sideHome(e >> sideBits)
	for ; t.side[at] != 0; at++ {
		if t.side[at] == e+1 {
			return
		}
		if at == len(t.side)-1 {
			at = -1
		}
	}
	t.side[at] = e + 1
	t.sides++
}

func (t *Unmove) sideHome(index uint64) int { return mix.Slot(mix.Word(index), len(t.side)) }

func (t *Unmove) lookAside(index uint64, out []Lead) []Lead {
	for at := t.sideHome(index); t.side[at] != 0; at++ {
		if e := t.side[at] - 1; e>>sideBits == index {
			out = append(out, t.lead(e&(1<<sideBits-1)))
		}
		if at == len(t.side)-1 {
			at = -1
		}
	}
	return out
}
