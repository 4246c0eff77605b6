package batch

import (
	"math/bits"
	"slices"

	"gospin/compression/offheap"
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// lassoer looks for an accepted run when the remaining states are known to have one. It finds a component
// with an accepting cycle depth first, then the shortest path to an accepting state of it breadth first, and
// then a shortest cycle through that state.
type lassoer[R roots.Root] struct {
	hand   *hand[R]
	frozen *frozen[R]
	job    *job
	marks  offheap.Block[uint64] // four bytes for each slot
	path   []frame
	todo   []uint32 // successors of states on the path that are still to be visited
	stack  []uint32 // states whose component is not known yet
	least  []uint32 // indices in stack where components begin, as far as known
	moved  []uint64 // processes that move to the successors found last, for fair cycles
	want   uint64   // processes to which the cycle is not fair yet
	strong uint64   // processes that must move in the cycle
	parts  [][]uint32
}

// frame is a state on the path, and the index in todo of its first successor.
type frame struct{ slot, todo uint32 }

const settledMark = 1<<32 - 1

func (l *lassoer[R]) mark(slot uint32) uint32 {
	return uint32(l.marks.Data[slot>>1] >> (slot & 1 * 32))
}

func (l *lassoer[R]) setMark(slot, to uint32) {
	x, shift := &l.marks.Data[slot>>1], slot&1*32
	*x = *x&^(settledMark<<shift) | uint64(to)<<shift
}

// findLasso finds an accepted run. Where strong fairness is demanded, it decides whether there is one.
func (z *frozen[R]) findLasso() {
	slots, is := z.set.Slots(), &z.job.Result.Cycle
	*is = z.strong == 0
	most := z.job.Allowance(0)
	if uint64(slots) >= settledMark || most > 0 && z.job.Result.Table+int64(slots)*4 > most {
		if !*is {
			z.job.Stop(search.MemoryLimit)
		}
		return
	}
	l := &lassoer[R]{hand: z.hands[0], frozen: z, job: z.job}
	l.marks = offheap.Alloc[uint64](slots/2 + 1)
	defer l.marks.Free()
	z.job.Result.Table += l.marks.Bytes()
	if !l.findComponent() || !l.frozen.goesOn() {
		return
	}
	*is = true
	path := l.search(l.initial(), func(slot uint32, _ uint64) bool {
		return z.next.has(int(slot)) && l.hand.engine.Accepts(z.set.At(int(slot)))&Accepting != 0
	}, false)
	if len(path) == 0 {
		return
	}
	last := path[len(path)-1]
	cycle, by := l.cycleThrough(last)
	if len(cycle) == 0 {
		return
	}
	out := &Lasso{Cycle: len(path) - 1}
	for _, slot := range append(path, cycle[1:]...) {
		out.Roots = append(out.Roots, slices.Clone(roots.Words(z.set.At(int(slot)))))
	}
	if z.job.Fair != nil {
		out.By = append(make([]uint64, out.Cycle), by...)
	}
	z.job.Result.Lasso = out
}

// cycleThrough returns a short cycle through a state, without its last state. It is a shortest one, unless it
// must be fair; then it consists of shortest paths from edge to edge. by has the processes that move from
// each state.
func (l *lassoer[R]) cycleThrough(first uint32) (cycle []uint32, by []uint64) {
	cycle = []uint32{first}
	for l.want != 0 {
		wanted := func(_ uint32, fairTo uint64) bool { return fairTo&l.want != 0 }
		next := l.search(cycle[len(cycle)-1], wanted, true)
		if len(next) == 0 {
			return nil, nil
		}
		by = append(by, l.movers(next)...)
		cycle = append(cycle, next[1:]...)
	}
	if at := cycle[len(cycle)-1]; at != first || len(cycle) == 1 {
		back := l.search(at, func(slot uint32, _ uint64) bool { return slot == first }, true)
		if len(back) == 0 {
			return nil, nil
		}
		by = append(by, l.movers(back)...)
		cycle = append(cycle, back[1:]...)
	}
	return cycle[:len(cycle)-1], by
}

// movers returns the processes that move along a path. Of several moves, it chooses those that are fair to
// most processes in want, and removes these from want.
func (l *lassoer[R]) movers(path []uint32) (by []uint64) {
	for i := range path[1:] {
		var best, moved uint64
		for j, slot := range l.successors(path[i], &l.frozen.next, nil) {
			if slot != path[i+1] || l.job.Fair == nil {
				continue
			}
			is := l.fairTo(j) & l.want
			if moved == 0 || bits.OnesCount64(is) > bits.OnesCount64(best) {
				best, moved = is, l.moved[j]
			}
		}
		if l.want &^= best; moved == allProcesses {
			moved = 0
		}
		by = append(by, moved)
	}
	return by
}

const allProcesses = 1<<64 - 1

// initial returns the slot of the initial state.
func (l *lassoer[R]) initial() uint32 {
	var at [1]int
	r := Packed[R](l.job.Common, false, l.job.start)
	l.frozen.set.Places([]R{r}, at[:])
	return uint32(at[0])
}

// successors appends the slots of a state's successors, or only those that are in within and in the same
// component.
func (l *lassoer[R]) successors(slot uint32, within *slotBits, to []uint32) []uint32 {
	l.hand.found.Roots, l.hand.found.Fair = l.hand.found.Roots[:0], l.job.Fair != nil
	r := *l.frozen.set.At(int(slot))
	if _, ok := l.hand.engine.Expand(&r, &l.hand.found); !ok {
		l.frozen.narrow.Store(true)
		return to
	}
	from := l.hand.engine.Accepts(&r) & componentBits
	l.hand.at = slices.Grow(l.hand.at[:0], len(l.hand.found.Roots))[:len(l.hand.found.Roots)]
	l.frozen.set.Places(l.hand.found.Roots, l.hand.at)
	l.moved = l.moved[:0]
	for i, at := range l.hand.at {
		switch {
		case at < 0:
			l.frozen.inconsistent.Store(true)
		case within == nil ||
			within.has(at) && l.hand.engine.Accepts(&l.hand.found.Roots[i])&componentBits == from:
			if to = append(to, uint32(at)); l.job.Fair != nil {
				l.moved = append(l.moved, l.hand.found.Moved[i])
			}
		}
	}
	l.hand.attend(1)
	return to
}

// findComponent finds a strongly connected component of the remaining states with an accepting cycle, and
// leaves it in next (Gabow, "Path-based depth-first search for strong and biconnected components", 2000).
func (l *lassoer[R]) findComponent() bool {
	clear(l.frozen.next.words())
	for slot := range l.frozen.set.Slots() {
		if l.begins(uint32(slot)) && l.dive(uint32(slot)) || l.findInParts() {
			return true
		}
		if !l.frozen.goesOn() {
			return false
		}
	}
	return false
}

// begins reports whether a state remains that has not been visited.
func (l *lassoer[R]) begins(slot uint32) bool {
	return l.frozen.remaining.has(int(slot)) && l.mark(slot) == 0
}

func (l *lassoer[R]) dive(from uint32) bool {
	l.enter(from)
	for len(l.path) > 0 && l.frozen.goesOn() {
		f := l.path[len(l.path)-1]
		if len(l.todo) > int(f.todo) {
			slot := l.todo[len(l.todo)-1]
			l.todo = l.todo[:len(l.todo)-1]
			switch m := l.mark(slot); m {
			case 0:
				l.enter(slot)
			case settledMark:
			default:
				for l.least[len(l.least)-1] > m {
					l.least = l.least[:len(l.least)-1]
				}
			}
			continue
		}
		l.path = l.path[:len(l.path)-1]
		if at := l.mark(f.slot); l.least[len(l.least)-1] == at {
			l.least = l.least[:len(l.least)-1]
			component := l.stack[at-1:]
			for _, slot := range component {
				l.setMark(slot, settledMark)
			}
			l.stack = l.stack[:at-1]
			if l.isAccepting(component) {
				return true
			}
		}
	}
	return false
}

func (l *lassoer[R]) enter(slot uint32) {
	l.stack = append(l.stack, slot)
	l.setMark(slot, uint32(len(l.stack)))
	l.least = append(l.least, uint32(len(l.stack)))
	l.path = append(l.path, frame{slot, uint32(len(l.todo))})
	l.todo = l.successors(slot, &l.frozen.remaining, l.todo)
}

// isAccepting reports whether a component has an accepting cycle, and leaves it in next.
func (l *lassoer[R]) isAccepting(component []uint32) bool {
	accepts := false
	for _, slot := range component {
		accepts = accepts || l.hand.engine.Accepts(l.frozen.set.At(int(slot)))&Accepting != 0
	}
	first := component[0]
	if !accepts ||
		len(component) == 1 && !slices.Contains(l.successors(first, &l.frozen.remaining, nil), first) {
		return false
	}
	for _, slot := range component {
		l.frozen.next.put(int(slot))
	}
	if l.job.Fair == nil || l.isFair(component) {
		return true
	}
	for _, slot := range component {
		l.frozen.next.take(int(slot))
	}
	return false
}

// search finds a shortest path from a state to one that is wanted, or by an edge that is wanted. If around is
// true, the path stays within next, and has at least one step. Both ends are part of it.
func (l *lassoer[R]) search(from uint32, wanted func(slot uint32, fairTo uint64) bool, around bool) []uint32 {
	if !around && wanted(from, 0) {
		return []uint32{from}
	}
	within := &l.frozen.next
	if !around {
		within = nil
	}
	clear(l.marks.Data)
	order, to := []uint32{from}, []uint32(nil)
	l.setMark(from, from+1)
	for i := 0; i < len(order) && l.frozen.goesOn(); i++ {
		to = l.successors(order[i], within, to[:0])
		for j, slot := range to {
			fair := uint64(0)
			if l.job.Fair != nil {
				fair = l.fairTo(j)
			}
			if wanted(slot, fair) {
				return l.pathTo(from, order[i], slot)
			}
			if l.mark(slot) == 0 {
				l.setMark(slot, order[i]+1)
				order = append(order, slot)
			}
		}
	}
	return nil
}

// pathTo returns the path that search has found: to slot, and from there to last.
func (l *lassoer[R]) pathTo(from, slot, last uint32) []uint32 {
	path := []uint32{last, slot}
	for slot != from {
		slot = l.mark(slot) - 1
		path = append(path, slot)
	}
	slices.Reverse(path)
	return path
}
