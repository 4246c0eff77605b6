package atomic

import "gospin/vm"

// Walk takes a move and the steps of an atomic sequence behind it, up to the states where it ends, its leaves. Where
// there is a choice, it comes to all of them one after the other, in the order of a depth-first search.
type Walk struct {
	State vm.State // the one at hand
	Reads uint64   // components that what was done so far depends on, as vm.Machine.Alone tells them
	Comps int      // of the state that the walk began in
	m     *vm.Machine
	taken []byte    // as search.Task has it; nil: nobody wants it
	last  vm.Effect // of the last step
	// shared steps to the state at hand led to the leaf before, too
	shared int
	levels []level
	n      int // levels in use: states within the sequence on the way to the one at hand
	beyond int // levels reached beyond the last of them
}

// NewWalk returns a walk that m makes. The transitions of steps behind the first are marked in taken, unless it is nil.
func NewWalk(m *vm.Machine, taken []byte) Walk { return Walk{m: m, taken: taken} }

type level struct {
	s          vm.State
	last       vm.Effect // of the step that led here
	moves      []vm.Move
	next       int
	handshakes int // on the way here
	attempted  int // 1: a rendezvous is offered here
}

// Begin takes the move m of full, and if steps are to be taken together those behind it up to the first leaf. If all is
// not set, the walk ends at the first choice or failure instead, or after so many steps, wherever it is. The result false says that the walk can't
// be made: something fails on it, or it is too long.
func (w *Walk) Begin(full *vm.State, m vm.Move, together, all bool) bool {
	w.State.CopyFrom(full)
	w.n, w.shared, w.beyond = 0, 0, 0
	w.last, w.Reads = w.m.Apart(&w.State, m)
	w.gone()
	if w.last&failure != 0 {
		return !all
	}
	return !together || w.descend(all)
}

// Fails tells whether the first step does.
func (w *Walk) Fails() bool { return w.n == 0 && w.last&failure != 0 }

const failure = vm.Failed | vm.Pruned | vm.Abort

// descend goes on to a leaf.
func (w *Walk) descend(all bool) bool {
	for w.last&vm.Transient != 0 {
		if w.n == len(w.levels) {
			w.levels = append(w.levels, level{})
		}
		l := &w.levels[w.n]
		excl := int(w.State.Excl)
		var offers vm.Effect
		var r uint64
		l.moves, offers, r = w.m.Alone(&w.State, excl, l.moves[:0])
		if offers&^vm.Attempted != 0 || len(l.moves) > 1 && !all {
			return !all
		}
		w.Reads |= r | 1<<min(w.m.Layout().ShapeOf(w.State.Vec).Procs[excl].Comp, 63)
		l.handshakes, l.attempted = 0, 0
		if w.n > 0 {
			l.handshakes = w.levels[w.n-1].handshakes
		}
		if offers != 0 {
			l.attempted = 1
		}
		steps := 1
		if w.last&vm.Handshake != 0 {
			steps = 2
		}
		if len(l.moves) == 0 { // the sequence is broken: the state counts as any other
			w.last, w.State.Excl = w.last&^vm.Transient, -1
			w.beyond = steps + l.attempted
			return true
		}
		l.handshakes += steps - 1
		if w.n == vm.MostBefore {
			return !all
		}
		if len(l.moves) > 1 || !all { // else nothing comes back here
			l.s.CopyFrom(&w.State)
		}
		l.last, l.next = w.last, 0
		if w.n++; !w.step(l) {
			if !all {
				w.back(w.n - 1)
			}
			return !all
		}
	}
	return true
}

// step takes the next move of a level.
func (w *Walk) step(l *level) bool {
	m := l.moves[l.next]
	var r uint64
	w.last, r = w.m.Apart(&w.State, m)
	w.Reads |= r
	w.gone()
	if w.taken != nil {
		w.taken[m.Trans], w.taken[m.Partner] = 1, 1
	}
	w.beyond = l.attempted
	return w.last&failure == 0
}

// back returns to the state of a level.
func (w *Walk) back(n int) {
	l := &w.levels[n]
	w.State.CopyFrom(&l.s)
	w.last, w.n, w.beyond = l.last, n, 0
	if n > 0 {
		w.beyond = w.levels[n-1].attempted
	}
}

// Next goes to the next leaf of a walk to all. More is false if there is none; ok is false as the result of Begin.
func (w *Walk) Next() (more, ok bool) {
	for w.n > 0 && w.levels[w.n-1].next+1 == len(w.levels[w.n-1].moves) {
		w.n--
	}
	if w.n == 0 {
		return false, true
	}
	l := &w.levels[w.n-1]
	w.State.CopyFrom(&l.s)
	w.shared = w.n
	l.next++
	return true, w.step(l) && w.descend(true)
}

// gone adds the components that the state at hand does not have any more.
func (w *Walk) gone() {
	if w.Comps == 0 {
		return
	}
	for c := len(w.m.Layout().ShapeOf(w.State.Vec).Comps); c < w.Comps; c++ {
		w.Reads |= 1 << min(c, 63)
	}
}

// Effect is that of all steps to the state at hand. The result false says that it can't be told.
func (w *Walk) Effect() (vm.Effect, bool) {
	handshakes := 0
	if w.n > 0 {
		handshakes = w.levels[w.n-1].handshakes
	}
	return w.last.After(w.n, handshakes, w.beyond, w.shared)
}

// First returns to the state behind the first step of a walk that is not one to all leaves, and tells the effect.
func (w *Walk) First() vm.Effect {
	w.back(0)
	return w.last
}

// goOn continues from s, which a step within an atomic sequence led to with the effect eff, and makes s the state that it
// comes to.
func (w *Walk) goOn(s *vm.State, eff vm.Effect) vm.Effect {
	w.State, *s = *s, w.State
	w.n, w.shared, w.beyond, w.last = 0, 0, 0, eff
	w.descend(false)
	all, ok := w.Effect()
	if !ok {
		all = w.First()
	}
	w.State, *s = *s, w.State
	return all
}
