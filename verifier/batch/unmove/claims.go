package unmove

import (
	"math/bits"
	"sync/atomic"

	"gospin/verifier/roots"
)

// claims tell who asks for what several lots have found: the first to claim it. So each is asked for once;
// to find out that a state is not stored may take many steps.
type claims[R roots.Root] []atomic.Uint64

// claim is the number of a lot, and that of a root among what it has found, plus one; 0: none.
type claim uint64

func claimOf(lot int, at int32) claim    { return claim(lot)<<32 | claim(at) + 1 }
func (c claim) place() (lot int, at int) { return int(c >> 32), int(uint32(c)) - 1 }

// twice is what another one has claimed.
type twice struct {
	at   int32 // where in found
	by   claim
	hash uint64
}

const (
	claimRoom  = 4 // for each state that is expanded, so many, or up to twice as many
	mostClaims = 8 // that are looked at: what is not found among these may be asked for twice
)

// clear makes room for what some states lead to.
func (c *claims[R]) clear(states int) {
	if n := 1 << bits.Len(uint(claimRoom*states-1)); n > len(*c) {
		*c = make([]atomic.Uint64, n)
		return
	}
	clear(*c)
}

// claim claims what a lot has found, and says who has done so before; 0: nobody.
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

// claimed asks for what others have claimed, and is not stored: so it is the first to reach a state, in the
// order of the level, by whom it is kept.
func (o *lot[R]) claimed(lots []lot[R]) {
	o.ask, o.at, o.hash, o.ways = o.ask[:0], o.at[:0], o.hash[:0], o.ways[:0]
	for _, t := range o.twice {
		if lot, i := t.by.place(); lots[lot].isNew[i] {
			o.ask = append(o.ask, o.found.Roots[t.at])
			o.at, o.hash, o.ways = append(o.at, t.at), append(o.hash, t.hash), append(o.ways, 0)
		}
	}
}
