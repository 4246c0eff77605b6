package reason

import (
	"fmt"
	"strings"

	"gospin/verifier/trail"
	"gospin/vm"
)

// longest limits the length of trails, since following a trail takes time.
const longest = 200000

// run is the run of a trail, with its last state.
type run struct {
	p      *vm.Program
	t      *trail.Trail
	m      *vm.Machine // evaluates expressions
	last   vm.State
	before vm.State // the state before the last move
	move   vm.Move
	moves  int // number of the model's moves
	failed []vm.Fault
	work   int  // see mostWork
	moved  bool // the last move failed, not a guard after it

	able map[int]bool // processes that can move in the last state
}

// Of explains why the run of a trail is wrong. It returns nil if it finds no explanation.
func Of(p *vm.Program, t *trail.Trail) []string {
	if len(t.Steps) > longest || t.Merged {
		return nil
	}
	r := &run{p: p, t: t, m: vm.NewMachine(p)}
	if !r.follow() {
		return nil
	}
	switch {
	case len(r.failed) > 0:
		return r.assertion()
	case p.Formula != nil:
		return r.formula()
	case p.Claim == nil:
		return r.deadlock()
	}
	return nil
}

// follow makes the moves of the trail. It returns false if they are not enabled.
func (r *run) follow() bool {
	m := vm.NewMachine(r.p)
	if m.Initial(&r.last)&vm.Failed != 0 {
		return false
	}
	r.before.CopyFrom(&r.last)
	var eff vm.Effect
	for k, err := range trail.Replay(m, r.t) {
		if err != nil || k.Unfit {
			return false
		}
		r.before.CopyFrom(&r.last)
		r.last.CopyFrom(k.After)
		r.move, eff = k.Move, k.Effect
		if k.Move.Pid != vm.ClaimPid {
			r.moves++
		}
	}
	if r.moved = eff&vm.Failed != 0; r.moved {
		r.failed = append(r.failed, m.Faults()...)
		return true
	}
	end := r.last
	end.Vec = append([]byte(nil), r.last.Vec...)
	if _, eff := trail.Moves(m, &end, nil); eff&vm.Failed != 0 {
		r.failed = append(r.failed, m.Faults()...)
	}
	return true
}

// name returns a process's name as in replays.
func (r *run) name(s *vm.State, pid int) string {
	if pid < 0 || pid == vm.ClaimPid {
		return "the claim"
	}
	procs := r.p.Layout.ShapeOf(s.Vec).Procs
	if pid >= len(procs) {
		return fmt.Sprintf("process %d", pid)
	}
	return fmt.Sprintf("%s (%d)", strings.Trim(r.p.Procs[procs[pid].Type].Name, ":"), pid)
}

// list joins words: a, b and c.
func list(words []string, and string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + and + " " + words[len(words)-1]
}
