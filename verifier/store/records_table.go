package store

import (
	"encoding/binary"
	"math/bits"

	"gospin/compression/offheap"
)

// table finds records by 32 bits of the hashes of their states. A slot holds a record's number plus one, the
// lower bits of the home that its hash leads to, and what the home does not say of the hash (its tag): so the
// table grows without a look at the records. Slots are in the order of their homes (Amble, Knuth, "Ordered
// hash tables", 1974); after the last home are as many slots more as a record may lie from its own. What
// would lie farther, since too many hashes are alike, is in the stash.
type table struct {
	slots  offheap.Block[byte]
	b      int    // bytes of a slot
	homes  int    // at least one
	width  uint64 // how many hashes have the same home
	number uint   // bits of a slot for the number
	mask   uint64 // the bits of a word that are a slot's
	bits   int    // of a tag, by which records are told apart; below 0: all
	care   uint64 // which bits of a slot above the number these are, and those of the home
	n      int
	room   int
	fixed  bool // the table does not grow
	stash  []stashed
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
	t.mask = 1<<(8*t.b) - 1 // all bits, if it is a word
	t.slots = offheap.Alloc[byte](t.b*(t.homes+farthest+1) + 8)
	t.room = max(1, int(float64(t.homes)*tableLoad))
	t.tellBy(-1)
	return t
}

// tellBy has records with the same home told apart by the upper bits of their tags only: this many; below 0:
// all. The others stay, for the table to grow.
func (t *table) tellBy(n int) {
	t.bits, t.care = n, 1<<64-1
	if tag := bits.Len64(t.width - 1); n >= 0 && n < tag {
		t.care = farthest | (1<<n-1)<<(tag-n)<<homeBits
	}
}

// someBits is what tellBy takes for an option of which 0 says all, and what is below none.
func someBits(n int) int {
	if n == 0 {
		return -1
	}
	return max(0, n)
}

// look is a search for the records with a hash.
type look struct {
	hash  uint32
	home  int
	rest  uint64 // what slots of records with the hash have above the number
	at    int    // the slot to be looked at; once none is left, where such a record belongs
	stash int    // those of the stash that have been looked at
	met   int    // records with the home that have been looked at
}

func (t *table) look(hash uint32) look {
	home := uint64(hash) / t.width
	return look{
		hash: hash,
		home: int(home),
		rest: home&farthest | (uint64(hash)-home*t.width)<<homeBits,
		at:   int(home),
	}
}

func (t *table) word(i int) uint64 { return binary.LittleEndian.Uint64(t.slots.Data[i*t.b:]) & t.mask }

// far is how far from its home the record in a slot lies.
func (t *table) far(i int, w uint64) int { return (i - int(w>>t.number)) & farthest }

// next returns the next record that may have the hash; false: there is none left.
func (t *table) next(l *look) (uint64, bool) {
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
		if x := t.look(s.hash); x.home == l.home && (x.rest^l.rest)&care == 0 {
			l.met++
			return uint64(s.number), true
		}
	}
	return 0, false
}

// fits reports whether a number may be put into the table.
func (t *table) fits(number uint64) bool {
	return (t.n < t.room || t.fixed) && number+1 < 1<<t.number
}

// put adds a record where a look has ended. It must fit.
func (t *table) put(l *look, number uint64) {
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

// each calls f with all records and their hashes, in the order of the hashes' homes but for the stash. What
// has been told is given back on the way: the table is of no more use.
func (t *table) each(f func(hash uint32, number uint64)) {
	done := 0
	for i := range t.homes + farthest + 1 {
		if w := t.word(i); w != 0 {
			home := uint64(i - t.far(i, w))
			f(uint32(home*t.width+w>>(t.number+homeBits)), w&(1<<t.number-1)-1)
		}
		if i-done >= discardStep {
			t.slots.Discard(done*t.b, i*t.b)
			done = i
		}
	}
	for _, s := range t.stash {
		f(s.hash, uint64(s.number))
	}
}

// larger is how many homes the table should have next.
func (t *table) larger() int {
	if t.homes < 1<<16 {
		return 2 * t.homes
	}
	return t.homes + t.homes/5
}

// need is how many bytes a table takes, at most.
func (t *table) need(homes int) int64 { return int64(homes+farthest+1)*int64(t.b+1) + 8 }

// grow makes a table with this many homes, for numbers below most.
func (t *table) grow(homes int, most uint64) {
	old := *t
	*t = newTable(homes, most)
	t.tellBy(old.bits)
	old.each(func(hash uint32, number uint64) {
		l := t.look(hash)
		t.place(&l)
		t.put(&l, number)
	})
	old.slots.Free()
}

// place goes to where a record belongs, after others with its home.
func (t *table) place(l *look) {
	for w := t.word(l.at); w != 0 && l.at-t.far(l.at, w) <= l.home; w = t.word(l.at) {
		l.at++
	}
}

func (t *table) bytes() int64 { return t.slots.Bytes() + int64(8*cap(t.stash)) }

func (t *table) free() { t.slots.Free() }
