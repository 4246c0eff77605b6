package batch

import (
	"slices"
	"sync"
	"sync/atomic"

	"gospin/compression/offheap"
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// slotBits are a set of slots. Several workers may put in and take out.
type slotBits struct{ block offheap.Block[uint64] }

func newSlotBits(slots int) slotBits { return slotBits{offheap.Alloc[uint64](slots/64 + 1)} }

func (b *slotBits) free()           { b.block.Free() }
func (b *slotBits) words() []uint64 { return b.block.Data }

func (b *slotBits) has(slot int) bool {
	return atomic.LoadUint64(&b.block.Data[slot>>6])>>(slot&63)&1 != 0
}

// put reports whether the state was not there, take whether it was: one worker only gets that answer.
func (b *slotBits) put(slot int) bool {
	bit := uint64(1) << (slot & 63)
	return !b.has(slot) && atomic.OrUint64(&b.block.Data[slot>>6], bit)&bit == 0
}

func (b *slotBits) take(slot int) bool {
	bit := uint64(1) << (slot & 63)
	return atomic.AndUint64(&b.block.Data[slot>>6], ^bit)&bit != 0
}

// gang are the hands in a pass: ranges of slots, and what hands put aside for those who have nothing to do.
type gang[R roots.Root] struct {
	next   atomic.Int64 // slot
	hungry atomic.Int32 // hands without anything to do, beyond what lies in the pool
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

// wait waits for something to do. The result false says that nothing is left for all.
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
		if g.idle == len(h.hands) {
			g.end()
			break
		}
		g.hungry.Store(int32(g.idle))
		g.change.Wait()
	}
	return false
}

// end is for who holds the lock.
func (g *gang[R]) end() {
	g.over.Store(true)
	g.change.Broadcast()
}

// share puts half of what a hand has into the pool, where somebody waits for it.
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

// stop ends the pass for all.
func (g *gang[R]) stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.end()
}

// pass has all hands go through the slots, and look at what those states lead to that are chosen (act), and
// those that they put aside meanwhile.
func (z *frozen[R]) pass(choose func(h *hand[R], slot int) bool, act func(h *hand[R])) {
	z.weak.Store(false)
	z.accepting.Store(false)
	z.count.Store(0)
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
		h.changed, h.able = 0, 0
	}
}

func (h *hand[R]) goThrough(choose func(h *hand[R], slot int) bool, act func(h *hand[R])) {
	defer func() {
		if offheap.Exhausted(recover()) {
			h.mustStop(search.NoMemory)
		}
	}()
	g := &h.gang
	for !g.over.Load() {
		from := int(g.next.Add(rangeOf)) - rangeOf
		if from >= h.set.Slots() {
			if h.open.Len() == 0 && !g.wait(h) {
				return
			}
			h.goOn(act)
			continue
		}
		to := min(from+rangeOf, h.set.Slots())
		h.n, h.aside = 0, false
		for i := from; i < to; i++ {
			if !choose(h, i) {
				continue
			}
			h.states[h.n] = *h.set.At(i)
			if h.n++; h.n == len(h.states) {
				h.step(act)
			}
		}
		if h.n > 0 {
			h.step(act)
		}
		h.attend(rangeOf / 64)
		h.goOn(act)
	}
}

// goOn looks at what the states lead to that have been put aside.
func (h *hand[R]) goOn(act func(h *hand[R])) {
	for h.aside = true; h.open.Len() > 0 && !h.gang.over.Load(); {
		h.n = h.open.Pop(h.states, h.notes)
		h.step(act)
		h.gang.share(h)
	}
}

// step finds what the present states lead to, and where that lies.
func (h *hand[R]) step(act func(h *hand[R])) {
	h.to, h.just = h.to[:0], h.just[:0]
	h.found.Fair = h.Fair
	for i := range h.n {
		h.found.Roots = h.found.Roots[:0]
		if _, ok := h.engine.Expand(&h.states[i], &h.found); !ok {
			h.wrong.Store(true)
			h.gang.stop()
			return
		}
		h.able |= h.found.Able
		from := h.engine.Accepts(&h.states[i]) & together
		for j := range h.found.Roots {
			r := &h.found.Roots[j]
			if h.engine.Accepts(r)&together != from {
				continue
			}
			if h.to = append(h.to, *r); h.Fair {
				h.just = append(h.just, just(h.found.Moved[j], h.found.Able))
			}
		}
	}
	h.at = slices.Grow(h.at[:0], len(h.to))[:len(h.to)]
	h.set.Places(h.to, h.at)
	for _, at := range h.at {
		if at < 0 {
			h.wrong.Store(true)
			h.gang.stop()
			return
		}
	}
	act(h)
	h.attend(h.n)
	h.n = 0
}

// attend looks at the limits now and then.
func (h *hand[R]) attend(states int) {
	if h.rounds += states; h.rounds < LookEvery {
		return
	}
	h.rounds = 0
	h.gang.mu.Lock()
	defer h.gang.mu.Unlock()
	if !h.Look(h.Result.Table, 0, func() search.Result { return h.Result.Result }) {
		h.gang.end()
	}
}

// mustStop ends the search before its time.
func (h *hand[R]) mustStop(why string) {
	h.gang.mu.Lock()
	defer h.gang.mu.Unlock()
	h.Stop(why)
	h.gang.end()
}
