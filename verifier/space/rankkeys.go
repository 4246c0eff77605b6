package space

import (
	"encoding/binary"
)

// keyField is a field as a part of a rank's key.
type keyField struct {
	word   int
	shift  uint8
	mask   uint64
	weight uint64    // the number is multiplied by it; 0: see the table
	table  *[]uint64 // by number; 0: not known yet
	at     int       // field
	rank   int       // to which the field looks so
	seed   uint64
	nests  bool // if the field names other ranks, that makes a difference
}

// wordBits has bits of the words of a root; most sets of them lie in one word.
type wordBits struct {
	word int
	bits uint64
	more []wordBits
}

func (b *wordBits) add(word int, bits uint64) {
	if b.bits == 0 || b.word == word {
		b.word, b.bits = word, b.bits|bits
		return
	}
	for i := range b.more {
		if b.more[i].word == word {
			b.more[i].bits |= bits
			return
		}
	}
	b.more = append(b.more, wordBits{word: word, bits: bits})
}

func (b *wordBits) differ(x, y []uint64) bool {
	diff := (x[b.word] ^ y[b.word]) & b.bits
	for i := range b.more {
		m := &b.more[i]
		diff |= (x[m.word] ^ y[m.word]) & m.bits
	}
	return diff != 0
}

// The lowest byte of a key counts the fields that name other ranks. What is added for a field is a multiple
// of keyUnit, or comes from a table and has seenBit.
const (
	keyUnit = 1 << 9
	seenBit = 1 << 8
	mostOwn = 255
)

func (f *keyField) number(r []uint64) uint64 { return r[f.word] >> (f.shift & 63) & f.mask }

// mixed is a hash of two numbers. Sums of hashes must differ, so none may depend on its arguments linearly.
func mixed(h, n uint64) uint64 {
	h = (h ^ n*0x9e3779b97f4a7c15 ^ n>>7) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>32) * 0x94d049bb133111eb
	return h ^ h>>29
}

// makeKeys finds out what the keys of ranks are made of.
func (s *ordering[R]) makeKeys(f *form) {
	if s.Rotated {
		return
	}
	part := func(at, rank, seed int, table bool) keyField {
		x := &f.fields[at]
		k := keyField{word: x.word, shift: x.shift, mask: x.mask, at: at, rank: rank, seed: uint64(seed)}
		if table || s.viewed[at] {
			k.table = new([]uint64)
		} else {
			k.weight = mixed(4<<20, k.seed)*keyUnit | keyUnit
		}
		return k
	}
	s.own, s.nested = make([][]keyField, s.n), s.loose
	for rank := range s.own {
		for j, at := range s.symmetricSet.own[rank] {
			k := part(at, rank, j, false)
			k.nests = true
			s.own[rank] = append(s.own[rank], k)
		}
		for other := range s.n {
			for j, at := range s.pairs[rank*s.n+other] {
				s.own[rank] = append(s.own[rank], part(at, rank, 1<<20+j, true))
			}
			for j, at := range s.pairs[other*s.n+rank] {
				s.own[rank] = append(s.own[rank], part(at, rank, 2<<20+j, true))
			}
		}
		var of wordBits
		for _, k := range s.own[rank] {
			of.add(k.word, k.mask<<(k.shift&63))
		}
		s.of = append(s.of, of)
		s.nested = s.nested || len(s.own[rank]) > mostOwn || len(s.own[rank]) > len(s.symmetricSet.own[rank])
	}
	for _, at := range s.symmetricSet.others {
		var by []keyField
		for rank := range s.n {
			by = append(by, part(at, rank, 3<<20+at, true))
		}
		s.others = append(s.others, by)
	}
}

// makeRefs is makeKeys for what belongs to two ranks.
func (s *ordering[R]) makeRefs(f *form) {
	s.refs = make([][]keyField, s.n*s.n)
	for rank := range s.n {
		for other := range s.n {
			to := &s.refs[rank*s.n+other]
			add := func(at, seed int) {
				x := &f.fields[at]
				*to = append(*to, keyField{word: x.word, shift: x.shift, mask: x.mask, at: at, rank: rank,
					seed: uint64(seed), table: new([]uint64)})
			}
			for j, at := range s.symmetricSet.own[other] {
				if s.viewed[at] {
					add(at, j)
				}
			}
			for j, at := range s.pairs[rank*s.n+other] {
				add(at, 1<<20+j)
			}
			for j, at := range s.pairs[other*s.n+rank] {
				add(at, 2<<20+j)
			}
		}
	}
}

// part returns what is added to a key for a number.
func (c *canon[R]) part(s *ordering[R], f *keyField, n uint64) uint64 {
	if f.weight != 0 {
		return n * f.weight
	}
	if t := *f.table; n < uint64(len(t)) && t[n] != 0 {
		return t[n]
	}
	return c.see(s, f, n)
}

// see finds out what is added to a key for a number that has not been met.
func (c *canon[R]) see(s *ordering[R], f *keyField, n uint64) uint64 {
	sp := c.space
	sp.mu.Lock()
	defer sp.mu.Unlock()
	for int(n) >= len(*f.table) {
		*f.table = append(*f.table, 0)
	}
	view, others := uint32(n), false
	if s.viewed[f.at] {
		x := &c.f.fields[f.at]
		value := make([]byte, x.len)
		sp.classes[x.class].values.Copy(value, uint32(n))
		// only values of the same class are compared
		key := binary.LittleEndian.AppendUint32(nil, uint32(x.class))
		key, others = s.View(f.rank, c.y.parts[f.at], key, value)
		view = c.y.viewNumber(string(key), others)
	}
	h := mixed(f.seed, uint64(view))*keyUnit | seenBit
	if others && f.nests {
		h |= 1
	}
	(*f.table)[n] = h
	return h
}

// viewNumber returns the number of how a part looks.
func (y *symmetric) viewNumber(key string, others bool) uint32 {
	number, met := y.views[key]
	if !met {
		number = uint32(len(y.views)) << 1
		if others {
			number |= 1
		}
		y.views[key] = number
	}
	return number
}

// keysOf finds the keys of ranks.
func (c *canon[R]) keysOf(s *ordering[R], keys []uint64, r *R) {
	root := slice(r)
	for rank := range keys {
		h := uint64(0)
		for i := range s.own[rank] {
			if f := &s.own[rank][i]; f.weight != 0 {
				h += f.number(root) * f.weight
			} else {
				h += c.part(s, f, f.number(root))
			}
		}
		for i := range s.others {
			f := &s.others[i][rank]
			h += c.part(s, f, f.number(root))
		}
		keys[rank] = h
	}
}

// keysAfter is keysOf for a root that follows another.
func (c *canon[R]) keysAfter(s *ordering[R], from, r *R) {
	if !s.known {
		s.known = true
		c.keysOf(s, s.before, from)
	}
	copy(s.keys, s.before)
	was, is := slice(from), slice(r)
	for rank := range s.of {
		if !s.of[rank].differ(was, is) {
			continue
		}
		for i := range s.own[rank] {
			f := &s.own[rank][i]
			x, y := f.number(was), f.number(is)
			switch {
			case x == y:
			case f.weight != 0:
				s.keys[rank] += (y - x) * f.weight
			default:
				s.keys[rank] += c.part(s, f, y) - c.part(s, f, x)
			}
		}
	}
	for _, by := range s.others {
		x, y := by[0].number(was), by[0].number(is)
		if x == y {
			continue
		}
		for rank := range by {
			s.keys[rank] += c.part(s, &by[rank], y) - c.part(s, &by[rank], x)
		}
	}
}

// ties reports whether sorted keys are equal.
func ties(keys []uint64) bool {
	for i := 1; i < len(keys); i++ {
		if keys[i] == keys[i-1] {
			return true
		}
	}
	return false
}

// open reports whether the order of ranks with equal keys may matter.
func (s *ordering[R]) open(keys []uint64) bool {
	if s.nested {
		return true
	}
	nests := uint64(0)
	for _, k := range keys {
		nests |= k
	}
	return nests&(seenBit-1) != 0
}

// refined returns keys that include, for ranks with equal keys, which ranks name them, and what they share
// with which others.
func (c *canon[R]) refined(s *ordering[R], keys []uint64, r *R) []uint64 {
	if s.refs == nil {
		s.makeRefs(c.f)
		s.finer = make([]uint64, s.n)
	}
	root, out := slice(r), s.finer
	for rank := range s.n {
		before, equal := uint64(0), 0
		for _, k := range keys {
			if k < keys[rank] {
				before++
			} else if k == keys[rank] {
				equal++
			}
		}
		sum := uint64(0)
		for other := 0; other < s.n && equal > 1; other++ {
			if other == rank {
				continue
			}
			h := mixed(1, keys[other])
			refs := s.refs[rank*s.n+other]
			for i := range refs {
				h = mixed(h, c.part(s, &refs[i], refs[i].number(root)))
			}
			sum += h
		}
		out[rank] = sum>>8 | before<<56 // the order of the keys comes first
	}
	return out
}
