package systemtest

import (
	"fmt"
	"slices"

	"gospin/vm"
)

// Judge finds out, by executing moves, whether the moves of one process suffice in a state. They do if in all
// states that the others can reach without the process, it has the same moves, each of them commutes with
// each of theirs, and the claim observes none of them. These are the conditions C1 and C2 of ample sets
// (Peled 1996); a proviso is not checked. Judge knows nothing about the variables that moves read and write,
// and is slow.
type Judge struct {
	m    *vm.Machine
	most int
}

// NewJudge returns a judge that gives up after most states.
func NewJudge(p *vm.Program, most int) *Judge { return &Judge{vm.NewMachine(p), most} }

// Objects describes a reason why the moves of a process of s don't suffice, or returns "". The process must
// have moves. It is not sure of "" if there are too many states.
func (j *Judge) Objects(s *vm.State, pid int) (why string, sure bool) {
	own, failed := j.alone(s, pid)
	seen := map[string]bool{}
	todo := []*vm.State{clone(s)}
	for n := 0; len(todo) > 0; n++ {
		if n == j.most {
			return "", false
		}
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if key := j.key(t); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		if moves, fails := j.alone(t, pid); !slices.Equal(moves, own) || !slices.Equal(fails, failed) {
			return fmt.Sprintf("others change its moves: %v, %v", own, moves), true
		}
		next, why := j.commute(t, pid, own)
		if why != "" {
			return why, true
		}
		todo = append(todo, next...)
	}
	return "", true
}

// Ends reports whether a move of a process, or the sequence that it begins, ends in a run-time error.
func (j *Judge) Ends(s *vm.State, pid int) bool {
	moves, _ := j.alone(s, pid)
	return slices.ContainsFunc(moves, func(mv vm.Move) bool {
		out := j.take(s, mv)
		return out.ends
	})
}

// commute compares the moves of a process with those of all others in one state. Next are the states to which
// the others lead.
func (j *Judge) commute(s *vm.State, pid int, own []vm.Move) (next []*vm.State, why string) {
	after := make([]outcome, len(own))
	for i, mv := range own {
		after[i] = j.take(s, mv)
		for _, u := range after[i].states {
			if !j.unseen(s, u) {
				return nil, fmt.Sprintf("the claim sees %v", mv)
			}
		}
	}
	for p := range j.m.Layout().ShapeOf(s.Vec).Procs {
		if p == pid {
			continue
		}
		others, failed := j.alone(s, p)
		for i := range own {
			for _, u := range after[i].states {
				if why := j.keeps(u, p, others, failed); why != "" {
					return nil, fmt.Sprintf("%v %s", own[i], why)
				}
			}
		}
		for _, mv := range others {
			first := j.take(s, mv)
			if first.who>>pid&1 != 0 {
				return nil, fmt.Sprintf("%v is its move, too", mv)
			}
			for _, u := range first.states {
				if moves, _ := j.alone(u, pid); !slices.Equal(moves, own) {
					return nil, fmt.Sprintf("%v changes its moves: %v, %v", mv, own, moves)
				}
			}
			for i := range own {
				if !j.same(own[i], mv, &after[i], &first) {
					return nil, fmt.Sprintf("%v and %v do not commute", own[i], mv)
				}
			}
			next = append(next, first.states...)
		}
	}
	return next, ""
}

// keeps describes how a process's moves and faults in a state differ from the given ones.
func (j *Judge) keeps(s *vm.State, pid int, moves []vm.Move, failed []string) (why string) {
	if pid >= len(j.m.Layout().ShapeOf(s.Vec).Procs) {
		if len(moves) > 0 || len(failed) > 0 {
			return fmt.Sprintf("ends process %d", pid)
		}
		return ""
	}
	now, fails := j.alone(s, pid)
	for _, mv := range moves {
		if !slices.Contains(now, mv) {
			return fmt.Sprintf("makes %v unexecutable", mv)
		}
	}
	for _, f := range failed {
		if !slices.Contains(fails, f) {
			return fmt.Sprintf("hides that %s", f)
		}
	}
	return ""
}

// same reports whether two moves lead to the same states in either order, and fail in the same cases.
func (j *Judge) same(a, b vm.Move, afterA, afterB *outcome) bool {
	var ab, ba outcome
	for _, u := range afterA.states {
		ab.add(j.take(u, b))
	}
	for _, u := range afterB.states {
		ba.add(j.take(u, a))
	}
	if len(afterA.states) > 0 && !slices.Equal(tidy(ab.failed), tidy(afterB.failed)) ||
		len(afterB.states) > 0 && !slices.Equal(tidy(ba.failed), tidy(afterA.failed)) {
		return false
	}
	return slices.Equal(j.keys(ab.states), j.keys(ba.states))
}

// unseen reports whether the claim has the same moves in both states, whatever its control state.
func (j *Judge) unseen(s, t *vm.State) bool {
	p := j.m.Program()
	if p.Claim == nil {
		return true
	}
	s, t = clone(s), clone(t)
	for at := range p.Claim.States {
		for _, u := range []*vm.State{s, t} {
			u.Vec[p.ClaimAt], u.Vec[p.ClaimAt+1] = byte(at), byte(at>>8)
		}
		before, _ := j.m.ClaimMoves(s, nil, false)
		if after, _ := j.m.ClaimMoves(t, nil, false); !slices.Equal(before, after) {
			return false
		}
	}
	return true
}

// outcome is the result of a move, including the atomic sequence that it may begin.
type outcome struct {
	states []*vm.State
	failed []string
	who    uint64 // the processes that move
	ends   bool   // some path ends in a run-time error
}

func (o *outcome) add(p outcome) {
	o.states = append(o.states, p.states...)
	o.failed = append(o.failed, p.failed...)
	o.who |= p.who
}

// take makes a move.
func (j *Judge) take(s *vm.State, mv vm.Move) (out outcome) {
	seen := map[string]bool{}
	var do func(s *vm.State, mv vm.Move)
	do = func(s *vm.State, mv vm.Move) {
		t := clone(s)
		eff := j.m.Do(t, mv)
		out.failed = append(out.failed, j.failed(eff)...)
		if out.who |= 1 << mv.Pid; mv.Partner != 0 {
			out.who |= 1 << mv.Peer
		}
		switch {
		case eff&vm.Pruned != 0:
			out.ends = true
			return
		case eff&vm.Transient == 0:
			out.states = append(out.states, t)
			return
		case seen[j.key(t)]:
			return
		}
		seen[j.key(t)] = true
		moves, eff := j.m.Moves(t, nil)
		out.failed = append(out.failed, j.failed(eff)...)
		if eff&vm.Released != 0 {
			out.states = append(out.states, t)
		}
		for _, mv := range moves {
			do(t, mv)
		}
	}
	do(s, mv)
	return out
}

// alone returns the moves of a process, and the failures of its guards.
func (j *Judge) alone(s *vm.State, pid int) ([]vm.Move, []string) {
	moves, eff, _ := j.m.Alone(s, pid, nil)
	return moves, j.failed(eff)
}

func (j *Judge) failed(eff vm.Effect) (out []string) {
	if eff&vm.Failed != 0 {
		for _, f := range j.m.Faults() {
			out = append(out, fmt.Sprintf("process %d fails at %d: %s", f.Pid, f.Trans, f.Msg))
		}
	}
	return out
}

func (j *Judge) key(s *vm.State) string {
	return fmt.Sprint(s.Excl, len(j.m.Layout().ShapeOf(s.Vec).Procs), " ") +
		string(j.m.Layout().Key(s.Vec))
}

func (j *Judge) keys(states []*vm.State) (out []string) {
	for _, s := range states {
		out = append(out, j.key(s))
	}
	return tidy(out)
}

// tidy sorts a set.
func tidy(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}
