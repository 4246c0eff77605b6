package space

import (
	"gospin/verifier/batch"
	"gospin/vm"
)

// An atomic sequence that depends on too much as a whole is remembered step by step. A state within it is a
// root in which the process that continues has no number, and the value of that process. So values that
// processes only have within sequences need no numbers in stored states.

// inner has the values that a process has within atomic sequences.
type inner struct {
	numbers map[string]uint32
	values  []string
	infos   []info // by number
}

func (x *inner) number(value []byte) (n uint32, met bool) {
	if n, met = x.numbers[string(value)]; met {
		return n, met
	}
	if x.numbers == nil {
		x.numbers = map[string]uint32{}
	}
	n = uint32(len(x.values))
	x.values = append(x.values, string(value))
	x.numbers[x.values[n]] = n
	return n, false
}

// enter returns the number of the value of the process that is within an atomic sequence, and removes its
// field from keep and set.
func (e *engine[R]) enter(s *vm.State, keep, set *R) uint32 {
	e.lock()
	defer e.unlock()
	h := e.home()
	to := e.seatsIn(h, e.space.l.ShapeID(s.Vec)+1) // change has found its form
	f := &to.form.fields[e.space.component(to.form.procs[s.Excl].Comp)]
	(*keep)[f.word] &^= f.bits()
	(*set)[f.word] &^= f.bits()
	n, met := to.of[s.Excl].inner.number(s.Vec[f.off : f.off+f.len])
	if !met {
		h.aside += 2*f.len + innerBytes
	}
	return n
}

// inside returns the machine's state of a root and a value within a sequence.
func (e *engine[R]) inside(s *seats, pid int, value uint32, r *R) *vm.State {
	f := &s.form.fields[e.space.component(s.form.procs[pid].Comp)]
	e.inner.Vec = e.space.decode(e.inner.Vec, s.form, slice(r))
	copy(e.inner.Vec[f.off:f.off+f.len], s.of[pid].inner.values[value])
	e.inner.Dirty, e.inner.Excl, e.inner.Turn, e.inner.Copy = 0, int16(pid), 0, 0
	return &e.inner
}

// way counts the steps of an atomic sequence to the current state.
type way struct {
	before, handshakes, beyond int
	isHandshake                bool // the last step was a handshake
}

// levels returns the levels of a climb from the current state, relative to the beginning of the sequence.
func (w *way) levels(c climb) uint32 {
	if w.before == 0 {
		return c.levels()
	}
	if c.before == 0 && c.beyond == 0 {
		c.beyond = w.beyond
	}
	c.before += w.before
	c.handshakes += w.handshakes
	return c.levels()
}

// after returns the way to the state within a sequence to which a choice leads.
func (w *way) after(s *vm.Step) way {
	on := way{before: w.before + int(s.Before) + 1, handshakes: w.handshakes + int(s.Handshakes)}
	if s.Effect&vm.Handshake != 0 {
		on.handshakes++
		on.isHandshake = true
	}
	return on
}

// goOn appends the successors of a state within an atomic sequence, which is a root and the value of the
// process that continues.
func (e *engine[R]) goOn(d *R, value uint32, pid int, w *way, out *batch.Found[R]) outcome {
	if e.strides++; w.before > tooDeep || e.strides > tooLong {
		e.failed |= vm.Abort
		return done
	}
	id := (*d)[0] & e.pack.shapeMask
	if int(id) >= len(e.known) || e.known[id] == nil {
		if !e.meet(uint32(id)) {
			return narrow
		}
	}
	s := e.known[id]
	in := e.within(s, pid, value)
	list, what := in.list, done
	if list == 0 && !in.split {
		list, what = e.listOf(d, s, pid, in, in.first, value+1)
	}
	before := e.moves
	if what == done && list > again { // usually there is one
		w.beyond = e.beyondBy(list)
		what = e.emitWithin(d, list, pid, value, w, out)
	} else if what == done {
		what = e.goOnByEach(d, s, pid, value, in, w, out)
	}
	if what == done && e.moves == before {
		return e.leave(s, pid, value, d, w, out)
	}
	return what
}

// beyondBy returns the number of levels reached beyond by a list: 1 if a rendezvous is offered.
func (e *engine[R]) beyondBy(list uint32) int {
	if e.lists[list]&(attempted|slow) == attempted {
		return 1
	}
	return 0
}

// emitWithin is emit within an atomic sequence.
func (e *engine[R]) emitWithin(
	d *R, list uint32, pid int, value uint32, w *way, out *batch.Found[R],
) outcome {
	if head := e.lists[list]; head&slow != 0 {
		return e.ask(d, pid, value+1, uint32(head>>stepsShift), w, out)
	}
	return e.emit(d, list, pid, w, out)
}

// goOnByEach is goOn for a process whose transitions are remembered one by one.
func (e *engine[R]) goOnByEach(
	d *R, s *seats, pid int, value uint32, in *info, w *way, out *batch.Found[R],
) outcome {
	from := len(e.heads)
	what := e.listsOf(d, s, pid, in, value+1)
	to := len(e.heads)
	w.beyond = 0
	for _, list := range e.heads[from:to] {
		w.beyond |= e.beyondBy(list)
	}
	for i := from; i < to && what == done; i++ {
		what = e.emitWithin(d, e.heads[i], pid, value, w, out)
	}
	e.heads = e.heads[:from]
	return what
}

// leave appends the state of a sequence that is broken, which counts as any other.
func (e *engine[R]) leave(s *seats, pid int, value uint32, d *R, w *way, out *batch.Found[R]) outcome {
	in := &s.of[pid].inner.infos[value]
	f := &s.form.fields[e.space.component(s.form.procs[pid].Comp)]
	if in.plain == 0 {
		full := e.inside(s, pid, value, d)
		n, ok := e.space.number(f, full.Vec)
		if !ok {
			return narrow
		}
		in.plain = n + 1
	}
	r := *d
	r[f.word] |= (in.plain - 1) << (f.shift & 63)
	out.Roots = append(out.Roots, r)
	e.tellMoved(out, e.fair.moved)
	if out.Ordered {
		last := climb{beyond: 1 + w.beyond}
		broken := way{before: w.before - 1, handshakes: w.handshakes}
		if w.isHandshake {
			last.effect, last.beyond = vm.Handshake, last.beyond+1
			broken.handshakes--
		}
		out.Levels = append(out.Levels, broken.levels(last))
	}
	return done
}
