package reason

import (
	"fmt"
	"strings"

	"gospin/verifier/trail"
	"gospin/vm"
	"gospin/vm/layout"
)

// subject is a variable as a process sees it, or a channel, whose value an explanation mentions.
type subject struct {
	expr *vm.Expr
	pid  int // -1 for the claim
	id   int // number of the channel; 0 if it is none
	// where that process lies: earlier, another one may have had its number
	of layout.ProcAt

	at   int32 // address of an array element
	text string

	value string
	step  int // the step that set its value; 0 for the initial value
	by    int // the process that made the step
}

// about returns the subject for a variable of a process in a state. For an array element, the index is
// evaluated in this state only.
func (r *run) about(s *vm.State, pid int, x *vm.Expr) *subject {
	out := &subject{expr: x, pid: pid, text: x.Text}
	if procs := r.p.Layout.ShapeOf(s.Vec).Procs; pid >= 0 && pid < len(procs) {
		out.of = procs[pid]
	}
	if x.Item != nil {
		if at, index, ok := r.m.Element(s, pid, x); ok {
			out.at, out.text = at, fmt.Sprintf("%s[%d]", x.Item.Array, index)
		}
	}
	return out
}

// read returns the value of a subject in a state, or "" if it has none.
func (x *subject) read(m *vm.Machine, s *vm.State) string {
	if x.id > 0 {
		msgs, _ := m.Program().Messages(s, x.id, func(id int) int { return id })
		return "[" + strings.Join(msgs, " | ") + "]"
	}
	procs := m.Layout().ShapeOf(s.Vec).Procs
	if x.pid >= len(procs) || x.pid >= 0 && procs[x.pid] != x.of {
		return ""
	}
	v, ok := int32(0), false
	if x.at > 0 {
		v, ok = m.Cell(s, x.at, x.expr)
	} else {
		v, ok = m.Ask(s, x.pid, x.expr.Code)
	}
	if !ok {
		return ""
	}
	return vm.Named(x.expr.Names, v)
}

// maxWork limits the moves that are repeated to find out which step set a value. Each counts once for every
// process that might have made it.
const maxWork = 2000000

// trace finds the steps that set the subjects' values in a state.
func (r *run) trace(subjects []*subject, at *vm.State) {
	n := 0
	look := func(s *vm.State, by int) {
		for _, x := range subjects {
			if v := x.read(r.m, s); v != x.value {
				x.value, x.step, x.by = v, n, by
			}
		}
	}
	if r.work += r.moves * len(r.p.Layout.ShapeOf(at.Vec).Procs); r.work > maxWork {
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
		if n++; n == r.moves && r.moved && r.move.Pid != vm.ClaimPid { // a failing move sees the state before
			break
		}
		look(k.After, int(k.Move.Pid))
	}
	look(at, -1)
}

// since formats the step that set a subject, and its process.
func (r *run) since(x *subject) string {
	if x.step == 0 {
		return ""
	}
	return fmt.Sprintf("since step %d of %s", x.step, r.name(&r.last, x.by))
}

// values formats a process's values of variables: x = 0, y = 3.
func (r *run) values(s *vm.State, pid int, vars []vm.Expr) string {
	var out []string
	for i := range vars {
		x := r.about(s, pid, &vars[i])
		if v := x.read(r.m, s); v != "" {
			out = append(out, x.text+" = "+v)
		}
	}
	return strings.Join(out, ", ")
}
