package space

import (
	"unsafe"

	"gospin/vm"
)

// Bytes of what is remembered.
const (
	noteBytes  = 2 * int(unsafe.Sizeof(note{})) // and the same for its number
	faultBytes = 2 * int(unsafe.Sizeof(vm.Fault{}))
	pairBytes  = 12
	wordBytes  = 8 // of lists
	notedBytes = int(unsafe.Sizeof(noted{}))
	innerBytes = 48 // of an entry of a map, without its key
)

// size returns the bytes of what is remembered. The pool counts for the engine that has made it.
func (e *engine[R]) size() int64 {
	switch p := e.pool; {
	case p == nil:
		return int64(e.knowledge.size())
	case p.first == e:
		return int64(p.size() + e.copied() + e.aside + e.tables)
	}
	return int64(e.copied() + e.aside + e.tables)
}

// size returns the bytes of what is remembered.
func (l *knowledge[R]) size() int {
	n := wordBytes*cap(l.lists) + notedBytes*cap(l.noted)
	n += faultBytes*cap(l.met) + noteBytes*cap(l.notes) + 2*int(unsafe.Sizeof(shift{}))*cap(l.shifts)
	n += l.aside + l.tables
	return n + l.copied()
}

// copied returns the bytes of what engines copy.
func (l *knowledge[R]) copied() int {
	n := pairBytes*len(l.halves.keys) + l.memo.bytes()
	return n + cap(l.parts)*int(unsafe.Sizeof(part[R]{}))
}

// least returns the bytes in use, without free capacity and the memo.
func (l *knowledge[R]) least() int {
	n := wordBytes*len(l.lists) + notedBytes*len(l.noted)
	n += noteBytes*len(l.notes) + pairBytes*len(l.halves.keys)
	return n + len(l.parts)*int(unsafe.Sizeof(part[R]{}))
}

func (m *memo[R]) bytes() int { return len(m.slots) * int(unsafe.Sizeof(slot[R]{})) }

// overfull reports whether what is remembered takes a large part of the memory of the states.
func (e *engine[R]) overfull() bool {
	expanded := e.expanded
	if p := e.pool; p != nil {
		p.expanded += expanded - e.told
		e.told, expanded = expanded, p.expanded
	}
	var r R
	room := leastRoom + int64(expanded)*int64(4*len(r))
	return int64(e.home().least()) > room
}
