package batch

import (
	"fmt"
	"sync/atomic"

	"gospin/compression/offheap"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// Accepting cycles are looked for when all states have been found. Then the set is frozen: a root is known by
// its slot, which is the index in all other tables, and engines learn nothing more. States that can't lie on
// an accepting cycle are removed, round by round, until no state is left or no more can be removed (Fisler,
// Fraer, Kamhi, Vardi and Yang, "Is there a best symbolic cycle-detection algorithm?", 2001, and Černá and
// Pelánek, "Distributed explicit fair cycle detection", 2003: one way catch them young). The order of states
// does not matter, so there may be any number of workers, which are called hands. They take ranges of slots,
// and follow states from there. Passes are separated by barriers. No mark is both read and written in a pass,
// with one exception: removing a state clears its bit atomically, which decides who has removed it.

// Acceptance says what a state means for accepting cycles: some bits, plus InComponent times the number of
// its component of the claim, if cycles of that may be accepted. 0 means that no such cycle goes through the
// state.
type Acceptance uint32

const (
	Accepting   Acceptance = 1 << iota
	Weak                   // all states of the component are accepting
	InComponent            // times the number of the component
)

// componentBits are the bits that all states of a cycle have in common.
const componentBits = ^(InComponent - 1)

// Judging is an engine that knows where accepting cycles may lie.
type Judging[R roots.Root] interface {
	Engine[R]
	// Accepts returns the acceptance of a root that has been found.
	Accepts(r *R) Acceptance
}

// Lasso is an accepted run: a sequence of roots. After the last one it continues at index Cycle, with an
// accepting state.
type Lasso struct {
	Roots [][]uint64
	Cycle int
	// By has, for each root, the processes that move from there, as bits; 0: any. It is nil if the cycle need
	// not be fair.
	By []uint64
}

// rangeOf is the number of slots that a hand takes at a time.
const rangeOf = 1 << 15

// frozen is a set to which nothing is added any more, with tables that are indexed by slots.
type frozen[R roots.Root] struct {
	job       *job
	set       *roots.Plain[R]
	inEdges   offheap.Block[uint64] // a byte for each state: the number of edges from remaining states
	remaining slotBits              // states that remain
	next      slotBits              // those of them that a pass has found
	hands     []*hand[R]
	gang      gang[R]

	weak, accepting atomic.Bool   // the last pass has seen a weak component, an accepting state
	saturated       atomic.Bool   // a state has more edges than a byte can count
	count           atomic.Uint64 // states that the last pass has added or removed
	able            uint64        // processes that can move in remaining states, for fair cycles
	strong          uint64        // those that demand strong fairness, and could move in a state of any pass
	inconsistent    atomic.Bool   // a state has a successor that is not in the set
	narrow          atomic.Bool   // a number does not fit: roots would have to be packed again
}

// hand is a worker that looks for cycles.
type hand[R roots.Root] struct {
	frozen   *frozen[R]
	job      *job
	engine   Judging[R]
	open     roots.Open[R, uint32] // states that are still to be expanded
	found    Found[R]
	states   []R
	notes    []uint32
	n        int      // number of states in the batch
	to       []R      // their successors within the component
	at       []int    // the slots of these
	fairTo   []uint64 // for fair cycles: the processes to which each edge is fair
	able     uint64   // and those that can move in the states of a pass
	strong   uint64   // of these, those that demand strong fairness
	followed bool     // the batch comes from open, not from the slots
	changed  uint64
	rounds   int
}

// seekCycles decides whether there is an accepting cycle, and finds one.
func seekCycles[R roots.Root](c *crew[R]) {
	set, ok := c.set.(*roots.Plain[R])
	if !ok {
		c.job.Err = fmt.Errorf("batch: cycles are looked for in sets of whole roots")
		return
	}
	z := &frozen[R]{job: c.job, set: set}
	defer z.free()
	for _, w := range c.workers {
		judging, ok := w.engine.(Judging[R])
		if !ok {
			c.job.Err = fmt.Errorf("batch: the space does not tell which states are accepting")
			return
		}
		n := c.job.Batch
		z.hands = append(z.hands, &hand[R]{
			frozen: z, job: z.job, engine: judging, states: make([]R, n), notes: make([]uint32, n),
		})
	}
	side := int64(set.Slots()) / 4 * 5
	if allowed := c.job.Allowance(0); allowed > 0 && set.Bytes()+side > allowed {
		c.job.Stop(search.MemoryLimit)
		return
	}
	z.inEdges = offheap.Alloc[uint64](set.Slots()/8 + 1)
	z.remaining, z.next = newSlotBits(set.Slots()), newSlotBits(set.Slots())
	c.job.Result.Table += side
	if z.begin(); z.decide() {
		z.findLasso()
	}
	if z.narrow.Load() && !c.job.Result.Cycle { // another search has to decide
		c.job.Result.Failed, c.job.Result.Kind = true, vm.Abort
	}
	if z.inconsistent.Load() && c.job.Err == nil {
		c.job.Err = fmt.Errorf("internal error: a state leads to one that has not been found")
	}
}

func (z *frozen[R]) free() {
	for _, h := range z.hands {
		h.open.Free()
	}
	z.gang.free()
	z.inEdges.Free()
	z.remaining.free()
	z.next.free()
}

// begin sets remaining to the states that may lie on accepting cycles.
func (z *frozen[R]) begin() {
	z.pass(func(h *hand[R], slot int) bool {
		r := z.set.At(slot)
		if (*r)[0] == 0 {
			return false
		}
		if a := h.engine.Accepts(r); a != 0 {
			z.remaining.put(slot)
			h.note(a)
			h.changed++
		}
		return false
	}, nil)
}

// note records the acceptance of a state.
func (h *hand[R]) note(a Acceptance) {
	if a&Weak != 0 && !h.frozen.weak.Load() {
		h.frozen.weak.Store(true)
	}
	if a&Accepting != 0 && !h.frozen.accepting.Load() {
		h.frozen.accepting.Store(true)
	}
}

// decide removes states that can't lie on accepting cycles. It returns true if the remaining states have such
// a cycle, or may have one, where strong fairness is demanded.
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
		if z.classify(); !z.goesOn() { // finds out which of the remaining states are accepting
			return false
		}
		if z.weak.Load() && z.job.Fair == nil {
			return true
		}
		if !z.accepting.Load() {
			return false
		}
		reached := z.reach()
		if z.job.Fair != nil {
			reached = z.fairly(reached)
		}
		if reached == remain {
			return z.goesOn()
		}
		remain = reached
	}
	return false
}

func (z *frozen[R]) goesOn() bool {
	return z.job.GoesOn() && !z.inconsistent.Load() && !z.narrow.Load()
}

// classify finds out whether accepting states and weak components remain.
func (z *frozen[R]) classify() {
	z.pass(func(h *hand[R], slot int) bool {
		if z.remaining.has(slot) {
			h.note(h.engine.Accepts(z.set.At(slot)))
		}
		return false
	}, nil)
}

// trim removes all states without remaining predecessors, and returns how many there were. A saturated count
// is never decremented, so if there was one, all edges are counted again.
func (z *frozen[R]) trim() (all uint64) {
	for {
		clear(z.inEdges.Data)
		z.saturated.Store(false)
		z.pass(func(_ *hand[R], slot int) bool { return z.remaining.has(slot) }, func(h *hand[R]) {
			for _, at := range h.at {
				if z.remaining.has(at) {
					h.addEdge(at)
				}
			}
		})
		saturated := z.saturated.Load()
		z.pass(func(_ *hand[R], slot int) bool {
			return z.remaining.has(slot) && z.edgesTo(slot) == 0 && z.remaining.take(slot)
		}, func(h *hand[R]) {
			h.changed += uint64(h.n)
			for i, at := range h.at {
				if z.remaining.has(at) && h.removeEdge(at) && z.remaining.take(at) {
					h.open.Push(&h.to[i], 0)
				}
			}
		})
		n := z.count.Load()
		if all += n; n == 0 || !saturated || !z.goesOn() {
			return all
		}
	}
}

// maxEdges is the greatest count of edges. A count that reaches it does not change any more.
const maxEdges = 255

// addEdge counts an edge to a state.
func (h *hand[R]) addEdge(slot int) {
	x, shift := &h.frozen.inEdges.Data[slot>>3], slot&7*8
	for {
		was := atomic.LoadUint64(x)
		n := was >> shift & maxEdges
		if n == maxEdges {
			return
		}
		if n == maxEdges-1 {
			h.frozen.saturated.Store(true)
		}
		if h.swap(x, was, was+1<<shift) {
			return
		}
	}
}

// removeEdge uncounts an edge to a state. It returns true if that was the last one.
func (h *hand[R]) removeEdge(slot int) bool {
	x, shift := &h.frozen.inEdges.Data[slot>>3], slot&7*8
	for {
		was := atomic.LoadUint64(x)
		n := was >> shift & maxEdges
		if n == maxEdges {
			return false
		}
		if n == 0 {
			h.frozen.inconsistent.Store(true)
			return false
		}
		if h.swap(x, was, was-1<<shift) {
			return n == 1
		}
	}
}

// swap is a compare-and-swap. With a single hand, it is a plain store.
func (h *hand[R]) swap(x *uint64, was, is uint64) bool {
	if len(h.frozen.hands) == 1 {
		*x = is
		return true
	}
	return atomic.CompareAndSwapUint64(x, was, is)
}

func (z *frozen[R]) edgesTo(slot int) uint64 {
	return atomic.LoadUint64(&z.inEdges.Data[slot>>3]) >> (slot & 7 * 8) & maxEdges
}

// reach keeps the states that can be reached from an accepting one by at least one edge, and returns their
// number.
func (z *frozen[R]) reach() uint64 {
	clear(z.next.words())
	accepts := func(h *hand[R], slot int) bool {
		return z.remaining.has(slot) && h.engine.Accepts(z.set.At(slot))&Accepting != 0
	}
	z.pass(accepts, func(h *hand[R]) {
		for i, at := range h.at {
			if !z.remaining.has(at) || !z.next.put(at) {
				continue
			}
			h.changed++
			if h.engine.Accepts(&h.to[i])&Accepting == 0 { // the pass expands accepting states anyway
				h.open.Push(&h.to[i], 0)
			}
		}
	})
	z.remaining, z.next = z.next, z.remaining
	return z.count.Load()
}
