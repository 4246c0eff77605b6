package component

import "gospin/vm"

// walk takes a move and the steps of an atomic sequence behind it, up to the states where it ends, its leaves. Where
// there is a choice, it comes to all of them one after the other, in the order of a depth-first search.
type walk struct {
	m      *vm.Machine
	taken  []byte   // as search.Task has it; nil: nobody wants it
	s      vm.State // the state at hand
	last   vm.Effect
	shared int    // steps to the state at hand that led to the leaf before, too
	reads  uint64 // components that what was done so far depends on, as vm.Machine.Alone tells them
	comps  int    // of the state that the walk began in
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

// begin takes the move m of full, and if steps are to be taken together those behind it up to the first leaf. If all is
// not set, the walk ends at the first choice or failure instead, wherever it is. The result false says that the walk can't
// be made: something fails on it, or it is too long.
func (w *walk) begin(full *vm.State, m vm.Move, together, all bool) bool {
	w.s.CopyFrom(full)
	w.n, w.shared, w.beyond = 0, 0, 0
	w.last, w.reads = w.m.Apart(&w.s, m)
	w.gone()
	if w.last&failure != 0 {
		return !all
	}
	return !together || w.descend(all)
}

const failure = vm.Failed | vm.Pruned | vm.Abort

// descend goes on to a leaf.
func (w *walk) descend(all bool) bool {
	for w.last&vm.Transient != 0 {
		if w.n == len(w.levels) {
			w.levels = append(w.levels, level{})
		}
		l := &w.levels[w.n]
		excl := int(w.s.Excl)
		var offers vm.Effect
		var r uint64
		l.moves, offers, r = w.m.Alone(&w.s, excl, l.moves[:0])
		if offers&^vm.Attempted != 0 || len(l.moves) > 1 && !all {
			return !all
		}
		w.reads |= r | 1<<min(w.m.Layout().ShapeOf(w.s.Vec).Procs[excl].Comp, 63)
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
			w.last, w.s.Excl = w.last&^vm.Transient, -1
			w.beyond = steps + l.attempted
			return true
		}
		l.handshakes += steps - 1
		if w.n == vm.MostBefore { // it may not end
			if !all {
				w.back(0)
			}
			return !all
		}
		if len(l.moves) > 1 || !all { // else nothing comes back here
			l.s.CopyFrom(&w.s)
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
	w.last, r = w.m.Apart(&w.s, m)
	w.reads |= r
	w.gone()
	if w.taken != nil {
		w.taken[m.Trans], w.taken[m.Partner] = 1, 1
	}
	w.beyond = l.attempted
	return w.last&failure == 0
}

// back returns to the state of a level.
func (w *walk) back(n int) {
	l := &w.levels[n]
	w.s.CopyFrom(&l.s)
	w.last, w.n, w.beyond = l.last, n, 0
	if n > 0 {
		w.beyond = w.levels[n-1].attempted
	}
}

// next goes to the next leaf. The walk is one of all leaves.
func (w *walk) next() (more, ok bool) {
	for w.n > 0 && w.levels[w.n-1].next+1 == len(w.levels[w.n-1].moves) {
		w.n--
	}
	if w.n == 0 {
		return false, true
	}
	l := &w.levels[w.n-1]
	w.s.CopyFrom(&l.s)
	w.shared = w.n
	l.next++
	return true, w.step(l) && w.descend(true)
}

// gone adds the components that the state at hand does not have any more.
func (w *walk) gone() {
	for c := len(w.m.Layout().ShapeOf(w.s.Vec).Comps); c < w.comps; c++ {
		w.reads |= 1 << min(c, 63)
	}
}

// effect is that of all steps to the state at hand.
func (w *walk) effect() (vm.Effect, bool) {
	handshakes := 0
	if w.n > 0 {
		handshakes = w.levels[w.n-1].handshakes
	}
	return w.last.After(w.n, handshakes, w.beyond, w.shared)
}

// Single lists the steps of the moves on a path from the initial state one by one.
func (e *Engine) Single(path []vm.Move) []vm.Move {
	m, s := vm.NewMachine(e.m.Program()), vm.State{} // the faults of the other one are still to be told
	w := walk{m: m}
	m.Initial(&s)
	out := make([]vm.Move, 0, len(path))
	for _, mv := range path {
		before, leaf := int(mv.Memo), mv.Leaf
		mv.Memo, mv.Leaf = 0, 0
		out = append(out, mv)
		switch {
		case mv.Pid == vm.ClaimPid:
			m.ClaimDo(&s, mv)
			continue
		case before == 0:
			m.Do(&s, mv)
			continue
		}
		w.begin(&s, mv, true, true)
		for range leaf {
			w.next()
		}
		m.Do(&s, mv)
		for i := range before {
			l := &w.levels[i]
			out = append(out, l.moves[l.next])
			m.Do(&s, l.moves[l.next])
		}
	}
	return out
}
