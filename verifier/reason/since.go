package reason

import (
	"fmt"
	"strings"

	"gospin/verifier/trail"
	"gospin/vm"
)

// subject is something whose value a reason tells: a variable as a process sees it, or a channel.
type subject struct {
	asked *vm.Asked
	pid   int // -1: the claim
	id    int // of a channel; 0: it is none

	at   int32 // the address of an element of an array, where it is found
	text string

	value string
	step  int // the one that gave it its value; 0: it has had it from the start
	by    int // the process that made it
}

// about is the subject of a variable as a process sees it in a state. An element of an array is the one
// that it is there, whatever the index is before.
func (r *run) about(s *vm.State, pid int, x *vm.Asked) *subject {
	out := &subject{asked: x, pid: pid, text: x.Text}
	if x.Item != nil {
		if at, index, ok := r.m.Element(s, pid, x); ok {
			out.at, out.text = at, fmt.Sprintf("%s[%d]", x.Item.Array, index)
		}
	}
	return out
}

// read is the value of a subject in a state, "" if it has none.
func (x *subject) read(m *vm.Machine, s *vm.State) string {
	if x.id > 0 {
		msgs, _ := m.Program().Messages(s, x.id, func(id int) int { return id })
		return "[" + strings.Join(msgs, " | ") + "]"
	}
	if x.pid >= len(m.Layout().ShapeOf(s.Vec).Procs) {
		return ""
	}
	v, ok := int32(0), false
	if x.at > 0 {
		v, ok = m.Cell(s, x.at, x.asked)
	} else {
		v, ok = m.Ask(s, x.pid, x.asked.Code)
	}
	if !ok {
		return ""
	}
	return vm.Named(x.asked.Names, v)
}

// mostWork is how many moves, times the processes that might make each, are taken again, all in all, to find
// out who has set what.
const mostWork = 2000000

// trace finds since when the subjects have the values that they have at a state.
func (r *run) trace(subjects []*subject, at *vm.State) {
	n := 0
	look := func(s *vm.State, by int) {
		for _, x := range subjects {
			if v := x.read(r.m, s); v != x.value {
				x.value, x.step, x.by = v, n, by
			}
		}
	}
	if r.work += r.moves * len(r.p.Layout.ShapeOf(at.Vec).Procs); r.work > mostWork {
		look(at, -1)
		return
	}
	m := vm.NewMachine(r.p)
	var s vm.State
	m.Initial(&s)
	look(&s, -1)
	for k, err := range trail.Replay(m, r.t) {
		if err != nil || k.Move.Pid == vm.ClaimPid {
			continue
		}
		if n++; n == r.moves && r.moved && r.move.Pid != vm.ClaimPid { // what fails sees the state before
			break
		}
		look(k.After, mover(k.Move))
	}
	look(at, -1)
}

// mover is the process that a move's effect is due to.
func mover(mv vm.Move) int { return int(mv.Pid) }

// since says which step has given a subject its value, and who made it.
func (r *run) since(x *subject) string {
	if x.step == 0 {
		return ""
	}
	return fmt.Sprintf("since step %d of %s", x.step, r.name(&r.last, x.by))
}

// values tells what variables hold, for a process: x = 0, y = 3.
func (r *run) values(s *vm.State, pid int, vars []vm.Asked) string {
	var out []string
	for i := range vars {
		x := r.about(s, pid, &vars[i])
		if v := x.read(r.m, s); v != "" {
			out = append(out, x.text+" = "+v)
		}
	}
	return strings.Join(out, ", ")
}
