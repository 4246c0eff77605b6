package component

import (
	"gospin/verifier/atomic"
	"gospin/vm"
)

// walk takes a move and the steps of an atomic sequence behind it, up to the states where it ends, its
// leaves. Where there is a choice, it comes to all of them one after the other, in the order of a depth-first
// search.
type walk struct {
	state vm.State // the one at hand
	reads uint64   // components that what was done so far depends on, as Observed.Alone tells them
	comps int      // of the state that the walk began in
	in    Observed
	taken []byte    // as search.Task has it; nil: nobody wants it
	last  vm.Effect // of the last step
	// shared steps to the state at hand led to the leaf before, too
	shared int
	levels []level
	n      int // levels in use: states within the sequence on the way to the one at hand
	beyond int // levels reached beyond the last of them
}

type level struct {
	s          vm.State
	last       vm.Effect // of the step that led here
	moves      []vm.Move
	next       int
	handshakes int // on the way here
	attempted  int // 1: a rendezvous is offered here
}

// begin takes the move m of full, and if steps are to be taken together those behind it up to the first leaf.
// If all is not set, the walk ends at the first choice or failure instead, or after so many steps, wherever
// it is. The result false says that the walk can't be made: something fails on it, or it is too long.
func (w *walk) begin(full *vm.State, m vm.Move, together, all bool) bool {
	w.state.CopyFrom(full)
	w.n, w.shared, w.beyond = 0, 0, 0
	w.last, w.reads = w.in.Apart(&w.state, m)
	w.gone()
	if w.last&atomic.Failure != 0 {
		return !all
	}
	return !together || w.descend(all)
}

// fails tells whether the first step does.
func (w *walk) fails() bool { return w.n == 0 && w.last&atomic.Failure != 0 }

// descend goes on to a leaf.
func (w *walk) descend(all bool) bool {
	for w.last&vm.Transient != 0 {
		if w.n == len(w.levels) {
			w.levels = append(w.levels, level{})
		}
		l := &w.levels[w.n]
		excl := int(w.state.Excl)
		var offers vm.Effect
		var r uint64
		l.moves, offers, r = w.in.Alone(&w.state, excl, l.moves[:0])
		if offers&^vm.Attempted != 0 || len(l.moves) > 1 && !all {
			return !all
		}
		w.reads |= r | 1<<min(w.in.Layout().ShapeOf(w.state.Vec).Procs[excl].Comp, 63)
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
			w.last, w.state.Excl = w.last&^vm.Transient, -1
			w.beyond = steps + l.attempted
			return true
		}
		l.handshakes += steps - 1
		if w.n == atomic.MostBefore {
			return !all
		}
		if len(l.moves) > 1 || !all { // else nothing comes back here
			l.s.CopyFrom(&w.state)
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
func (w *walk) step(l *level) bool {
	m := l.moves[l.next]
	var r uint64
	w.last, r = w.in.Apart(&w.state, m)
	w.reads |= r
	w.gone()
	if w.taken != nil {
		w.taken[m.Trans], w.taken[m.Partner] = 1, 1
	}
	w.beyond = l.attempted
	return w.last&atomic.Failure == 0
}

// back returns to the state of a level.
func (w *walk) back(n int) {
	l := &w.levels[n]
	w.state.CopyFrom(&l.s)
	w.last, w.n, w.beyond = l.last, n, 0
	if n > 0 {
		w.beyond = w.levels[n-1].attempted
	}
}

// next goes to the next leaf of a walk to all. More is false if there is none; ok is false as the result of
// begin.
func (w *walk) next() (more, ok bool) {
	for w.n > 0 && w.levels[w.n-1].next+1 == len(w.levels[w.n-1].moves) {
		w.n--
	}
	if w.n == 0 {
		return false, true
	}
	l := &w.levels[w.n-1]
	w.state.CopyFrom(&l.s)
	w.shared = w.n
	l.next++
	return true, w.step(l) && w.descend(true)
}

// gone adds the components that the state at hand does not have any more.
func (w *walk) gone() {
	if w.comps == 0 {
		return
	}
	for c := len(w.in.Layout().ShapeOf(w.state.Vec).Comps); c < w.comps; c++ {
		w.reads |= 1 << min(c, 63)
	}
}

// result is what comes of all steps to the state at hand. The result false says that it can't be told.
func (w *walk) result() (vm.Step, bool) {
	handshakes := 0
	if w.n > 0 {
		handshakes = w.levels[w.n-1].handshakes
	}
	counts := vm.Counts{
		Before:     uint8(w.n),
		Shared:     uint8(w.shared),
		Handshakes: uint8(handshakes),
		Beyond:     uint8(w.beyond),
	}
	return vm.Step{Effect: w.last, Counts: counts}, handshakes <= atomic.MostHandshakes
}

// first returns to the state behind the first step of a walk that is not one to all leaves.
func (w *walk) first() vm.Step {
	w.back(0)
	return vm.Step{Effect: w.last}
}
