package search

import (
	"gospin/verifier/store"
	"gospin/vm"
)

// Weak fairness: a process that is able to move from some time on must move again and again. Choueka's construction
// ("Theories of automata on ω-tapes", 1974), as SPIN uses it, searches copies of the system: copy 0 waits for an accepting
// state, copy i+1 until process i has moved or cannot; behind the last process it is copy 0 again. A cycle through an
// accepting state of copy 0 is fair to everyone. A step may lead through several copies at once.
//
// What is counted are the steps of the system, from states in which every process may move. A process whose only way on
// is to receive in a rendezvous counts as unable to move, as in SPIN: it is the sender who makes the offer. Where the
// system is blocked, nobody is able to move.

// A colour has room for two bits of so many copies. More copies are states of their own, told apart by a byte.
const (
	copiesOfColour = 8
	fairBits       = 2 * copiesOfColour
)

// follow says in which copy of the system the move that f makes ends.
func (d *ndfs) follow(f *claimFrame, m vm.Move) uint16 {
	c := f.copy
	if c == 0 && f.accepting && !f.atomic && (f.claim || f.alone || d.bare) {
		c = 1
	}
	switch {
	case c == 0 || f.claim:
		return c
	case f.alone:
		return 0
	}
	n := uint16(len(d.sys.Layout().ShapeOf(d.vecs.at(f.vec, int(f.vecLen))).Procs))
	for ; c <= n; c++ {
		pid := uint8(c - 1)
		moves := m.Pid == pid || m.Partner != 0 && m.Peer == pid
		if !moves && (f.excl >= 0 || d.able(f, pid)) {
			return c
		}
	}
	return 0
}

// able says whether a process has a move of its own in the state of f.
func (d *ndfs) able(f *claimFrame, pid uint8) bool {
	for _, m := range d.moves.at(f.moves, int(f.n)) {
		if m.Pid == pid {
			return true
		}
	}
	return false
}

// colours are the bits of the colour of the state at hand that say that a search has seen it, and that it is on its path.
func (d *ndfs) colours(g *claimFrame, red bool) (seen, open store.Colour) {
	seen, open = blueSeen, blueOpen
	if red {
		seen, open = redSeen, redOpen
	}
	if d.fair {
		seen, open = seen<<(2*(g.copy%copiesOfColour)), 0
		if at, group := d.sys.PhaseAt(), byte(g.copy/copiesOfColour); d.cur.Vec[at] != group {
			d.cur.Vec[at] = group
			d.cur.Dirty |= 1
		}
	}
	return seen, open
}
