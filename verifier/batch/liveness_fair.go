package batch

import (
	"math/bits"
)

// Weak fairness: each process moves infinitely often, or is infinitely often disabled. For each process there
// is a set of edges of which a fair cycle has at least one: those on which the process moves, and those from
// states in which it is disabled. A state remains if it can be reached, for each process, from such an edge
// through remaining states (Emerson and Lei, "Modalities for model checking", 1987). Unlike in Choueka's
// construction, there are no copies of the states.

// fairly keeps the states that can be reached from an edge of each process, and returns their number.
func (z *frozen[R]) fairly(remain uint64) uint64 {
	for able := z.able; able != 0 && remain > 0 && z.goesOn(); able &= able - 1 {
		remain = z.reachBy(1 << bits.TrailingZeros64(able))
	}
	return remain
}

// reachBy does this for one process.
func (z *frozen[R]) reachBy(process uint64) uint64 {
	clear(z.next.words())
	z.pass(func(_ *hand[R], slot int) bool { return z.remaining.has(slot) }, func(h *hand[R]) {
		for i, at := range h.at {
			if !h.followed && h.fairTo[i]&process == 0 {
				continue
			}
			if z.remaining.has(at) && z.next.put(at) {
				h.changed++
				h.open.Push(&h.to[i], 0)
			}
		}
	})
	z.remaining, z.next = z.next, z.remaining
	return z.count.Load()
}

// fairProcesses returns the processes to which an edge is fair.
func fairProcesses(moved, able uint64) uint64 { return moved | ^able }
