package unmove

import (
	"math/bits"
	"sync/atomic"

	"gospin/verifier/roots"
)

// claims is a hash table of the roots that several lots have found, with the lot that claimed each first.
// That lot looks the root up, so each root is looked up once: finding out that a state is not stored may take
// many steps.
type claims[R roots.Root] []atomic.Uint64

// claim has the number of a lot, and the index of a root in what it has found, plus one; 0 means none.
type claim uint64

func claimOf(lot int, at int32) claim    { return claim(lot)<<32 | claim(at) + 1 }
func (c claim) place() (lot int, at int) { return int(c >> 32), int(uint32(c)) - 1 }

// duplicate is a root that another lot has claimed.
type duplicate struct {
	at   int32 // index in found
	by   claim
	hash uint64
}

const (
	claimRoom  = 4 // slots for each expanded state: this many, or up to twice as many
	mostClaims = 8 // slots that are probed; roots for which there is no slot may be looked up twice
)

// clear empties the table, and makes room for the successors of this many states.
func (c *claims[R]) clear(states int) {
	if n := 1 << bits.Len(uint(claimRoom*states-1)); n > len(*c) {
		*c = make([]atomic.Uint64, n)
		return
	}
	clear(*c)
}

// claim claims a root that a lot has found. It returns an earlier claim of the same root, or 0.
func (c claims[R]) claim(lots []lot[R], o *lot[R], at int32, hash uint64) claim {
	mine := claimOf(o.number, at)
	for k := range uint64(mostClaims) {
		slot := &c[(hash>>20+k)&uint64(len(c)-1)]
		if slot.Load() == 0 && slot.CompareAndSwap(0, uint64(mine)) {
			return 0
		}
		by := claim(slot.Load())
		if lot, i := by.place(); lots[lot].found.Roots[i] == o.found.Roots[at] {
			return by
		}
	}
	return 0
}

// takeDuplicates sets unknown to the roots that other lots have claimed and that are not stored. One of them
// may be the first of the level to reach a state, and then keeps it.
func (o *lot[R]) takeDuplicates(lots []lot[R]) {
	o.unknown, o.at, o.hash, o.rules = o.unknown[:0], o.at[:0], o.hash[:0], o.rules[:0]
	for _, t := range o.duplicates {
		if lot, i := t.by.place(); lots[lot].isNew[i] {
			o.unknown = append(o.unknown, o.found.Roots[t.at])
			o.at, o.hash, o.rules = append(o.at, t.at), append(o.hash, t.hash), append(o.rules, 0)
		}
	}
}
