package space

import (
	"math/bits"
	"unsafe"

	"gospin/compression/mix"
	"gospin/compression/probe"
	"gospin/verifier/roots"
	"gospin/verifier/system"
	"gospin/vm"
)

// The successors of a state by the moves of a process, or by one transition of it, are a list: a header of
// two words, and for each choice what is kept of the root and what is set in it. The first word of the header
// has the number of choices, whether a rendezvous was offered, whether some choices are halves, whose
// receivers are still to be found, and the atomic steps of all choices. The second word has the index of the
// notes on the choices, one for each. If choices have faults, the number of these follows, and for each its
// number.
const (
	countMask  = 1<<24 - 1
	attempted  = 1 << 24
	halves     = 1 << 25
	slow       = 1 << 26 // not remembered: the machine is asked each time; the upper half is the transition
	stepped    = 1 << 27 // some choices lead into atomic sequences
	shifting   = 1 << 28 // some choices move messages
	failing    = 1 << 29 // some choices have faults, which follow the notes
	stepsShift = 32

	headerLen = 2
)

// noted is a choice in a list.
type noted struct {
	note uint32 // the number of its note
	beyond
}

// note is what many choices have in common.
type note struct {
	choice system.Choice // in halves, its Partner is vm.AnyPartner
	step   vm.Step       // its effect and counts
	beyond
}

// beyond is what a choice has in addition to what it sets in a root.
type beyond struct {
	offer   uint32 // of halves: the number of the offer, plus one
	next    uint32 // within a sequence: the value of the process that continues (inner), plus one
	shifts  uint32 // what it does to channels
	nshifts uint16
	excl    int16 // the process that continues within an atomic sequence
}

// item is a choice in the lists: what it keeps of a root, and what it sets.
type item[R roots.Root] struct{ keep, set R }

// in sets d to the root after the choice in r.
func (x *item[R]) in(d, r *R) {
	for j := 0; j < len(*r); j++ {
		(*d)[j] = (*r)[j]&x.keep[j] | x.set[j]
	}
}

// items returns the first n choices in a list.
func (l *knowledge[R]) items(list uint32, n int) []item[R] {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*item[R])(unsafe.Pointer(&l.lists[list+headerLen])), n)
}

// replace makes each of the choices in r. The loops for short roots are unrolled by hand, since the compiler
// does not do so.
func replace[R roots.Root](dst []R, r *R, items []item[R]) {
	items = items[:len(dst)]
	switch len(*r) {
	case 1:
		w := (*r)[0]
		for i := range dst {
			dst[i][0] = w&items[i].keep[0] | items[i].set[0]
		}
	case 2:
		w := (*[2]uint64)(unsafe.Pointer(r))
		w0, w1 := w[0], w[1]
		for i := range dst {
			x, d := (*[4]uint64)(unsafe.Pointer(&items[i])), (*[2]uint64)(unsafe.Pointer(&dst[i]))
			d[0], d[1] = w0&x[0]|x[2], w1&x[1]|x[3]
		}
	default:
		for i := range dst {
			items[i].in(&dst[i], r)
		}
	}
}

// slot is an entry of a memo: the list of the roots that have these bits, for a part.
type slot[R roots.Root] struct {
	key  R
	part uint32
	list uint32 // index of the list; 0: the slot is free
}

// memo remembers lists by the bits of the root on which they depend. It is a two-way table: an entry is in
// one of two neighbouring slots, the newer one first; a third one evicts the oldest.
type memo[R roots.Root] struct {
	slots []slot[R]
	shift uint
	lost  int
	n     int
}

const (
	leastLog = 8  // pairs of slots in the smallest memo
	mostLog  = 20 // in the largest
)

func (m *memo[R]) reset(log uint) {
	m.slots = make([]slot[R], 2<<log)
	m.shift, m.lost, m.n = 64-log, 0, 0
}

func stir(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

// find returns the list for a part of the root r, or 0 if it is not known.
func (m *memo[R]) find(r, mask *R, part uint32) uint32 {
	h := uint64(part) * 0xd1b54a32d192ed03
	for i := 0; i < len(*r); i++ {
		h = stir(h, (*r)[i]&(*mask)[i])
	}
	s := (*[2]slot[R])(unsafe.Pointer(&m.slots[h>>(m.shift&63)*2]))
	if s[0].holds(r, mask, part) {
		return s[0].list
	}
	if s[1].holds(r, mask, part) {
		return s[1].list
	}
	return 0
}

// holds reports whether a slot has the list for a part of the root r.
func (s *slot[R]) holds(r, mask *R, part uint32) bool {
	other := uint64(s.part ^ part)
	for i := 0; i < len(*r); i++ {
		other |= s.key[i] ^ (*r)[i]&(*mask)[i]
	}
	return other == 0
}

// recall returns the list of a part for the root r, or 0 if it is not known.
func (e *engine[R]) recall(r *R, p *part[R]) uint32 {
	e.count.Finds++
	if len(p.ends) == 0 {
		return e.memo.find(r, &p.mask, p.id)
	}
	key := e.key(r, p)
	return e.memo.find(&key, &key, p.id)
}

// listOf returns the list of a part, making it if necessary. within is as for learn.
func (e *engine[R]) listOf(
	r *R, s *seats, pid int, in *info, k uint32, within uint32,
) (uint32, outcome) {
	p := &e.parts[k]
	if p.list != 0 {
		return p.list, done
	}
	if len(p.ends) == 0 {
		e.count.Finds++
		if list := e.memo.find(r, &p.mask, p.id); list != 0 {
			return list, done
		}
	} else if list := e.recall(r, p); list != 0 {
		return list, done
	}
	e.count.Misses++
	return e.learn(s, pid, in, k, r, within)
}

// listsOf appends to heads the lists of what a process with an info does.
func (e *engine[R]) listsOf(r *R, s *seats, pid int, in *info, within uint32) outcome {
	from := len(e.heads)
	for k := in.first; k < in.first+uint32(in.n); k++ {
		list, what := e.listOf(r, s, pid, in, k, within)
		if what != done {
			return what
		}
		if list == again {
			k, e.heads = in.first-1, e.heads[:from]
			continue
		}
		e.heads = append(e.heads, list)
	}
	return done
}

// put adds an entry as the newer of its two slots.
func (m *memo[R]) put(key *R, part, list uint32) {
	h := uint64(part) * 0xd1b54a32d192ed03
	for i := 0; i < len(*key); i++ {
		h = stir(h, (*key)[i])
	}
	at := h >> (m.shift & 63) * 2
	if m.slots[at].list != 0 {
		if m.slots[at+1].list != 0 {
			m.lost++
			m.n--
		}
		m.slots[at+1] = m.slots[at]
	}
	m.slots[at] = slot[R]{*key, part, list}
	m.n++
}

// crowded reports whether the table evicts too many entries.
func (m *memo[R]) crowded() bool { return m.lost > len(m.slots)/16 && m.shift > 64-mostLog }

// grow doubles the table.
func (m *memo[R]) grow() {
	old := m.slots
	m.reset(64 - m.shift + 1)
	for i := len(old) - 1; i >= 0; i-- {
		if s := &old[i]; s.list != 0 {
			m.put(&s.key, s.part, s.list)
		}
	}
}

// pairs is a hash table from two numbers to one, none of which is 0.
type pairs struct {
	keys   []uint64
	values []uint32
	n      int
}

func (p *pairs) find(a, b uint32) uint32 {
	if len(p.keys) == 0 {
		return 0
	}
	key := uint64(a)<<32 | uint64(b)
	i, ok := probe.Find(p.keys, mix.Slot(stir(key, 0), len(p.keys)), key, ^uint64(0))
	if !ok {
		return 0
	}
	return p.values[i]
}

func (p *pairs) put(a, b, value uint32) {
	if 2*(p.n+1) > len(p.keys) {
		old := *p
		n := max(64, 2*len(old.keys))
		*p = pairs{keys: make([]uint64, n), values: make([]uint32, n)}
		for i, k := range old.keys {
			if k != 0 {
				p.put(uint32(k>>32), uint32(k), old.values[i])
			}
		}
	}
	key := uint64(a)<<32 | uint64(b)
	i := probe.Free(p.keys, stir(key, 0))
	p.keys[i], p.values[i] = key, value
	p.n++
}
