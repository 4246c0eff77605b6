package relative

import (
	"encoding/binary"
	"math/bits"

	"gospin/compression/offheap"
	"gospin/verifier/store"
)

// table finds records by 32 bits of their states' hashes. A slot has a record's number plus one, the lower
// bits of its home, and the bits of the hash that the home does not determine (its tag), so the table grows
// without reading records. Slots are ordered by home (Amble, Knuth, "Ordered hash tables", 1974). After the
// last home, there are as many further slots as the maximum distance from a home. Records that would be
// farther, since too many hashes are equal, are in the stash.
type table struct {
	slots    offheap.Block[byte]
	b        int    // bytes of a slot
	homes    int    // at least one
	width    uint64 // number of hashes with the same home
	number   uint   // width of the number in a slot
	mask     uint64 // mask of a slot's bits in a word
	bits     int    // compared bits of a tag; negative for all
	care     uint64 // bits of a slot above the number to compare, with those of the home
	n        int
	capacity int
	fixed    bool // the table does not grow
	stash    []stashed
}

type stashed struct {
	hash   uint32
	number uint32
}

const (
	hashBits  = 32
	homeBits  = 6
	farthest  = 1<<homeBits - 1
	tableLoad = 0.87
)

// newTable returns an empty table with about this many homes, for numbers below most.
func newTable(homes int, most uint64) table {
	width := (1<<hashBits + uint64(homes) - 1) / uint64(homes)
	t := table{width: width, homes: int((1<<hashBits + width - 1) / width)}
	t.number = uint(bits.Len64(most))
	t.b = (int(t.number) + homeBits + bits.Len64(width-1) + 7) / 8
	t.mask = 1<<(8*t.b) - 1 // all bits of a word
	t.slots = offheap.Alloc[byte](t.b*(t.homes+farthest+1) + 8)
	t.capacity = max(1, int(float64(t.homes)*tableLoad))
	t.tellBy(-1)
	return t
}

// tellBy makes comparisons use only this many upper bits of tags, or all of them if n is negative. The others
// are needed to grow the table.
func (t *table) tellBy(n int) {
	t.bits, t.care = n, 1<<64-1
	if tag := bits.Len64(t.width - 1); n >= 0 && n < tag {
		t.care = farthest | (1<<n-1)<<(tag-n)<<homeBits
	}
}

// someBits converts an option, where 0 means all and a negative value none, for tellBy.
func someBits(n int) int {
	if n == 0 {
		return -1
	}
	return max(0, n)
}

// look is a search for the records with a hash.
type lookup struct {
	hash  uint32
	home  int
	rest  uint64 // the part above the number in slots of records with the hash
	at    int    // the next slot; at the end, the place for such a record
	stash int    // number of the stash's records examined
	met   int    // number of examined records with the home
}

func (t *table) lookUp(hash uint32) lookup {
	home := uint64(hash) / t.width
	return lookup{
		hash: hash,
		home: int(home),
		rest: home&farthest | (uint64(hash)-home*t.width)<<homeBits,
		at:   int(home),
	}
}

func (t *table) word(i int) uint64 { return binary.LittleEndian.Uint64(t.slots.Data[i*t.b:]) & t.mask }

// far returns a record's distance from its home.
func (t *table) far(i int, w uint64) int { return (i - int(w>>t.number)) & farthest }

// next returns the next record that may have the hash, or false.
func (t *table) next(l *lookup) (uint64, bool) {
	data, b, mask, number, care := t.slots.Data, t.b, t.mask, t.number&63, t.care
	i := l.at
	for at := i * b; ; at += b {
		w := binary.LittleEndian.Uint64(data[at:]) & mask
		if w == 0 {
			break
		}
		rest := w >> number
		if (rest^l.rest)&care == 0 {
			l.at = i + 1
			l.met++
			return w&(1<<number-1) - 1, true
		}
		if home := i - (i-int(rest))&farthest; home > l.home {
			break
		} else if home == l.home {
			l.met++
		}
		i++
	}
	l.at = i
	for l.stash < len(t.stash) {
		s := &t.stash[l.stash]
		l.stash++
		if x := t.lookUp(s.hash); x.home == l.home && (x.rest^l.rest)&care == 0 {
			l.met++
			return uint64(s.number), true
		}
	}
	return 0, false
}

// fits reports whether a number can be stored in the table.
func (t *table) fits(number uint64) bool {
	return (t.n < t.capacity || t.fixed) && number+1 < 1<<t.number
}

// put adds a record after a look-up. It must fit.
func (t *table) put(l *lookup, number uint64) {
	t.n++
	free := l.at
	for ; ; free++ {
		w := t.word(free)
		if w == 0 {
			break
		}
		if t.far(free, w) == farthest {
			t.stash = append(t.stash, stashed{l.hash, uint32(number)})
			return
		}
	}
	if l.at-l.home > farthest || free >= t.homes+farthest {
		t.stash = append(t.stash, stashed{l.hash, uint32(number)})
		return
	}
	data := t.slots.Data
	copy(data[(l.at+1)*t.b:(free+1)*t.b], data[l.at*t.b:free*t.b])
	at := l.at * t.b
	old := binary.LittleEndian.Uint64(data[at:])
	binary.LittleEndian.PutUint64(data[at:], old&^t.mask|l.rest<<t.number|(number+1))
}

// each calls f for all records with their hashes, ordered by home except for the stash. It releases memory on
// the way, so the table can't be used afterwards.
func (t *table) each(f func(hash uint32, number uint64)) {
	done := 0
	for i := range t.homes + farthest + 1 {
		if w := t.word(i); w != 0 {
			home := uint64(i - t.far(i, w))
			f(uint32(home*t.width+w>>(t.number+homeBits)), w&(1<<t.number-1)-1)
		}
		if i-done >= store.DiscardStep {
			t.slots.Discard(done*t.b, i*t.b)
			done = i
		}
	}
	for _, s := range t.stash {
		f(s.hash, uint64(s.number))
	}
}

// larger returns the number of homes for the next table.
func (t *table) larger() int {
	if t.homes < 1<<16 {
		return 2 * t.homes
	}
	return t.homes + t.homes/5
}

// need returns the maximum size of a table.
func (t *table) need(homes int) int64 { return int64(homes+farthest+1)*int64(t.b+1) + 8 }

// grow rebuilds the table with this many homes, for numbers below most.
func (t *table) grow(homes int, most uint64) {
	old := *t
	*t = newTable(homes, most)
	t.tellBy(old.bits)
	old.each(func(hash uint32, number uint64) {
		l := t.lookUp(hash)
		t.place(&l)
		t.put(&l, number)
	})
	old.slots.Free()
}

// place moves to the place for a record, after others with its home.
func (t *table) place(l *lookup) {
	for w := t.word(l.at); w != 0 && l.at-t.far(l.at, w) <= l.home; w = t.word(l.at) {
		l.at++
	}
}

func (t *table) bytes() int64 { return t.slots.Bytes() + int64(8*cap(t.stash)) }

func (t *table) free() { t.slots.Free() }
