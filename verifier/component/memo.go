package component

import (
	"math/bits"

	"gospin/vm"
)

// memo remembers the moves of processes by the bits of the root on which they depend. It is a table of two ways: an
// entry lies in one of two neighbouring slots, the newer one first; the oldest of three is forgotten. An entry has the
// masked root, and a word: the process's number plus one in 16 bits, whether a rendezvous was attempted in one, the
// number of moves in 15, and where they are in 32.
type memo struct {
	words  int // of a root
	slots  []uint64
	shift  uint
	lost   int // entries forgotten since the table grew
	moves  []vm.Move
	deltas []uint64 // a word with effect and exclusive process, and what to add to the root
	key    []uint64
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
	m.moves = m.moves[:0]
	m.deltas = append(m.deltas[:0], make([]uint64, words+1)...) // number 0 is none
}

func (m *memo) resize(log uint) {
	m.slots = make([]uint64, 2*(m.words+1)<<log)
	m.shift = 64 - log
}

// bytes is the memory in use.
func (m *memo) bytes() int64 {
	return int64(8*cap(m.slots) + 16*cap(m.moves) + 8*cap(m.deltas))
}

func start(pid uint64) uint64 { return pid * 0xd1b54a32d192ed03 }

func stir(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

// find returns the word of the entry for a process, 0 if there is none.
func (m *memo) find(root, mask []uint64, pid int) uint64 {
	h := start(uint64(pid + 1))
	if len(mask) == 1 {
		x := root[0] & mask[0]
		at := int(stir(h, x)>>(m.shift&63)) * 4
		s := m.slots[at : at+4 : at+4]
		if s[0] == x && s[1]>>pidShift == uint64(pid+1) {
			return s[1]
		}
		if s[2] == x && s[3]>>pidShift == uint64(pid+1) {
			return s[3]
		}
		return 0
	}
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

// add remembers the moves of a process, and returns the word of the entry.
func (m *memo) add(root, mask []uint64, pid int, offers bool, moves []vm.Move) uint64 {
	for i := range m.key {
		m.key[i] = root[i] & mask[i]
	}
	word := uint64(pid+1)<<pidShift | uint64(len(moves))<<32 | uint64(len(m.moves))
	if offers {
		word |= attempted
	}
	m.moves = append(m.moves, moves...)
	m.put(m.key, word)
	return word
}

// delta remembers what a move makes of a root.
func (m *memo) delta(from, to []uint64, eff vm.Effect, excl int16) uint32 {
	at := len(m.deltas)
	m.deltas = append(m.deltas, uint64(uint16(excl))<<32|uint64(eff))
	for i := range from {
		m.deltas = append(m.deltas, to[i]-from[i])
	}
	return uint32(at)
}
