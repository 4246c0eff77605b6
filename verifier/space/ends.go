package space

import (
	"gospin/verifier/atomic"
	"gospin/verifier/roots"
	"gospin/verifier/system"
	"gospin/vm"
)

// Atomic sequences that are remembered step by step are gone through again each time: their ends are the
// choices of a system.

// leaf is where an atomic sequence ends.
type leaf[R roots.Root] struct {
	root R
	step vm.Step
}

// enough says that no more leaves are wanted.
const enough outcome = 255

// sequel is a state within an atomic sequence: a root, and the process that goes on with its value.
type sequel[R roots.Root] struct {
	root       R
	value      uint32
	pid        int
	steps      int       // taken to here
	handshakes int       // of these but for the last
	last       vm.Effect // of the last
}

// addLeaves appends the choices that begin with the same step of the root r as the note from, one of so many
// of a list, where some lead into atomic sequences: one for each leaf. It returns how many notes it has used.
func (f *facade[R]) addLeaves(
	r *R, from, n uint64, c system.Choice, x *system.Expansion,
) (uint64, outcome) {
	used, what := f.leavesOf(r, from, n, mostLeaves+1)
	if what == asked || what == enough { // what the step leads to is left to the machine
		if c.Note, c.Leaf = 0, 0; x.Ahead {
			f.room(len(x.Choices), 1)[0].at = -1
		}
		x.Choices = append(x.Choices, c)
		return used, done
	}
	if what != done {
		return used, what
	}
	for i := range f.leaves {
		e := &f.leaves[i]
		if c.Leaf = uint8(i); x.Ahead {
			l := &f.room(len(x.Choices), 1)[0]
			l.root, l.step = e.root, e.step
			l.at = f.store.Touch(slice(&l.root)[:f.used])
		}
		x.Choices = append(x.Choices, c)
	}
	return used, done
}

// doLeaf makes s the state of one of these leaves.
func (f *facade[R]) doLeaf(s *vm.State, r *R, from, n uint64, leaf int) (vm.Step, bool) {
	_, what := f.leavesOf(r, from, n, leaf+1)
	if what == anew {
		f.system.gen++
	}
	if what != done && what != enough || leaf >= len(f.leaves) {
		return vm.Step{}, false
	}
	f.set(s, &f.leaves[leaf].root)
	return f.leaves[leaf].step, true
}

// leavesOf finds up to so many leaves. It returns how many notes there are in all that begin with the same
// step. The outcome asked says that they can't be told.
func (f *facade[R]) leavesOf(r *R, from, n uint64, most int) (used uint64, what outcome) {
	heads := len(f.heads)
	used, what = f.findLeaves(r, from, n, most)
	f.heads = f.heads[:heads]
	return used, what
}

func (f *facade[R]) findLeaves(r *R, from, n uint64, most int) (used uint64, what outcome) {
	f.leaves, f.shared, f.most = f.leaves[:0], 0, most
	for used = 1; used < n && f.note(from+used).choice.Leaf > 0; {
		used++
	}
	for i := range used {
		note := f.note(from + i)
		d, fits := f.changed(r, from+i)
		if !fits {
			return used, narrow
		}
		f.shared = int(note.step.Shared)
		switch {
		case note.choice.Note == 0:
			what = asked
		case note.next != 0:
			what = f.follows(&sequel[R]{
				root: d, value: note.next - 1, pid: int(note.excl), steps: int(note.step.Before) + 1,
				handshakes: int(note.step.Handshakes), last: note.step.Effect,
			})
		default:
			what = f.ended(&d, note.step)
		}
		if what != done {
			return used, what
		}
	}
	return used, done
}

// follows appends the leaves behind a state within a sequence. The outcome asked says that they can't be
// told.
func (f *facade[R]) follows(q *sequel[R]) outcome {
	handshakes := q.handshakes
	if q.last&vm.Handshake != 0 {
		handshakes++
	}
	if q.steps > atomic.MostBefore || handshakes > atomic.MostHandshakes {
		return asked
	}
	at := f.seats(&q.root)
	if at == nil {
		return narrow
	}
	from := len(f.heads)
	if what := f.listsWithin(q, at); what != done {
		return what
	}
	g := fork{handshakes: handshakes}
	to := len(f.heads)
	for _, list := range f.heads[from:to] {
		if f.lists[list]&slow != 0 {
			return asked
		}
		if f.lists[list]&attempted != 0 {
			g.offered = 1
		}
	}
	for i := from; i < to; i++ {
		if what := f.followList(q, f.heads[i], &g); what != done {
			return what
		}
	}
	f.heads = f.heads[:from]
	if g.moves == 0 {
		return f.broken(q, at, g.offered)
	}
	return done
}

// fork is what is known of the choices of a state within a sequence.
type fork struct {
	moves      int   // so far
	handshakes int   // of the steps to there
	offered    uint8 // 1: a rendezvous is offered
}

// listsWithin finds the lists of what the process does that goes on.
func (f *facade[R]) listsWithin(q *sequel[R], at *seats) outcome {
	in := f.within(at, q.pid, q.value)
	if in.list != 0 {
		f.heads = append(f.heads, in.list)
		return done
	}
	return f.listsOf(&q.root, at, q.pid, in, q.value+1)
}

// followList goes on from a state within a sequence with the choices of a list.
func (f *facade[R]) followList(q *sequel[R], list uint32, g *fork) outcome {
	n, base := f.lists[list]&countMask, f.lists[list+1]
	for i := range n {
		note := f.note(base + i)
		d, fits := f.changed(&q.root, base+i)
		if !fits {
			return narrow
		}
		f.mark(&note.choice)
		what := done
		if note.offer != 0 {
			what = f.followTakers(q, &d, note.offer, g)
		} else {
			what = f.followOn(q, &d, note, g)
		}
		if what != done {
			return what
		}
	}
	return done
}

// mark takes note of transitions that are taken.
func (f *facade[R]) mark(c *system.Choice) {
	if f.taken == nil {
		return
	}
	f.taken[c.Trans] = 1
	if c.Partner != vm.AnyPartner {
		f.taken[c.Partner] = 1
	}
}

// followOn goes on behind a choice that leads to d: to a leaf, or further within the sequence.
func (f *facade[R]) followOn(q *sequel[R], d *R, n *note, g *fork) outcome {
	if n.choice.Note == 0 {
		return asked
	}
	step := n.step
	if n.choice.Leaf > 0 {
		f.shared = q.steps + int(step.Shared)
	} else if g.moves++; g.moves > 1 {
		f.shared = q.steps
	}
	steps, handshakes := q.steps+int(step.Before), g.handshakes+int(step.Handshakes)
	if n.next != 0 {
		return f.follows(&sequel[R]{
			root: *d, value: n.next - 1, pid: int(n.excl), steps: steps + 1, handshakes: handshakes,
			last: step.Effect,
		})
	}
	if steps > atomic.MostBefore || handshakes > atomic.MostHandshakes {
		return asked
	}
	if step.Before == 0 && step.Beyond == 0 {
		step.Beyond = g.offered
	}
	step.Before, step.Handshakes, step.Shared = uint8(steps), uint8(handshakes), uint8(f.shared)
	return f.ended(d, step)
}

// ended appends a leaf.
func (f *facade[R]) ended(d *R, step vm.Step) outcome {
	f.leaves = append(f.leaves, leaf[R]{*d, step})
	if len(f.leaves) == f.most {
		return enough
	}
	return done
}

// followTakers goes on behind a rendezvous that is on offer in d.
func (f *facade[R]) followTakers(q *sequel[R], d *R, offer uint32, g *fork) outcome {
	at := f.seats(d)
	if at == nil {
		return narrow
	}
	for peer := len(at.of) - 1; peer >= 0; peer-- {
		if peer == q.pid {
			continue
		}
		list, what := f.taking(d, at, peer, offer)
		if what != done {
			return what
		}
		if list == 0 {
			continue
		}
		if f.lists[list]&slow != 0 {
			return asked
		}
		for i := range f.lists[list] & countMask {
			n := f.note(f.lists[list+1] + i)
			to, fits := f.changed(d, f.lists[list+1]+i)
			if !fits {
				return narrow
			}
			f.mark(&n.choice)
			if what := f.followOn(q, &to, n, g); what != done {
				return what
			}
		}
	}
	return done
}

// broken appends the state of a sequence in which nobody can go on: it counts as any other.
func (f *facade[R]) broken(q *sequel[R], at *seats, offered uint8) outcome {
	in := &at.of[q.pid].inner.infos[q.value]
	x := &at.form.fields[f.space.component(at.form.procs[q.pid].Comp)]
	if in.plain == 0 {
		n, ok := f.space.number(x, f.inside(at, q.pid, q.value, &q.root).Vec)
		if !ok {
			return narrow
		}
		in.plain = n + 1
	}
	d := q.root
	d[x.word] |= (in.plain - 1) << (x.shift & 63)
	counts := vm.Counts{
		Before: uint8(q.steps - 1), Shared: uint8(f.shared), Handshakes: uint8(q.handshakes),
		Beyond: 1 + offered,
	}
	if q.last&vm.Handshake != 0 {
		counts.Beyond++
	}
	return f.ended(&d, vm.Step{Effect: q.last &^ vm.Transient, Counts: counts})
}
