package space

import (
	"encoding/binary"

	"gospin/verifier/atomic"
	"gospin/verifier/system"
	"gospin/vm"
)

// States within atomic sequences are not stored: their vectors are left unpacked, and their components
// without numbers. Behind the machine's vector are the root of the stored state that they come from, the
// components written since, and, in the place of the generation, unpacked.

const unpacked = 1<<32 - 1

// leaveUnpacked makes s the state of a machine, which comes from that of a root of the present packing.
func (y *System) leaveUnpacked(s, of *vm.State, root []uint64) {
	s.Vec = append(s.Vec[:0], of.Vec...)
	for _, w := range root {
		s.Vec = binary.LittleEndian.AppendUint64(s.Vec, w)
	}
	s.Vec = binary.LittleEndian.AppendUint64(s.Vec, of.Dirty)
	s.Vec = binary.LittleEndian.AppendUint32(s.Vec, unpacked)
	s.Vec = binary.LittleEndian.AppendUint32(s.Vec, uint32(len(y.space.olds)))
}

// unpack returns s as the machine has it, and its root, or that of the stored state that it comes from.
func (y *System) unpack(s *vm.State) (*vm.State, []uint64) {
	if generation(s.Vec) != unpacked {
		y.current(s)
		return y.front.state(s), y.store.load(s.Vec)
	}
	size, n := y.l.ShapeOf(s.Vec).Size, len(s.Vec)
	root := y.store.loadRoot(s.Vec[size:n-16], int(binary.LittleEndian.Uint32(s.Vec[n-4:])))
	y.full.Vec = append(y.full.Vec[:0], s.Vec[:size]...)
	y.full.Dirty, y.full.Excl = binary.LittleEndian.Uint64(s.Vec[n-16:]), s.Excl
	return &y.full, root
}

// expandWithin finds the choices of s, which was left unpacked.
func (y *System) expandWithin(s *vm.State, x *system.Expansion) {
	full, root := y.unpack(s)
	y.in.Expand(full, x)
	if x.Whole, s.Excl = false, full.Excl; x.Effect&vm.Released != 0 {
		x.Effect |= y.pack(s, full, root)
	}
}

// doSingle lets the system below take the step, and those behind it.
func (y *System) doSingle(s *vm.State, c *system.Choice, room int) vm.Step {
	full, root := y.unpack(s)
	y.faults = y.faults[:0]
	y.work.CopyFrom(full)
	of := &y.work
	var step vm.Step
	switch together := room >= atomic.Room && !y.stepwise; {
	case together && c.Note != 0 && y.walk(full, c, &step):
		of = &y.course.stops[step.Before].s
	case together:
		y.together(of, c, &step)
	default:
		step.Effect, _ = y.in.Apart(of, c.Move())
	}
	s.Excl = of.Excl
	if step.Effect&vm.Transient != 0 {
		y.leaveUnpacked(s, of, root)
	} else {
		step.Effect |= y.pack(s, of, root)
	}
	return step
}

// walk goes to the leaf of a choice that is one of several, from a state. What it leads to is in the course.
func (y *System) walk(from *vm.State, c *system.Choice, step *vm.Step) (found bool) {
	leaf := 0
	y.course.leaf = func(_ *stop, came climb) bool {
		if leaf == int(c.Leaf) {
			*step, found = came.step(y.course.shared), true
			return false
		}
		leaf++
		return true
	}
	y.course.run(from, func(s *vm.State) vm.Effect {
		eff, _ := y.in.Apart(s, c.Move())
		return eff
	})
	return found
}

// together takes the step of a choice from s, and those of an atomic sequence behind it, up to the first
// choice or failure, or after so many steps.
func (y *System) together(s *vm.State, c *system.Choice, step *vm.Step) {
	step.Effect, _ = y.in.Apart(s, c.Move())
	if step.Effect&atomic.Failure != 0 {
		return
	}
	for step.Effect&vm.Transient != 0 {
		moves, offers, _ := y.in.Alone(s, int(s.Excl), y.course.moves[:0])
		y.course.moves = moves
		if offers&^vm.Attempted != 0 || len(moves) > 1 {
			return
		}
		attempted, levels := uint8(0), uint8(1)
		if offers != 0 {
			attempted = 1
		}
		if step.Effect&vm.Handshake != 0 {
			levels = 2
		}
		if len(moves) == 0 { // the sequence is broken: the state counts as any other
			step.Effect &^= vm.Transient
			step.Beyond, s.Excl = levels+attempted, -1
			return
		}
		if step.Before == atomic.MostBefore || step.Handshakes+levels-1 > atomic.MostHandshakes {
			return
		}
		y.before.CopyFrom(s)
		eff, _ := y.in.Apart(s, moves[0])
		y.course.mark(moves[0])
		if eff&atomic.Failure != 0 {
			s.CopyFrom(&y.before)
			return
		}
		step.Effect = eff
		step.Counts = vm.Counts{
			Before: step.Before + 1, Handshakes: step.Handshakes + levels - 1, Beyond: attempted,
		}
	}
}

// Path implements system.System. Of a choice that is one of several, it finds again where the steps behind
// the first lead.
func (y *System) Path(path []system.Taken) []vm.Move {
	var s vm.State
	y.in.Initial(&s)
	out := make([]system.Taken, 0, len(path))
	take := func(m vm.Move) {
		c := system.ChoiceOf(m)
		out = append(out, system.Taken{Choice: c})
		y.in.Do(&s, &c, 0)
	}
	for _, k := range path {
		if k.Pid == vm.ClaimPid {
			out = append(out, system.Taken{Choice: system.ChoiceOf(k.Move())})
			y.in.DoClaim(&s, &k.Choice)
			continue
		}
		if k.Before > 0 {
			var step vm.Step
			taken := y.course.taken
			y.course.taken = nil // it has been told already
			y.walk(&s, &k.Choice, &step)
			y.course.taken = taken
		}
		take(k.Move())
		for _, m := range y.course.way[:k.Before] {
			take(m)
		}
	}
	return y.in.Path(out)
}
