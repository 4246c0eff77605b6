package batch

import "slices"

// Strong fairness: each process moves infinitely often, or is able to only finitely often. A process that is
// able to in a component, and never moves in it, is not able to in any state of a fair cycle of the
// component. So the states in which it is are removed, and the components of the rest are looked at (Emerson
// and Lei, "Modalities for model checking", 1987). Weak fairness has removed states by then, since strong
// fairness implies it.

// isFair reports whether a component, which is in next, has a cycle that is fair to all processes: the one
// through all of its edges. If it may have one in a part of it, that is added to parts.
func (l *lassoer[R]) isFair(component []uint32) bool {
	var fair, able, strong, moved uint64
	var to []uint32
	for _, slot := range component {
		to = l.successors(slot, &l.frozen.next, to[:0])
		able |= l.hand.found.Able
		strong |= l.hand.found.Strong
		for _, by := range l.moved {
			fair |= fairProcesses(by, l.hand.found.Able)
			moved |= by
		}
	}
	l.want, l.strong = able, strong
	if able&^fair != 0 || !l.frozen.goesOn() {
		return false
	}
	never := strong &^ moved
	if never != 0 {
		l.part(component, never)
	}
	return never == 0
}

// part removes the states of a component in which processes are able to move that never do, and leaves the
// others to be looked at again.
func (l *lassoer[R]) part(component []uint32, never uint64) {
	var rest []uint32
	for _, slot := range component {
		l.successors(slot, &l.frozen.next, nil)
		if l.hand.found.Strong&never != 0 {
			l.frozen.remaining.take(int(slot))
		} else {
			rest = append(rest, slot)
		}
	}
	for _, slot := range rest {
		l.setMark(slot, 0)
	}
	l.parts = append(l.parts, rest)
}

// findInParts is findComponent in the parts of components.
func (l *lassoer[R]) findInParts() bool {
	for len(l.parts) > 0 && l.frozen.goesOn() {
		part := l.parts[len(l.parts)-1]
		l.parts = l.parts[:len(l.parts)-1]
		if slices.ContainsFunc(part, func(slot uint32) bool { return l.begins(slot) && l.dive(slot) }) {
			return true
		}
	}
	return false
}

// fairTo returns the processes to which one of the edges found last is fair, as far as the cycle is looked
// for: those that must move in it are only those that do.
func (l *lassoer[R]) fairTo(edge int) uint64 {
	return fairProcesses(l.moved[edge], l.hand.found.Able|l.strong)
}
