package space

import "unsafe"

// How many bytes what is remembered takes.
const (
	noteBytes = 2 * int(unsafe.Sizeof(note{})) // and as much for its number
	pairBytes = 12
	wordBytes = 8 // of lists, and of choices noted
)

// size is what is remembered, in bytes.
func (e *engine[R]) size() int64 {
	n := wordBytes * (cap(e.lists) + cap(e.noted))
	n += noteBytes*cap(e.notes) + pairBytes*len(e.halves.keys) + e.memo.bytes()
	return int64(n + cap(e.parts)*int(unsafe.Sizeof(part[R]{})))
}

// least is what is remembered, in bytes, without room for more, and without the memo.
func (e *engine[R]) least() int {
	n := wordBytes * (len(e.lists) + len(e.noted))
	n += noteBytes*len(e.notes) + pairBytes*len(e.halves.keys)
	return n + len(e.parts)*int(unsafe.Sizeof(part[R]{}))
}

func (m *memo[R]) bytes() int { return len(m.slots) * int(unsafe.Sizeof(slot[R]{})) }

// mayGrow tells if the memo may double.
func (e *engine[R]) mayGrow() bool {
	return e.system == nil || !e.system.overfull(int64(e.least()+2*e.memo.bytes()))
}

// overfull tells if so much is remembered that it takes a great part of what the states take.
func (e *engine[R]) overfull() bool {
	if n := e.space.resets; n > 0 && e.count.Learnt%uint64(n) == uint64(n-1) {
		e.count.Learnt++
		return true
	}
	if e.system != nil {
		return e.system.overfull(int64(e.least()+e.memo.bytes())) && len(e.lists) > 1<<12
	}
	var r R
	room := leastRoom + int64(e.expanded)*int64(4*len(r))
	return int64(e.least()) > room
}
