package batch

import (
	"math/bits"
	"slices"

	"gospin/compression/offheap"
	"gospin/verifier/roots"
)

// lassoer looks for an accepted run, where what remains is known to have one: for a component of it with an
// accepting cycle, depth first; for the shortest way to an accepting state of that, breadth first; and for a
// shortest cycle through that state.
type lassoer[R roots.Root] struct {
	*hand[R]
	marks offheap.Block[uint64] // four bytes for each slot
	path  []frame
	todo  []uint32 // what is still to be looked at of the states on the path
	stack []uint32 // those whose component is not known yet
	least []uint32 // where in it components begin, as far as is known
	moved []uint64 // who moves to those that behind has appended last, of fair cycles
	want  uint64   // processes that the cycle still has to be fair to
}

// frame is a state on the path: where in todo that begins to which it leads.
type frame struct{ slot, todo uint32 }

const settledMark = 1<<32 - 1

func (l *lassoer[R]) mark(slot uint32) uint32 {
	return uint32(l.marks.Data[slot>>1] >> (slot & 1 * 32))
}

func (l *lassoer[R]) setMark(slot, to uint32) {
	x, shift := &l.marks.Data[slot>>1], slot&1*32
	*x = *x&^(settledMark<<shift) | uint64(to)<<shift
}

// show finds a run that is accepted.
func (z *frozen[R]) show() {
	slots := z.set.Slots()
	if uint64(slots) >= settledMark {
		return
	}
	l := &lassoer[R]{hand: z.hands[0]}
	if most := z.Allowance(0); most > 0 && z.Result.Table+int64(slots)*4 > most {
		return
	}
	l.marks = offheap.Alloc[uint64](slots/2 + 1)
	defer l.marks.Free()
	z.Result.Table += l.marks.Bytes()
	if !l.findComponent() || !l.goesOn() {
		return
	}
	way := l.search(l.initial(), func(slot uint32, _ uint64) bool {
		return z.next.has(int(slot)) && l.engine.Accepts(z.set.At(int(slot)))&Accepting != 0
	}, false)
	if len(way) == 0 {
		return
	}
	last := way[len(way)-1]
	cycle, by := l.around(last)
	if len(cycle) == 0 {
		return
	}
	out := &Lasso{Cycle: len(way) - 1}
	for _, slot := range append(way, cycle[1:]...) {
		out.Roots = append(out.Roots, slices.Clone(roots.Words(z.set.At(int(slot)))))
	}
	if z.Fair {
		out.By = append(make([]uint64, out.Cycle), by...)
	}
	z.Result.Lasso = out
}

// around is a short cycle through a state, of which the last state is left out: a shortest one, or where it
// has to be fair, one of shortest ways from edge to edge. By are those who move from each.
func (l *lassoer[R]) around(first uint32) (cycle []uint32, by []uint64) {
	cycle = []uint32{first}
	for l.want != 0 {
		wanted := func(_ uint32, just uint64) bool { return just&l.want != 0 }
		next := l.search(cycle[len(cycle)-1], wanted, true)
		if len(next) == 0 {
			return nil, nil
		}
		by = append(by, l.takes(next)...)
		cycle = append(cycle, next[1:]...)
	}
	if at := cycle[len(cycle)-1]; at != first || len(cycle) == 1 {
		back := l.search(at, func(slot uint32, _ uint64) bool { return slot == first }, true)
		if len(back) == 0 {
			return nil, nil
		}
		by = append(by, l.takes(back)...)
		cycle = append(cycle, back[1:]...)
	}
	return cycle[:len(cycle)-1], by
}

// takes tells who moves along a way, so that it is fair to many who are still to be.
func (l *lassoer[R]) takes(way []uint32) (by []uint64) {
	for i := range way[1:] {
		var best, moved uint64
		for j, slot := range l.behind(way[i], &l.next, nil) {
			if slot != way[i+1] || !l.Fair {
				continue
			}
			is := just(l.moved[j], l.found.Able) & l.want
			if moved == 0 || bits.OnesCount64(is) > bits.OnesCount64(best) {
				best, moved = is, l.moved[j]
			}
		}
		if l.want &^= best; moved == everybody {
			moved = 0
		}
		by = append(by, moved)
	}
	return by
}

const everybody = 1<<64 - 1

// initial is where the initial state lies.
func (l *lassoer[R]) initial() uint32 {
	var at [1]int
	r := Packed[R](l.Common, false, l.start)
	l.set.Places([]R{r}, at[:])
	return uint32(at[0])
}

// behind appends where that lies to which a state leads: within what remains, or anywhere.
func (l *lassoer[R]) behind(slot uint32, within *slotBits, to []uint32) []uint32 {
	l.found.Roots, l.found.Fair = l.found.Roots[:0], l.Fair
	r := *l.set.At(int(slot))
	if _, ok := l.engine.Expand(&r, &l.found); !ok {
		l.wrong.Store(true)
		return to
	}
	from := l.engine.Accepts(&r) & together
	l.at = slices.Grow(l.at[:0], len(l.found.Roots))[:len(l.found.Roots)]
	l.set.Places(l.found.Roots, l.at)
	l.moved = l.moved[:0]
	for i, at := range l.at {
		switch {
		case at < 0:
			l.wrong.Store(true)
		case within == nil || within.has(at) && l.engine.Accepts(&l.found.Roots[i])&together == from:
			if to = append(to, uint32(at)); l.Fair {
				l.moved = append(l.moved, l.found.Moved[i])
			}
		}
	}
	l.attend(1)
	return to
}

// findComponent finds a strongly connected component of what remains that has an accepting cycle, and leaves
// it in next (Gabow, "Path-based depth-first search for strong and biconnected components", 2000).
func (l *lassoer[R]) findComponent() bool {
	for slot := range l.set.Slots() {
		if l.some.has(slot) && l.mark(uint32(slot)) == 0 && l.dive(uint32(slot)) {
			return true
		}
		if !l.frozen.goesOn() {
			return false
		}
	}
	return false
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
			if l.accepted(l.stack[at-1:]) {
				return true
			}
			for _, slot := range l.stack[at-1:] {
				l.setMark(slot, settledMark)
			}
			l.stack = l.stack[:at-1]
		}
	}
	return false
}

func (l *lassoer[R]) enter(slot uint32) {
	l.stack = append(l.stack, slot)
	l.setMark(slot, uint32(len(l.stack)))
	l.least = append(l.least, uint32(len(l.stack)))
	l.path = append(l.path, frame{slot, uint32(len(l.todo))})
	l.todo = l.behind(slot, &l.some, l.todo)
}

// accepted reports whether a component has an accepting cycle, and leaves it in next.
func (l *lassoer[R]) accepted(component []uint32) bool {
	accepts := false
	for _, slot := range component {
		accepts = accepts || l.engine.Accepts(l.set.At(int(slot)))&Accepting != 0
	}
	first := component[0]
	if !accepts || len(component) == 1 && !slices.Contains(l.behind(first, &l.some, nil), first) {
		return false
	}
	clear(l.next.words())
	for _, slot := range component {
		l.next.put(int(slot))
	}
	if !l.Fair {
		return true
	}
	var fair, able uint64
	var to []uint32
	for _, slot := range component {
		to = l.behind(slot, &l.next, to[:0])
		able |= l.found.Able
		for _, moved := range l.moved {
			fair |= just(moved, l.found.Able)
		}
	}
	l.want = able
	return able&^fair == 0
}

// search finds a shortest way from a state to one that is wanted, or by an edge that is: within next and by a
// step at least if it is to come around. Both ends are part of it.
func (l *lassoer[R]) search(from uint32, wanted func(slot uint32, just uint64) bool, around bool) []uint32 {
	if !around && wanted(from, 0) {
		return []uint32{from}
	}
	within := &l.next
	if !around {
		within = nil
	}
	clear(l.marks.Data)
	order, to := []uint32{from}, []uint32(nil)
	l.setMark(from, from+1)
	for i := 0; i < len(order) && l.frozen.goesOn(); i++ {
		to = l.behind(order[i], within, to[:0])
		for j, slot := range to {
			fair := uint64(0)
			if l.Fair {
				fair = just(l.moved[j], l.found.Able)
			}
			if wanted(slot, fair) {
				return l.wayTo(from, order[i], slot)
			}
			if l.mark(slot) == 0 {
				l.setMark(slot, order[i]+1)
				order = append(order, slot)
			}
		}
	}
	return nil
}

// wayTo is the way that a search has found, to one state and from there to the last.
func (l *lassoer[R]) wayTo(from, slot, last uint32) []uint32 {
	way := []uint32{last, slot}
	for slot != from {
		slot = l.mark(slot) - 1
		way = append(way, slot)
	}
	slices.Reverse(way)
	return way
}
