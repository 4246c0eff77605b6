package roots

import (
	"math/bits"
	"unsafe"

	"gospin/compression/offheap"
)

// Unmove is a table that says, of a state by its hash, by which rule it may have been come to. Its entries
// are some bits of the hash and a code: the rank of the rule among those that fit the state, or that the
// state is whole, which is kept elsewhere. What it says of a state may belong to another one, whose entry
// looks the same: who asks has to find out. So equal entries are kept once.
//
// The upper bits of a hash, as many as its span has, are its index. Lines, of 64 bytes, are in the order of
// the indices that belong there, as many for each; an entry keeps the place of its own among them. So any
// number of lines will do, and nothing needs to be known of states for the table to grow; but the more lines
// there are, the less is kept of an index. When that is too little, the table is spent: it has to be filled
// anew, with a wider span.
//
// In a line there is a byte for each slot, with the lower bits of the entry's place; then all codes with the
// higher bits of the places; last, two numbers. So many slots from the first one on hold entries that belong
// there; and so many from the last one on hold those which the line before, being full, has passed on. If
// there is no room either, or if a rank is too large for a code, the entry goes to the side: a hash table of
// words, of more bits of the hash and the rule itself.
type Unmove struct {
	lines   [][lineWords]uint64
	memory  offheap.Block[uint64]
	span    uint    // bits of an index
	code    uint    // bits of a code
	n       int     // slots in use
	room    int     // that may be in use
	each    int     // slots of a line
	upper   uint    // bits of a place that stand with the code
	width   uint    // of these together
	inverse float64 // of the number of lines

	side       []uint64
	sideMemory offheap.Block[uint64]
	sides      int
}

const (
	lineWords = 8
	lineBits  = 64 * lineWords
	countBits = 6 // of each of the two numbers of a line

	leastLines = 1 << 8
	mostWidth  = 16
	unmoveLoad = 0.92
	sideBits   = 28                  // of an entry to the side, below its index
	ranked     = 1 << (sideBits - 1) // of these: there is a code, not the number of a rule
)

// FirstSpan is that of a table for up to a million states or two.
const FirstSpan = 22

// NewUnmove returns an empty table, of indices of so many bits and codes of so many, with about so many
// lines.
func NewUnmove(span, code uint, lines int) *Unmove {
	t := &Unmove{span: span, code: code}
	t.allocate(max(lines, leastLines, 1<<span>>(mostWidth-code+8)))
	t.allocateSide(1 << 6)
	return t
}

func (t *Unmove) allocate(lines int) {
	t.memory = offheap.Alloc[uint64](lines * lineWords)
	t.lines = unsafe.Slice((*[lineWords]uint64)(unsafe.Pointer(&t.memory.Data[0])), lines)
	t.inverse = 1 / float64(lines)
	places := (uint64(1)<<t.span-1)/uint64(lines) + 1
	t.upper = uint(max(0, bits.Len64(places-1)-8))
	t.width = t.upper + t.code
	t.each = int((lineBits - 2*countBits) / (8 + t.width))
	t.room = int(float64(lines*t.each) * unmoveLoad)
}

func (t *Unmove) allocateSide(n int) {
	t.sideMemory = offheap.Alloc[uint64](n)
	t.side = t.sideMemory.Data
}

// Codes that are no ranks: the upper two.
func (t *Unmove) whole() uint64 { return 1<<t.code - 1 }
func (t *Unmove) aside() uint64 { return 1<<t.code - 2 }

// Ranks is how many ranks there are codes for.
func (t *Unmove) Ranks() int { return 1<<t.code - 2 }

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
func (t *Unmove) home(index uint64) (line int, place uint64) {
	at := index * uint64(len(t.lines))
	return int(at >> t.span), uint64((float64(at&(1<<t.span-1)) + 0.5) * t.inverse)
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

const (
	lows  = 0x7f7f7f7f7f7f7f7f
	ones8 = 0x0101010101010101
)

// equal is a bit for each byte of a word that is equal to that of another.
func equal(w, copies uint64) uint64 {
	t := w ^ copies
	zero := ^((t&lows + lows) | t | lows)
	return zero >> 7 * 0x0102040810204080 >> 56
}

// matches are the slots of a line from lo up to hi whose bytes are that of a place.
func (t *Unmove) matches(l *[lineWords]uint64, place uint64, lo, hi int) uint64 {
	copies := place & 0xff * ones8
	found := uint64(0)
	for i := lo >> 3; i<<3 < hi; i++ {
		found |= equal(l[i&7], copies) << (uint(i) << 3 & 63)
	}
	return found & (1<<uint(hi) - 1) &^ (1<<uint(lo) - 1)
}

// rest is what a slot holds beside the byte.
func (t *Unmove) rest(l *[lineWords]uint64, slot int) uint64 {
	at := uint(t.each)<<3 + uint(slot)*t.width
	v := l[at>>6&7] >> (at & 63)
	if at&63+t.width > 64 {
		v |= l[(at>>6+1)&7] << (64 - at&63)
	}
	return v & (1<<t.width - 1)
}

func (t *Unmove) set(l *[lineWords]uint64, slot int, place, code uint64) {
	l[slot>>3&7] |= place & 0xff << (uint(slot) & 7 << 3)
	at, v := uint(t.each)<<3+uint(slot)*t.width, place>>8<<t.code|code
	l[at>>6&7] |= v << (at & 63)
	if at&63+t.width > 64 {
		l[(at>>6+1)&7] |= v >> (64 - at&63)
	}
}

// counts are how many entries are at home in a line, and how many are not.
func counts(l *[lineWords]uint64) (own, others int) {
	v := l[lineWords-1]
	return int(v >> (64 - countBits)), int(v >> (64 - 2*countBits) & (1<<countBits - 1))
}

// Lead is what an entry says: by which rule a state may have been come to, by its rank or, where that is
// below 0, by its number; or that the state is whole.
type Lead struct {
	Rank  int32
	Rule  uint32
	Whole bool
}

// Look appends what is said of a state by its hash.
func (t *Unmove) Look(h uint64, out []Lead) []Lead {
	index := t.index(h)
	line, place := t.home(index)
	l := &t.lines[line]
	own, others := counts(l)
	out, aside := t.leads(l, place, 0, own, out)
	if own+others == t.each {
		if line++; line == len(t.lines) {
			aside = true
		} else {
			l = &t.lines[line]
			own, others = counts(l)
			more := false
			out, more = t.leads(l, place, t.each-others, t.each, out)
			aside = aside || more || own+others == t.each
		}
	}
	if aside {
		out = t.lookAside(index, out)
	}
	return out
}

// leads appends what is said by the slots of a line from lo up to hi, and whether there is more to the side.
func (t *Unmove) leads(
	l *[lineWords]uint64, place uint64, lo, hi int, out []Lead,
) (_ []Lead, aside bool) {
	for m := t.matches(l, place, lo, hi); m != 0; m &= m - 1 {
		v := t.rest(l, bits.TrailingZeros64(m))
		if v>>t.code != place>>8 {
			continue
		}
		if code := v & (1<<t.code - 1); code == t.aside() {
			aside = true
		} else {
			out = append(out, t.lead(code))
		}
	}
	return out, aside
}

// lead is what a code says.
func (t *Unmove) lead(code uint64) Lead {
	if code == t.whole() {
		return Lead{Whole: true}
	}
	return Lead{Rank: int32(code)}
}

// Add adds an entry for a state by its hash: that it is whole, or by which rule it was come to, and of which
// rank that is.
func (t *Unmove) Add(h uint64, lead Lead) {
	index, code := t.index(h), uint64(lead.Rank)
	switch {
	case lead.Whole:
		code = t.whole()
	case code >= t.aside():
		t.addAside(index<<sideBits | uint64(lead.Rule))
		code = t.aside()
	}
	line, place := t.home(index)
	if !t.has(line, place, code) && !t.put(line, place, code) && code != t.aside() {
		t.addAside(index<<sideBits | ranked | code)
	}
}

// has tells whether there is such an entry.
func (t *Unmove) has(line int, place, code uint64) bool {
	l := &t.lines[line]
	own, others := counts(l)
	v := place>>8<<t.code | code
	for m := t.matches(l, place, 0, own); m != 0; m &= m - 1 {
		if t.rest(l, bits.TrailingZeros64(m)) == v {
			return true
		}
	}
	if own+others < t.each || line+1 == len(t.lines) {
		return false
	}
	l = &t.lines[line+1]
	_, others = counts(l)
	for m := t.matches(l, place, t.each-others, t.each); m != 0; m &= m - 1 {
		if t.rest(l, bits.TrailingZeros64(m)) == v {
			return true
		}
	}
	return false
}

// put puts an entry into its line or, if that is full, into the next one. False: there is no room.
func (t *Unmove) put(line int, place, code uint64) bool {
	l := &t.lines[line]
	if own, others := counts(l); own+others < t.each {
		t.set(l, own, place, code)
		l[lineWords-1] += 1 << (64 - countBits)
		t.n++
		return true
	}
	if line+1 == len(t.lines) {
		return false
	}
	l = &t.lines[line+1]
	own, others := counts(l)
	if own+others == t.each {
		return false
	}
	t.set(l, t.each-1-others, place, code)
	l[lineWords-1] += 1 << (64 - 2*countBits)
	t.n++
	return true
}

// Full says that the table is to grow before more is added.
func (t *Unmove) Full() bool { return t.n >= t.room }

// Grow makes room. The table may take so many bytes then; 0: as many as it likes. The result false says that
// this is too little.
func (t *Unmove) Grow(limit int64) bool {
	lines := len(t.lines)
	size := lines + lines/8
	if lines < 1<<12 {
		size = lines + lines/4
	}
	if limit > 0 {
		size = min(size, int((limit-t.sideMemory.Bytes())/(8*lineWords)))
	}
	if size < lines+lines/32 {
		return false
	}
	old := *t
	t.allocate(size)
	t.allocateSide(1 << 6)
	t.n, t.sides = 0, 0
	const part = 1 << 12
	for from := 0; from < lines; from += part {
		to := min(from+part, lines)
		for i := from; i < to; i++ {
			t.take(&old, i)
		}
		old.memory.Discard(from*lineWords, to*lineWords)
	}
	old.memory.Free()
	t.bringHome(old.side)
	old.sideMemory.Free()
	return true
}

// bringHome takes what lay to the side for want of room.
func (t *Unmove) bringHome(side []uint64) {
	for _, e := range side {
		if e == 0 {
			continue
		}
		e--
		code := t.aside()
		if e&ranked != 0 {
			code = e & (ranked - 1)
		}
		line, place := t.home(e >> sideBits)
		if !t.has(line, place, code) && !t.put(line, place, code) || code == t.aside() {
			t.addAside(e)
		}
	}
}

// take takes the entries in a line of another table, of fewer lines.
func (t *Unmove) take(old *Unmove, line int) {
	l := &old.lines[line]
	own, others := counts(l)
	for slot := 0; slot < old.each; slot++ {
		home := line
		if slot >= own {
			if slot < old.each-others {
				continue
			}
			home--
		}
		v := old.rest(l, slot)
		place := v>>old.code<<8 | l[slot>>3]>>(uint(slot)&7<<3)&0xff
		index := old.first(home) + place
		to, at := t.home(index)
		if code := v & (1<<t.code - 1); !t.put(to, at, code) && code != t.aside() {
			t.addAside(index<<sideBits | ranked | code)
		}
	}
}

// Free gives the memory back.
func (t *Unmove) Free() {
	t.memory.Free()
	t.sideMemory.Free()
	t.lines, t.side = nil, nil
}

// addAside adds an entry to the side: an index, and below it the number of a rule or a code.
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

// Renumber has the rules named to the side have other numbers.
func (t *Unmove) Renumber(number func(rule uint32) uint32) {
	for i, e := range t.side {
		if e != 0 && (e-1)&ranked == 0 {
			e--
			t.side[i] = (e&^(ranked-1) | uint64(number(uint32(e&(ranked-1))))) + 1
		}
	}
}

func (t *Unmove) sideHome(index uint64) int { return int(index * uint64(len(t.side)) >> t.span) }

func (t *Unmove) lookAside(index uint64, out []Lead) []Lead {
	for at := t.sideHome(index); t.side[at] != 0; at++ {
		if e := t.side[at] - 1; e>>sideBits == index {
			if e&ranked != 0 {
				out = append(out, t.lead(e&(ranked-1)))
			} else {
				out = append(out, Lead{Rank: -1, Rule: uint32(e & (ranked - 1))})
			}
		}
		if at == len(t.side)-1 {
			at = -1
		}
	}
	return out
}
