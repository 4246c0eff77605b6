package component

import (
	"math/bits"

	"gospin/verifier/system"
	"gospin/vm"
)

// memo remembers the moves of processes by the bits of the root on which they depend. It is a table of two
// ways: an entry lies in one of two neighbouring slots, the newer one first; the oldest of three is
// forgotten. An entry has the masked root, and a word: the process's number plus one in 16 bits, whether a
// rendezvous was attempted in one, the number of moves in 15, and where they are in 32.
type memo struct {
	words   int // of a root
	slots   []uint64
	shift   uint
	lost    int      // entries forgotten since the table grew
	moves   []uint64 // of each what comes of it and its kind, 32 bits each, and what to add to the root
	kinds   []kind
	numbers map[kind]uint32 // of the kinds
	key     []uint64
}

// kind is what many of the moves remembered have in common.
type kind struct {
	choice system.Choice
	excl   int16  // the exclusive process behind it
	note   uint32 // all bits, or none: then the machine is to be asked what it does
}

const (
	pidShift  = 48
	attempted = 1 << 47
	mostMoves = 1<<15 - 1

	leastLog = 8  // pairs of slots in the smallest table
	mostLog  = 18 // in the largest
)

func (m *memo) reset(words int) {
	if m.words != words {
		m.words, m.key = words, make([]uint64, words)
		m.resize(leastLog)
	}
	clear(m.slots)
	m.lost = 0
	m.moves = append(m.moves[:0], make([]uint64, words+1)...) // number 0 is none
	if m.numbers == nil {
		m.numbers = map[kind]uint32{}
	}
}

func (m *memo) resize(log uint) {
	m.slots = make([]uint64, 2*(m.words+1)<<log)
	m.shift = 64 - log
}

// bytes is the memory in use.
func (m *memo) bytes() int64 {
	return int64(8*cap(m.slots) + 8*cap(m.moves))
}

func start(pid uint64) uint64 { return pid * 0xd1b54a32d192ed03 }

func stir(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

// findWord is find for roots of one word, by the masked root.
func (m *memo) findWord(x uint64, pid int) uint64 {
	at := int(stir(start(uint64(pid+1)), x)>>(m.shift&63)) * 4
	s := m.slots[at : at+4 : at+4]
	if s[0] == x && s[1]>>pidShift == uint64(pid+1) {
		return s[1]
	}
	if s[2] == x && s[3]>>pidShift == uint64(pid+1) {
		return s[3]
	}
	return 0
}

// find returns the word of the entry for a process, 0 if there is none.
func (m *memo) find(root, mask []uint64, pid int) uint64 {
	h := start(uint64(pid + 1))
	for i, x := range mask {
		h = stir(h, root[i]&x)
	}
	k := m.words
	at := int(h>>(m.shift&63)) * 2 * (k + 1)
	s := m.slots[at : at+2*(k+1)]
	if fits(s, root, mask, pid) {
		return s[k]
	}
	if s = s[k+1:]; fits(s, root, mask, pid) {
		return s[k]
	}
	return 0
}

func fits(slot, root, mask []uint64, pid int) bool {
	if slot[len(mask)]>>pidShift != uint64(pid+1) {
		return false
	}
	for i, x := range mask {
		if slot[i] != root[i]&x {
			return false
		}
	}
	return true
}

// put makes an entry the newer of its two slots.
func (m *memo) put(key []uint64, word uint64) {
	h := start(word >> pidShift)
	for _, x := range key {
		h = stir(h, x)
	}
	k := m.words
	at := int(h>>(m.shift&63)) * 2 * (k + 1)
	s := m.slots[at : at+2*(k+1)]
	if s[k] != 0 {
		if s[2*k+1] != 0 {
			m.lost++
		}
		copy(s[k+1:], s[:k+1])
	}
	copy(s, key)
	s[k] = word
}

// grow doubles the table.
func (m *memo) grow() {
	old := m.slots
	m.resize(64 - m.shift + 1)
	m.lost = 0
	k := m.words
	for i := 0; i < len(old); i += k + 1 {
		if old[i+k] != 0 {
			m.put(old[i:i+k], old[i+k])
		}
	}
}

// crowded tells if the table loses entries that are wanted.
func (m *memo) crowded() bool {
	return m.lost > len(m.slots)/(m.words+1)/8 && m.shift > 64-mostLog
}

// add remembers that the moves of a process are those from an offset on, and returns the word of the entry.
func (m *memo) add(root, mask []uint64, pid int, offers bool, from int) uint64 {
	for i := range m.key {
		m.key[i] = root[i] & mask[i]
	}
	n := (len(m.moves) - from) / (m.words + 1)
	word := uint64(pid+1)<<pidShift | uint64(n)<<32 | uint64(from)
	if offers {
		word |= attempted
	}
	m.put(m.key, word)
	return word
}

// remember remembers what a move makes of a root.
func (m *memo) remember(c system.Choice, from, to []uint64, step vm.Step, excl int16) {
	m.moves = append(m.moves, packStep(step)<<32|m.number(kind{c, excl, 1<<32 - 1}))
	for i := range from {
		m.moves = append(m.moves, to[i]-from[i])
	}
}

// unknown remembers a move without what it does.
func (m *memo) unknown(c system.Choice) {
	m.moves = append(m.moves, m.number(kind{choice: c}))
	m.moves = append(m.moves, m.key...) // means nothing
}

func (m *memo) number(k kind) uint64 {
	n, met := m.numbers[k]
	if !met {
		n = uint32(len(m.kinds))
		m.numbers[k], m.kinds = n, append(m.kinds, k)
	}
	return uint64(n)
}

// list appends the moves of the entry with this word.
func (m *memo) list(dst []system.Choice, word uint64) []system.Choice {
	at := uint32(word)
	for n := word >> 32 & mostMoves; n > 0; n-- {
		k := &m.kinds[uint32(m.moves[at])]
		dst = append(dst, k.choice)
		dst[len(dst)-1].Note = at & k.note
		at += uint32(m.words + 1)
	}
	return dst
}

// What comes of a move, in 32 bits: the effects that states behind remembered moves may have, and the
// counters of a step.
const (
	kept            = vm.AtomicStep | vm.Handshake | vm.Silent | vm.Accepting | vm.ClaimEnd
	sharedShift     = 8
	beforeShift     = 14
	handshakesShift = 20
	beyondShift     = 25
)

func packStep(s vm.Step) uint64 {
	return uint64(s.Effect&kept) | uint64(s.Shared)<<sharedShift | uint64(s.Before)<<beforeShift |
		uint64(s.Handshakes)<<handshakesShift | uint64(s.Beyond)<<beyondShift
}

// unpackStep is small enough to be copied to where it is called: most steps have no counters.
func unpackStep(x uint32) vm.Step {
	if x>>sharedShift != 0 {
		return unpackCounts(x)
	}
	return vm.Step{Effect: vm.Effect(x)}
}

func unpackCounts(x uint32) vm.Step {
	return vm.Step{Effect: vm.Effect(x) & kept, Counts: vm.Counts{
		Shared:     uint8(x >> sharedShift & 63),
		Before:     uint8(x >> beforeShift & 63),
		Handshakes: uint8(x >> handshakesShift & 31),
		Beyond:     uint8(x >> beyondShift),
	}}
}
