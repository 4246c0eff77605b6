package batch

import (
	"fmt"
	"sync/atomic"

	"gospin/compression/offheap"
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// Accepting cycles are looked for when all states have been found. The set is frozen then: the slot of a root
// is its number, other tables go by it, and nothing is learnt any more. What can't lie on an accepting cycle
// is taken out, round by round, until nothing is left or nothing more goes (Fisler, Fraer, Kamhi, Vardi and
// Yang, "Is there a best symbolic cycle-detection algorithm?", 2001, and Černá and Pelánek, "Distributed
// explicit fair cycle detection", 2003: one way catch them young). No order of the states matters, so any
// number of workers may help: they go through the slots together, and those states that follow. Passes are
// separated by barriers. In a pass that reads a mark nobody writes it, but for the last who takes out a
// state, which is decided by the bit that goes.

// Acceptance is what a state is to accepting cycles: InComponent times the number of the claim's component
// that it lies in, where cycles of that may be accepted, and what holds of it. 0: no such cycle leads there.
type Acceptance uint32

const (
	Accepting   Acceptance = 1 << iota
	Weak                   // all states of the component are accepting
	InComponent            // and from there on
)

// together are the bits that all states of a cycle have in common.
const together = ^(InComponent - 1)

// Judging is an engine that knows where accepting cycles may lie.
type Judging[R roots.Root] interface {
	Engine[R]
	// Accepts is what a root is that has been found.
	Accepts(r *R) Acceptance
}

// Lasso is a run that is accepted: roots in the order in which they are passed. Behind the last one it goes
// on with that at Cycle, which is accepting.
type Lasso struct {
	Roots [][]uint64
	Cycle int
	// By are, for each root, those processes that move from there, as bits; 0: any. Nil: the cycle need not
	// be fair.
	By []uint64
}

// rangeOf is how many slots a worker goes through at a time.
const rangeOf = 1 << 15

// frozen is a set to which nothing is added any more, and what is known of its states by their slots.
type frozen[R roots.Root] struct {
	*whole
	set   *roots.Plain[R]
	in    offheap.Block[uint64] // a byte each: the edges that lead to it from others that remain
	some  slotBits              // those that remain
	next  slotBits              // of these, those that a pass has found
	hands []*hand[R]
	gang  gang[R]

	weak, accepting atomic.Bool   // whether one of them was met in the last pass
	sticky          atomic.Bool   // whether a state has more edges than a byte counts
	count           atomic.Uint64 // of the last pass: the states that it has put in, or taken out
	able            uint64        // processes that can move in states that remain; of fair cycles
	wrong           atomic.Bool   // a state leads to one that is not there
}

// hand is what a worker has that looks for cycles.
type hand[R roots.Root] struct {
	*frozen[R]
	engine  Judging[R]
	open    roots.Open[R, uint32] // states whose successors are still to be looked at
	found   Found[R]
	states  []R
	notes   []uint32
	n       int      // of the present states
	to      []R      // what these lead to, within the component
	at      []int    // where that lies
	just    []uint64 // of fair cycles: which processes that is fair to
	able    uint64   // and which can move in the states of a pass
	aside   bool     // the present states have been put aside
	changed uint64
	rounds  int
}

// seekCycles decides whether there is an accepting cycle, and finds one.
func seekCycles[R roots.Root](c *crew[R]) {
	set, ok := c.set.(*roots.Plain[R])
	if !ok {
		c.Err = fmt.Errorf("batch: cycles are looked for in sets of whole roots")
		return
	}
	z := &frozen[R]{whole: c.whole, set: set}
	defer z.free()
	for _, w := range c.workers {
		judging, ok := w.engine.(Judging[R])
		if !ok {
			c.Err = fmt.Errorf("batch: the space does not tell which states are accepting")
			return
		}
		n := c.Batch
		z.hands = append(z.hands, &hand[R]{
			frozen: z, engine: judging, states: make([]R, n), notes: make([]uint32, n),
		})
	}
	side := int64(set.Slots()) / 4 * 5
	if most := c.Allowance(0); most > 0 && set.Bytes()+side > most {
		c.Stop(search.MemoryLimit)
		return
	}
	z.in = offheap.Alloc[uint64](set.Slots()/8 + 1)
	z.some, z.next = newSlotBits(set.Slots()), newSlotBits(set.Slots())
	c.Result.Table += side
	if z.begin(); z.decide() {
		c.Result.Cycle = true
		z.show()
	}
	if z.wrong.Load() && c.Err == nil {
		c.Err = fmt.Errorf("batch: a state leads to one that has not been found")
	}
}

func (z *frozen[R]) free() {
	for _, h := range z.hands {
		h.open.Free()
	}
	z.gang.free()
	z.in.Free()
	z.some.free()
	z.next.free()
}

// begin has all states remain that may lie on accepting cycles.
func (z *frozen[R]) begin() {
	z.pass(func(h *hand[R], slot int) bool {
		r := z.set.At(slot)
		if (*r)[0] == 0 {
			return false
		}
		if a := h.engine.Accepts(r); a != 0 {
			z.some.put(slot)
			h.meets(a)
			h.changed++
		}
		return false
	}, nil)
}

// meets takes note of what a state is.
func (h *hand[R]) meets(a Acceptance) {
	if a&Weak != 0 && !h.weak.Load() {
		h.weak.Store(true)
	}
	if a&Accepting != 0 && !h.accepting.Load() {
		h.accepting.Store(true)
	}
}

// decide takes out what can't lie on accepting cycles. The result true says that what remains has one.
func (z *frozen[R]) decide() bool {
	remain := z.count.Load()
	if !z.accepting.Load() {
		return false
	}
	for z.goesOn() && remain > 0 {
		z.able = 0
		remain -= z.trim()
		if !z.goesOn() || remain == 0 {
			return false
		}
		z.look() // what of the remaining ones is accepting
		if z.weak.Load() && !z.Fair {
			return true
		}
		if !z.accepting.Load() {
			return false
		}
		reached := z.reach()
		if z.Fair {
			reached = z.fairly(reached)
		}
		if reached == remain {
			return z.goesOn()
		}
		remain = reached
	}
	return false
}

func (z *frozen[R]) goesOn() bool { return z.GoesOn() && !z.wrong.Load() }

// look takes note of whether accepting states and weak components remain.
func (z *frozen[R]) look() {
	z.pass(func(h *hand[R], slot int) bool {
		if z.some.has(slot) {
			h.meets(h.engine.Accepts(z.set.At(slot)))
		}
		return false
	}, nil)
}

// trim takes out all states to which no other leads that remains, and returns how many there were. A count
// that has come to its end is not trusted: all are counted again then.
func (z *frozen[R]) trim() (all uint64) {
	for {
		clear(z.in.Data)
		z.sticky.Store(false)
		z.pass(func(_ *hand[R], slot int) bool { return z.some.has(slot) }, func(h *hand[R]) {
			for _, at := range h.at {
				if z.some.has(at) {
					h.enters(at)
				}
			}
		})
		sticky := z.sticky.Load()
		z.pass(func(_ *hand[R], slot int) bool {
			return z.some.has(slot) && z.entering(slot) == 0 && z.some.take(slot)
		}, func(h *hand[R]) {
			h.changed += uint64(h.n)
			for i, at := range h.at {
				if z.some.has(at) && h.leaves(at) && z.some.take(at) {
					h.open.Push(&h.to[i], 0)
				}
			}
		})
		n := z.count.Load()
		if all += n; n == 0 || !sticky || !z.goesOn() {
			return all
		}
	}
}

// most is where a count of edges ends: it does not change any more.
const most = 255

// enters counts an edge to a state.
func (h *hand[R]) enters(slot int) {
	x, shift := &h.in.Data[slot>>3], slot&7*8
	for {
		was := atomic.LoadUint64(x)
		n := was >> shift & most
		if n == most {
			return
		}
		if n == most-1 {
			h.sticky.Store(true)
		}
		if h.swap(x, was, was+1<<shift) {
			return
		}
	}
}

// leaves counts an edge no more. The result true says that it was the last one.
func (h *hand[R]) leaves(slot int) bool {
	x, shift := &h.in.Data[slot>>3], slot&7*8
	for {
		was := atomic.LoadUint64(x)
		n := was >> shift & most
		if n == most {
			return false
		}
		if n == 0 {
			h.wrong.Store(true)
			return false
		}
		if h.swap(x, was, was-1<<shift) {
			return n == 1
		}
	}
}

// swap is a compare-and-swap, where others may be at work, too.
func (h *hand[R]) swap(x *uint64, was, is uint64) bool {
	if len(h.hands) == 1 {
		*x = is
		return true
	}
	return atomic.CompareAndSwapUint64(x, was, is)
}

func (z *frozen[R]) entering(slot int) uint64 {
	return atomic.LoadUint64(&z.in.Data[slot>>3]) >> (slot & 7 * 8) & most
}

// reach has those remain that others lead to, from an accepting one on, and returns how many they are.
func (z *frozen[R]) reach() uint64 {
	clear(z.next.words())
	accepts := func(h *hand[R], slot int) bool {
		return z.some.has(slot) && h.engine.Accepts(z.set.At(slot))&Accepting != 0
	}
	z.pass(accepts, func(h *hand[R]) {
		for i, at := range h.at {
			if !z.some.has(at) || !z.next.put(at) {
				continue
			}
			h.changed++
			if h.engine.Accepts(&h.to[i])&Accepting == 0 { // else its turn comes by its slot
				h.open.Push(&h.to[i], 0)
			}
		}
	})
	z.some, z.next = z.next, z.some
	return z.count.Load()
}
