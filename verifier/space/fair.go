package space

import (
	"gospin/verifier/batch"
	"gospin/verifier/fair"
	"gospin/vm"
)

// fairness records which processes move, if a search requests it (batch.Found.Fair). Processes are bits.
type fairness struct {
	on    bool
	moved uint64 // processes that have moved in the current sequence, before the current list
	by    uint64 // processes whose moves are being tried; 0: as each move says
}

// mostFair is the greatest number of processes of a state.
const mostFair = 64

// everybody is the set of all processes, for steps in which none can move.
const everybody = 1<<64 - 1

func bitOf(pid int) uint64 { return 1 << (pid & (mostFair - 1)) }

// expandFair is expand, and reports which processes can move, and which move.
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
			e.isAble(at, pid, out)
		}
	}
	if len(out.Roots) == start && e.failed == 0 {
		what := e.stuck(r, out)
		for _, m := range e.found {
			e.isAble(at, int(m.Pid), out)
		}
		return what
	}
	return done
}

// isAble records that a process can move, if it demands fairness.
func (e *engine[R]) isAble(at *seats, pid int, out *batch.Found[R]) {
	switch e.space.judge.fair[at.form.procs[pid].Type] {
	case fair.Strong:
		out.Strong |= bitOf(pid)
		out.Able |= bitOf(pid)
	case fair.Weak:
		out.Able |= bitOf(pid)
	}
}

// moves records that a process makes a choice, until f.moved is reset to the result.
func (f *fairness) moves(pid int, partner uint32, peer uint8) (before uint64) {
	before = f.moved
	if f.moved |= bitOf(pid); partner != 0 && partner != vm.AnyPartner {
		f.moved |= bitOf(int(peer))
	}
	return before
}

// movesBy records that a process makes a choice of a list, until e.fair.moved is reset to the result.
func (e *engine[R]) movesBy(pid int, n *noted) (before uint64) {
	if !e.fair.on {
		return 0
	}
	c := &e.notes[n.note].choice
	return e.fair.moves(pid, c.Partner, c.Peer)
}

// tellMoved records which processes moved to the roots found last.
func (e *engine[R]) tellMoved(out *batch.Found[R], moved uint64) {
	for out.Fair && len(out.Moved) < len(out.Roots) {
		out.Moved = append(out.Moved, moved)
	}
}

// movedBy returns the processes that take part in a move that is tried, and in the steps after it.
func (e *engine[R]) movedBy(first vm.Move, rest []vm.Move) uint64 {
	moved := e.fair.moved | e.fair.by
	if e.fair.by == 0 {
		moved |= bitOf(int(first.Pid))
	}
	if first.Partner != 0 {
		moved |= bitOf(int(first.Peer))
	}
	for _, m := range rest {
		if moved |= bitOf(int(m.Pid)); m.Partner != 0 {
			moved |= bitOf(int(m.Peer))
		}
	}
	return moved
}

// apart reports whether other processes than the first mover take part in the steps of a sequence. Lists
// don't say who moves, so the machine is asked each time then.
func (e *engine[R]) apart(first vm.Move, rest []vm.Move) bool {
	if e.space.judge == nil || e.space.judge.fair == nil {
		return false
	}
	for _, m := range rest {
		if m.Pid != first.Pid || m.Partner != 0 {
			return true
		}
	}
	return false
}
