package automaton

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unsafe"
)

// Set is a set of keys. Keys of a kind have the same length.
type Set struct {
	g     *graph
	kinds []*kind
	n     int
	walk  walk
	word  []uint16
	side  int64 // bytes of the kinds
	err   error
}

// kind is the automaton of the keys of one kind. Letters that are equal in all of them are omitted.
type kind struct {
	root   uint32
	base   []byte   // the first key, padded
	size   int      // of a key
	silent []uint64 // masks of the omitted letters
	order  []int    // places of the other letters, those that changed last first
}

// maxLetters limits the letters of a key that are stored, since an edge can't have more.
const maxLetters = lengthMask

// ErrFull means that there are no more numbers for vertices.
var ErrFull = errors.New("an automaton has no room for more than 2^32 words of vertices")

// New returns an empty set.
func New() *Set { return &Set{g: newGraph()} }

// Confine reduces the limit of words for vertices.
func (s *Set) Confine(words int) { s.g.most = words }

func (s *Set) kindOf(key []byte, number int) *kind {
	for number >= len(s.kinds) {
		s.kinds = append(s.kinds, nil)
	}
	k := s.kinds[number]
	if k == nil {
		k = &kind{base: make([]byte, (len(key)+7)&^7), size: len(key)}
		copy(k.base, key)
		k.order = make([]int, 0, len(key))
		k.silent = make([]uint64, len(k.base)/8)
		for i := range k.silent {
			k.silent[i] = 1<<64 - 1
		}
		s.kinds[number] = k
		s.side += int64(unsafe.Sizeof(*k)) + 10*int64(len(k.base)) // including an order of all letters
	}
	return k
}

// Visit reports whether a key of a kind was known, and, if add is set, adds it. If that is impossible, Err
// returns the reason.
func (s *Set) Visit(key []byte, number int, add bool) bool {
	if !add && (number >= len(s.kinds) || s.kinds[number] == nil) {
		return false
	}
	k := s.kindOf(key, number)
	for i := range k.silent {
		d := (load(key, i*8) ^ binary.LittleEndian.Uint64(k.base[i*8:])) & k.silent[i]
		for d != 0 {
			if !add {
				return false
			}
			if !s.storeLetter(k, i, &d) {
				return false
			}
		}
	}
	if len(k.order) == 0 {
		if k.root != 0 || !add {
			return k.root != 0
		}
		k.root = accepting
		s.n++
		return false
	}
	s.word = s.word[:0]
	for _, at := range k.order {
		s.word = append(s.word, letter(key, at))
	}
	if s.g.follow(k.root, s.word, &s.walk) {
		return true
	}
	if add && s.g.isFull(s.word, &s.walk) {
		s.err = ErrFull
		return false
	}
	if add {
		k.root = s.g.extend(s.word, &s.walk)
		s.n++
	}
	return false
}

// letter reads two bytes. On real models, that takes a third of the memory of single bytes, and less time.
func letter(key []byte, at int) uint16 {
	if at+1 == len(key) {
		return uint16(key[at])
	}
	return uint16(key[at]) | uint16(key[at+1])<<8
}

// storeLetter makes an omitted letter a stored one, at the front, with its value so far. It returns false if
// there are too many.
func (s *Set) storeLetter(k *kind, i int, d *uint64) bool {
	if len(k.order) == maxLetters {
		s.err = fmt.Errorf("keys that differ in more than %d places are too long for an automaton",
			2*maxLetters)
		return false
	}
	at := 0
	for *d>>(8*at)&0xff == 0 {
		at++
	}
	at &^= 1
	mask := uint64(0xffff) << (8 * at)
	k.silent[i] &^= mask
	*d &^= mask
	at += i * 8
	k.order = slices.Insert(k.order, 0, at)
	if k.root == 0 {
		return true
	}
	g, base := s.g, letter(k.base, at)
	if k.root != accepting {
		if v := g.at(k.root); degree(v) == 1 {
			g.draft.load(v)
			e := g.draft.edges[0] // the letter is put before the only edge
			g.draft.further = slices.Insert(g.draft.further, 0, uint16(e>>letterShift))
			g.draft.edges[0] = uint64(base)<<letterShift |
				uint64(lengthOf(e)+1)<<lengthShift | uint64(uint32(e))
			header, body := g.draft.finish()
			k.root = g.rewrite(k.root, header, body)
			return true
		}
		k.root = g.settle(k.root)
	}
	g.draft.clear()
	g.draft.insert(0, []uint16{base}, k.root)
	k.root = g.fresh(g.draft.finish())
	return true
}

func load(b []byte, at int) uint64 {
	if at+8 <= len(b) {
		return binary.LittleEndian.Uint64(b[at:])
	}
	v := uint64(0)
	for i := range len(b) - at {
		v |= uint64(b[at+i]) << (8 * i)
	}
	return v
}

// Each calls f for every key with its kind. The key is overwritten by the next one.
func (s *Set) Each(f func(key []byte, number int)) {
	for number, k := range s.kinds {
		if k == nil || k.root == 0 {
			continue
		}
		key := slices.Clone(k.base[:k.size])
		set := func(at int, letter uint16) {
			key[at] = byte(letter)
			if at+1 < len(key) {
				key[at+1] = byte(letter >> 8)
			}
		}
		var visit func(id uint32, order []int)
		visit = func(id uint32, order []int) {
			if id == accepting {
				f(key, number)
				return
			}
			v := s.g.at(id)
			for i, e := range edgesOf(v) {
				set(order[0], uint16(e>>letterShift))
				for j, letter := range further(v, i) {
					set(order[1+j], letter)
				}
				visit(uint32(e), order[lengthOf(e):])
			}
		}
		visit(k.root, k.order)
	}
}

// Err returns why a key was not added, or nil.
func (s *Set) Err() error { return s.err }

// Len returns the number of keys.
func (s *Set) Len() int { return s.n }

// Vertices returns the number of vertices where words diverge, without the roots.
func (s *Set) Vertices() int { return s.g.n }

// Edges returns the number of edges.
func (s *Set) Edges() int { return s.g.edges }

// Bytes returns the memory of the automata.
func (s *Set) Bytes() int64 {
	return s.g.words.Bytes() + s.g.heads.Bytes() + s.side + 8*int64(cap(s.kinds))
}

// Free releases the automata.
func (s *Set) Free() {
	s.g.words.Free()
	s.g.heads.Free()
	s.kinds, s.n, s.side = nil, 0, 0
}
