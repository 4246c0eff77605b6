package space

import (
	"gospin/verifier/batch"
	"gospin/vm"
)

// fairness takes note of who moves, where a search asks for that (batch.Found.Fair). Processes are bits.
type fairness struct {
	on    bool
	moved uint64 // those that have moved in the sequence under way, before the present list
	by    uint64 // whose moves are tried; 0: as each says
}

// mostFair is how many processes a state may have.
const mostFair = 64

// everybody moves, as it were, where nobody can.
const everybody = 1<<64 - 1

func bitOf(pid int) uint64 { return 1 << (pid & (mostFair - 1)) }

// expandFair is expand, and tells who is able to move, and who moves.
func (e *engine[R]) expandFair(r *R, at *seats, out *batch.Found[R], start int) outcome {
	if len(at.of) > mostFair {
		e.failed |= vm.Abort
		return done
	}
	for pid := len(at.of) - 1; pid >= 0; pid-- {
		s := &at.of[pid]
		n := s.number(slice(r))
		if n >= uint64(len(s.infos)) || s.infos[n].id == 0 {
			e.introduce(at, pid, n, r)
		}
		from, before := len(e.heads), e.moves
		if in := &s.infos[n]; in.list != 0 {
			e.count.Direct++
			e.heads = append(e.heads, in.list)
		} else if what := e.doings(r, at, pid, in); what != done {
			return what
		}
		for i := from; i < len(e.heads); i++ {
			if what := e.emit(r, e.heads[i], pid, &way{}, out); what != done {
				return what
			}
		}
		if e.heads = e.heads[:from]; e.moves > before {
			out.Able |= bitOf(pid)
		}
	}
	if len(out.Roots) == start && e.failed == 0 {
		what := e.stuck(r, out)
		for _, m := range e.found {
			out.Able |= bitOf(int(m.Pid))
		}
		return what
	}
	return done
}

// moves has a process move by a choice, until the result is put back.
func (f *fairness) moves(pid int, partner uint32, peer uint8) (before uint64) {
	before = f.moved
	if f.moved |= bitOf(pid); partner != 0 && partner != vm.AnyPartner {
		f.moved |= bitOf(int(peer))
	}
	return before
}

// movesBy has a process move by a choice of a list, until the result is put back.
func (e *engine[R]) movesBy(pid int, n *noted) (before uint64) {
	if !e.fair.on {
		return 0
	}
	c := &e.notes[n.note].choice
	return e.fair.moves(pid, c.Partner, c.Peer)
}

// tellMoved takes note of who has moved to the roots found last.
func (e *engine[R]) tellMoved(out *batch.Found[R], moved uint64) {
	for out.Fair && len(out.Moved) < len(out.Roots) {
		out.Moved = append(out.Moved, moved)
	}
}

// movedBy are those that make a move that is tried, and the steps behind it.
func (e *engine[R]) movedBy(first vm.Move, behind []vm.Move) uint64 {
	moved := e.fair.moved | e.fair.by
	if e.fair.by == 0 {
		moved |= bitOf(int(first.Pid))
	}
	if first.Partner != 0 {
		moved |= bitOf(int(first.Peer))
	}
	for _, m := range behind {
		if moved |= bitOf(int(m.Pid)); m.Partner != 0 {
			moved |= bitOf(int(m.Peer))
		}
	}
	return moved
}

// apart reports whether others than the first mover take part in the steps of a sequence: who moves is not
// remembered, so the machine is asked each time then.
func (e *engine[R]) apart(first vm.Move, behind []vm.Move) bool {
	if e.space.judge == nil || !e.space.judge.fair {
		return false
	}
	for _, m := range behind {
		if m.Pid != first.Pid || m.Partner != 0 {
			return true
		}
	}
	return false
}
