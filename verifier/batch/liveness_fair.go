package batch

import (
	"math/bits"
)

// Weak fairness: a process moves again and again, or cannot. For each process there is a set of edges, one of
// which a fair cycle has: those on which it moves, or that leave a state in which it cannot. States remain to
// which such an edge leads, of each process, through others that remain (Emerson and Lei, "Modalities for
// model checking", 1987). No copies of the states are made, as Choueka's construction does.

// fairly has those remain that are reached from an edge of each process, and returns how many they are.
func (z *frozen[R]) fairly(remain uint64) uint64 {
	for able := z.able; able != 0 && remain > 0 && z.goesOn(); able &= able - 1 {
		remain = z.reachBy(1 << bits.TrailingZeros64(able))
	}
	return remain
}

// reachBy does so for a process.
func (z *frozen[R]) reachBy(process uint64) uint64 {
	clear(z.next.words())
	z.pass(func(_ *hand[R], slot int) bool { return z.some.has(slot) }, func(h *hand[R]) {
		for i, at := range h.at {
			if !h.aside && h.just[i]&process == 0 {
				continue
			}
			if z.some.has(at) && z.next.put(at) {
				h.changed++
				h.open.Push(&h.to[i], 0)
			}
		}
	})
	z.some, z.next = z.next, z.some
	return z.count.Load()
}

// just are the processes that an edge is fair to.
func just(moved, able uint64) uint64 { return moved | ^able }
