package batch

import (
	"slices"
	"sync"
	"sync/atomic"

	"gospin/compression/offheap"
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// slotBits is a set of slots. Several workers may use it at a time.
type slotBits struct{ block offheap.Block[uint64] }

func newSlotBits(slots int) slotBits { return slotBits{offheap.Alloc[uint64](slots/64 + 1)} }

func (b *slotBits) free()           { b.block.Free() }
func (b *slotBits) words() []uint64 { return b.block.Data }

func (b *slotBits) has(slot int) bool {
	return atomic.LoadUint64(&b.block.Data[slot>>6])>>(slot&63)&1 != 0
}

// put adds a slot, and reports whether it was absent. take removes one, and reports whether it was present.
// Only one of several workers gets true.
func (b *slotBits) put(slot int) bool {
	bit := uint64(1) << (slot & 63)
	return !b.has(slot) && atomic.OrUint64(&b.block.Data[slot>>6], bit)&bit == 0
}

func (b *slotBits) take(slot int) bool {
	bit := uint64(1) << (slot & 63)
	return atomic.AndUint64(&b.block.Data[slot>>6], ^bit)&bit != 0
}

// gang coordinates the hands during a pass: it has the next range of slots, and a pool of states for idle
// hands.
type gang[R roots.Root] struct {
	next   atomic.Int64 // next slot
	hungry atomic.Int32 // idle hands, minus the stacks in the pool
	over   atomic.Bool
	mu     sync.Mutex
	change sync.Cond
	idle   int
	pool   []roots.Open[R, uint32]
}

func (g *gang[R]) free() {
	for i := range g.pool {
		g.pool[i].Free()
	}
}

// begin begins a pass.
func (g *gang[R]) begin() {
	g.change.L = &g.mu
	g.next.Store(0)
	g.hungry.Store(0)
	g.over.Store(false)
	g.idle = 0
}

// wait waits for work. It returns false if the pass is over.
func (g *gang[R]) wait(h *hand[R]) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	h.open.Free()
	g.idle++
	for !g.over.Load() {
		if n := len(g.pool); n > 0 {
			h.open, g.pool = g.pool[n-1], g.pool[:n-1]
			g.idle--
			g.hungry.Store(int32(g.idle - len(g.pool)))
			return true
		}
		if g.idle == len(h.frozen.hands) {
			g.end()
			break
		}
		g.hungry.Store(int32(g.idle))
		g.change.Wait()
	}
	return false
}

// end ends the pass. The caller must hold the lock.
func (g *gang[R]) end() {
	g.over.Store(true)
	g.change.Broadcast()
}

// share puts half of a hand's states into the pool, if a hand is idle.
func (g *gang[R]) share(h *hand[R]) {
	if g.hungry.Load() <= 0 || h.open.Len() < 2*len(h.states) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.idle > len(g.pool) {
		g.pool = append(g.pool, roots.Open[R, uint32]{})
		h.open.Share(&g.pool[len(g.pool)-1])
		g.hungry.Store(int32(g.idle - len(g.pool)))
		g.change.Signal()
	}
}

// stop ends the pass for all hands.
func (g *gang[R]) stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.end()
}

// pass makes all hands go through the slots. They expand the states that choose selects, and call act for
// each batch. They do the same with the states that act pushes onto open. After a pass that a limit has
// ended, there is none: what it has counted is not all.
func (z *frozen[R]) pass(choose func(h *hand[R], slot int) bool, act func(h *hand[R])) {
	z.weak.Store(false)
	z.accepting.Store(false)
	z.count.Store(0)
	if !z.goesOn() {
		return
	}
	z.gang.begin()
	var all sync.WaitGroup
	for _, h := range z.hands[1:] {
		all.Go(func() { h.goThrough(choose, act) })
	}
	z.hands[0].goThrough(choose, act)
	all.Wait()
	for _, h := range z.hands {
		z.count.Add(h.changed)
		z.able |= h.able
		z.strong |= h.strong
		h.changed, h.able, h.strong = 0, 0, 0
	}
}

func (h *hand[R]) goThrough(choose func(h *hand[R], slot int) bool, act func(h *hand[R])) {
	defer func() {
		if offheap.Exhausted(recover()) {
			h.mustStop(search.NoMemory)
		}
	}()
	g := &h.frozen.gang
	for !g.over.Load() {
		from := int(g.next.Add(rangeOf)) - rangeOf
		if from >= h.frozen.set.Slots() {
			if h.open.Len() == 0 && !g.wait(h) {
				return
			}
			h.drain(act)
			continue
		}
		to := min(from+rangeOf, h.frozen.set.Slots())
		h.n, h.followed = 0, false
		for i := from; i < to; i++ {
			if !choose(h, i) {
				continue
			}
			h.states[h.n] = *h.frozen.set.At(i)
			if h.n++; h.n == len(h.states) {
				h.step(act)
			}
		}
		if h.n > 0 {
			h.step(act)
		}
		h.attend(rangeOf / 64)
		h.drain(act)
	}
}

// drain expands the states in open.
func (h *hand[R]) drain(act func(h *hand[R])) {
	for h.followed = true; h.open.Len() > 0 && !h.frozen.gang.over.Load(); {
		h.n = h.open.Pop(h.states, h.notes)
		h.step(act)
		h.frozen.gang.share(h)
	}
}

// step expands a batch, finds the slots of the successors, and calls act.
func (h *hand[R]) step(act func(h *hand[R])) {
	h.to, h.fairTo = h.to[:0], h.fairTo[:0]
	h.found.Fair = h.job.Fair != nil
	for i := range h.n {
		h.found.Roots = h.found.Roots[:0]
		if _, ok := h.engine.Expand(&h.states[i], &h.found); !ok {
			h.frozen.narrow.Store(true)
			h.frozen.gang.stop()
			return
		}
		h.able |= h.found.Able
		h.strong |= h.found.Strong
		from := h.engine.Accepts(&h.states[i]) & componentBits
		for j := range h.found.Roots {
			r := &h.found.Roots[j]
			if h.engine.Accepts(r)&componentBits != from {
				continue
			}
			if h.to = append(h.to, *r); h.job.Fair != nil {
				h.fairTo = append(h.fairTo, fairProcesses(h.found.Moved[j], h.found.Able))
			}
		}
	}
	h.at = slices.Grow(h.at[:0], len(h.to))[:len(h.to)]
	h.frozen.set.Places(h.to, h.at)
	for _, at := range h.at {
		if at < 0 {
			h.frozen.inconsistent.Store(true)
			h.frozen.gang.stop()
			return
		}
	}
	act(h)
	h.attend(h.n)
	h.n = 0
}

// attend checks the limits from time to time.
func (h *hand[R]) attend(states int) {
	if h.rounds += states; h.rounds < LookEvery {
		return
	}
	h.rounds = 0
	h.frozen.gang.mu.Lock()
	defer h.frozen.gang.mu.Unlock()
	if !h.job.Look(h.job.Result.Table, 0, func() search.Result { return h.job.Result.Result }) {
		h.frozen.gang.end()
	}
}

// mustStop ends the search early.
func (h *hand[R]) mustStop(why string) {
	h.frozen.gang.mu.Lock()
	defer h.frozen.gang.mu.Unlock()
	h.job.Stop(why)
	h.frozen.gang.end()
}
