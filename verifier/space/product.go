package space

import (
	"slices"
	"sort"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/vm"
)

// NewProduct is New for a program with a terminal claim. decided has the effects of its control states
// (vm.Program.Terminal). One choice is a move of the claim and then one of the system, or, if the system is
// blocked, a move of the claim alone (package product). A rule must be static.
//
// If the claim moves alone, depth-first searches reach states in which it is the system's turn. Here it is
// always the claim's. That makes no difference if the claim has settled, since both states then have the same
// successors. If it has not, the effect of the state is Abort.
func NewProduct(machine func() Observed, grain int, taken []byte, decided []vm.Effect) *Space {
	s := newSpace(func() Noted { return machine() }, grain, taken)
	s.beginProduct(grain, machine())
	s.decided = decided
	return s
}

// beginProduct finds the components, one of which is the claim's control state.
func (s *Space) beginProduct(grain int, in Observed) {
	at := in.PhaseAt()
	s.begin(grain, at-2, at, at+1)
	if root := s.l.Root().Comps[0]; at > root.Off && at <= root.Off+root.Len {
		s.claimAt = at - 1
	}
}

// claimRoots has the roots to which moves of the claim lead.
type claimRoots[R any] struct {
	first, alone, again []R
	system, claim       []R // successors of a state, depending on whose turn it is
}

// decisive are the effects that end a search.
const decisive = vm.Abort | vm.Accepting | vm.ClaimEnd

// successors appends the successors of a root.
func (e *engine[R]) successors(r *R, out *batch.Found[R], start int) outcome {
	if e.space.decided == nil {
		what := e.expand(r, out, start)
		if e.space.judge != nil && what == done {
			e.comesToHalt(r, len(out.Roots) == start)
		}
		return what
	}
	if what := e.claimMoves(r, 0, &e.beside.first); what != done {
		return what
	}
	failed := e.failed
	if failed&decisive != 0 {
		return done
	}
	for i := range e.beside.first {
		d := e.beside.first[i]
		before := len(out.Roots)
		e.failed = 0
		if what := e.systemMoves(&d, out); what != done {
			return what
		}
		e.failed &^= vm.InvalidEnd
		if len(out.Roots) == before && e.failed == 0 {
			if what := e.standStill(&d, out); what != done {
				return what
			}
			if e.space.judge != nil && e.failed&vm.Abort != 0 {
				if out.Roots, e.failed = out.Roots[:start], failed; out.Fair {
					out.Moved = out.Moved[:start]
				}
				return e.standStillAll(r, out)
			}
		}
		if failed |= e.failed; failed&decisive != 0 {
			break
		}
	}
	e.failed = failed
	return done
}

// systemMoves appends the successors of a state in which it is the system's turn.
func (e *engine[R]) systemMoves(d *R, out *batch.Found[R]) outcome {
	start := len(out.Roots)
	if e.ample.rule != nil {
		atomic, faults := out.Atomic, slices.Clone(e.faults)
		set, what := e.ample.expand(d, 0, out)
		e.faults = append(faults, e.faults...)
		if what != done || set != 0 {
			return what
		}
		out.Roots, out.Atomic, e.failed, e.faults = out.Roots[:start], atomic, 0, faults
	}
	return e.expand(d, out, start)
}

// standStill appends the successors of a state in which the system is blocked and the claim moves alone.
func (e *engine[R]) standStill(d *R, out *batch.Found[R]) outcome {
	if what := e.claimMoves(d, 1, &e.beside.alone); what != done {
		return what
	}
	for i := range e.beside.alone {
		a := e.beside.alone[i]
		out.Roots = append(out.Roots, a)
		e.tellMoved(out, everybody)
		settled, what := e.settled(&a)
		if what != done {
			return what
		}
		if !settled {
			e.failed |= vm.Abort
		}
	}
	return done
}

// settled reports whether a state in which the system is blocked has the same successors, and as many
// transitions, whoever's turn it is.
func (e *engine[R]) settled(a *R) (bool, outcome) {
	b, failed, faults := &e.beside, e.failed, len(e.faults)
	defer func() { e.failed, e.faults = failed, e.faults[:faults] }()
	if what := e.claimMoves(a, 1, &b.system); what != done {
		return false, what
	}
	if what := e.claimMoves(a, 0, &b.again); what != done {
		return false, what
	}
	b.claim = b.claim[:0]
	for i := range b.again {
		x, after := b.again[i], b.claim[len(b.claim):]
		if what := e.claimMoves(&x, 1, &after); what != done {
			return false, what
		}
		b.claim = append(b.claim, after...)
	}
	return sameRoots(b.system, b.claim), done
}

// sameRoots sorts roots, and reports whether they are equal.
func sameRoots[R roots.Root](x, y []R) bool {
	for _, z := range [][]R{x, y} {
		// not by package slices, whose sorting would be compiled for each width
		sort.Slice(z, func(i, j int) bool { return slices.Compare(slice(&z[i]), slice(&z[j])) < 0 })
	}
	return slices.Equal(x, y)
}

// claimMoves finds the roots to which the claim's moves lead. alone is 1 if it moves alone, else 0. The
// effects that are decided there are added to e.failed.
func (e *engine[R]) claimMoves(r *R, alone int, to *[]R) outcome {
	*to = (*to)[:0]
	list, what := e.claimList(r, alone)
	if what != done {
		return what
	}
	head := e.lists[list]
	if head&(slow|halves|stepped|shifting|attempted) != 0 {
		e.failed |= vm.Abort
		e.askClaim(r, alone)
		return done
	}
	for i := range int(head & countMask) {
		d := *r
		items := e.lists[int(list)+headerLen+i*2*len(d):]
		for j := 0; j < len(d); j++ {
			d[j] = (*r)[j]&items[j] | items[len(d)+j]
		}
		e.failed |= e.decides(&d)
		*to = append(*to, d)
	}
	return done
}

// askClaim records the faults of the claim's moves, which lists do not have.
func (e *engine[R]) askClaim(r *R, alone int) {
	full := e.unpacked(r)
	moves, _, _ := e.claimed.ClaimAlone(full, e.found[:0], alone == 1)
	e.faults = append(e.faults, e.claimed.Faults()...)
	var to vm.State
	for _, m := range moves {
		to.CopyFrom(full)
		if eff, _ := e.claimed.Apart(&to, m); eff&vm.Failed != 0 {
			e.faults = append(e.faults, e.claimed.Faults()...)
		}
	}
	e.found = moves
}

// claimList returns the list of the claim's moves, making it if necessary.
func (e *engine[R]) claimList(r *R, alone int) (uint32, outcome) {
	id := (*r)[0] & e.pack.shapeMask
	if int(id) >= len(e.known) || e.known[id] == nil {
		if !e.meet(uint32(id)) {
			return 0, narrow
		}
	}
	s := e.known[id]
	seat := &s.claim[alone]
	n := seat.number(slice(r))
	if n >= uint64(len(seat.infos)) || seat.infos[n].id == 0 {
		e.introduce(s, claimPid+alone, n, r)
	}
	in := &seat.infos[n]
	if in.list != 0 {
		return in.list, done
	}
	if list := e.recall(r, &e.parts[in.first]); list != 0 {
		return list, done
	}
	e.count.Misses++
	return e.learn(s, claimPid+alone, in, in.first, r, 0)
}

// decides returns the effect of the claim's control state in a root.
func (e *engine[R]) decides(r *R) vm.Effect {
	seat := &e.known[(*r)[0]&e.pack.shapeMask].claim[0]
	n := int(seat.number(slice(r)))
	if n >= len(seat.classes) {
		seat.classes = append(seat.classes, make([]uint32, n+1-len(seat.classes)+n/2)...)
	}
	if seat.classes[n] == 0 {
		vec, at := e.unpacked(r).Vec, e.space.claimAt
		state := int(vec[at-1]) | int(vec[at])<<8
		seat.classes[n] = uint32(e.space.decided[state]) + 1
	}
	return vm.Effect(seat.classes[n] - 1)
}
