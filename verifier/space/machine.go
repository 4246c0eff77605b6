package space

import (
	"slices"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/system"
	"gospin/vm"
)

// ask makes the machine make the moves of a process, or of one transition of it, that can't be remembered.
// within is as for learn.
func (e *engine[R]) ask(r *R, pid int, within, trans uint32, w *way, out *batch.Found[R]) outcome {
	full := e.unpacked(r)
	e.course.within = -1
	if within > 0 {
		full = e.inside(e.known[(*r)[0]&e.pack.shapeMask], pid, within-1, r)
		e.course.within = pid
	}
	moves, eff, _ := e.in.Alone(full, pid, e.found[:0])
	if e.found = moves; trans != 0 {
		moves = slices.DeleteFunc(moves, func(m vm.Move) bool { return m.Trans != trans })
	}
	offered(eff, w, out)
	e.fair.by = bitOf(pid)
	e.only = trans
	return e.try(r, full, moves, eff, w, out, func(st *vm.State, m vm.Move) vm.Effect {
		eff, _ := e.in.Apart(st, m)
		return eff
	})
}

// failIn records the faults of a process's guards, or of the guard of the only transition asked for. The
// faults of other transitions are reported when these are asked for.
func (e *engine[R]) failIn(eff vm.Effect) {
	c := &e.course
	if c.fail(eff); e.only != 0 {
		c.faults = slices.DeleteFunc(c.faults, func(f vm.Fault) bool { return f.Trans != e.only })
	}
}

// offered records whether a rendezvous is offered in the current state.
func offered[R roots.Root](eff vm.Effect, w *way, out *batch.Found[R]) {
	switch {
	case eff&vm.Attempted == 0:
	case w.before > 0:
		w.beyond = 1
	default:
		out.Reach = 1
	}
}

// askHalf does the same where a process receives by rendezvous.
func (e *engine[R]) askHalf(d *R, peer int, number uint32, w *way, out *batch.Found[R]) outcome {
	full := e.unpacked(d)
	e.course.within = -1
	o := e.offerOf(number)
	moves, eff := e.in.Takers(full, peer, o.channel, o.msg, e.found[:0])
	e.found = moves
	offered(eff, w, out)
	e.fair.by = bitOf(peer)
	return e.try(d, full, moves, eff, w, out, func(st *vm.State, m vm.Move) vm.Effect {
		return e.in.Take(st, m, o.channel, o.msg)
	})
}

// stuck handles a state in which no process has a move: its end, or a timeout.
func (e *engine[R]) stuck(r *R, out *batch.Found[R]) outcome {
	full := e.unpacked(r)
	e.count.Ends++
	x := &system.Expansion{Room: system.Unlimited}
	e.in.Expand(full, x)
	e.found = e.found[:0]
	for i := range x.Choices {
		e.found = append(e.found, x.Choices[i].Move())
	}
	e.failed |= x.Effect & vm.InvalidEnd
	e.course.within = -1
	offered(x.Effect, &way{}, out)
	e.fair.by = 0
	what := e.try(r, full, e.found, x.Effect, &way{}, out, func(st *vm.State, m vm.Move) vm.Effect {
		eff, _ := e.in.Apart(st, m)
		return eff
	})
	full.Excl = -1
	return what
}

// try makes moves, and appends the states to which they lead. Faults are collected.
func (e *engine[R]) try(
	r *R, full *vm.State, moves []vm.Move, eff vm.Effect, w *way, out *batch.Found[R],
	step func(*vm.State, vm.Move) vm.Effect,
) outcome {
	e.count.Fallback++
	c := &e.course
	c.single, c.self, c.coarse = false, -1, nil
	e.moves += uint64(len(moves))
	c.patient, c.failed, c.faults, c.steps = true, 0, c.faults[:0], 0
	if eff&failure != 0 {
		e.failIn(eff)
		if c.within < 0 { // a sequence whose guards fail is broken all the same
			e.moves++
		}
	}
	e.only = 0
	from := e.known[(*r)[0]&e.pack.shapeMask].form
	root, to := *r, *w // copies, so that the usual case needs no memory
	what := done
	var first vm.Move
	c.leaf = func(st *stop, came climb) bool {
		var keep, set R
		if !e.change(from, st, &keep, &set) {
			what = narrow
			return false
		}
		e.shift(from, &keep, &set)
		for i := 0; i < len(keep); i++ {
			keep[i] = root[i]&keep[i] | set[i]
		}
		if !e.shifted(&keep, &root, e.passing) {
			what = narrow
			return false
		}
		out.Roots = append(out.Roots, keep)
		if out.Fair {
			e.tellMoved(out, e.movedBy(first, c.way[:came.before]))
		}
		if out.Ordered {
			out.Levels = append(out.Levels, to.levels(came))
		}
		return true
	}
	e.seen.Clear()
	e.in.Observe(&e.seen)
	for _, m := range slices.Clone(moves) {
		if c.failed&vm.Abort != 0 {
			break
		}
		c.mark(m)
		first = m
		if !c.run(full, func(st *vm.State) vm.Effect { return step(st, m) }) && what != done {
			break
		}
	}
	e.in.Observe(nil)
	out.Atomic += c.steps
	e.failed |= c.failed
	e.faults = append(e.faults, c.faults...)
	return what
}
