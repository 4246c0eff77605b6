package por

import (
	"context"
	"gospin/verifier/system"
	"gospin/vm"
)

// Spin is SPIN's rule: a process may move alone at a control state where all transitions are local according
// to SPIN's compiler, if its conditions on channels hold (Holzmann, Peled, "An improvement in formal
// verification", 1994). It is not sound; vm.Marks.Traps lists the places in a model.
type Spin struct {
	prog  *vm.Program
	first []uint32  // by proctype: the class of control state 0
	safe  []bool    // by class
	marks []vm.Mark // by class
}

var _ Rule = (*Spin)(nil)

// NewSpin returns the rule for a program. Beside means that the search looks for cycles, as pan -a does: then
// labels and remote references make states visible. A static rule excludes a state of every cycle of control.
func NewSpin(ctx context.Context, prog *vm.Program, beside, static bool) *Spin {
	r := &Spin{prog: prog}
	for i := range prog.Procs {
		pt := &prog.Procs[i]
		r.first = append(r.first, uint32(len(r.safe)+1))
		safe := make([]bool, len(pt.States))
		for n := range pt.Marks {
			safe[n] = pt.Marks[n].Safe && !(beside && pt.Marks[n].Accepts)
		}
		if static {
			leaveOut(ctx, prog, pt, safe)
		}
		r.safe = append(r.safe, safe...)
		r.marks = append(r.marks, pt.Marks...)
		// claims may have no marks
		r.marks = append(r.marks, make([]vm.Mark, len(pt.States)-len(pt.Marks))...)
	}
	return r
}

// Class implements Rule. Class 0 is for processes that are not safe.
func (r *Spin) Class(s *vm.State, pid int) uint32 {
	q := &r.prog.Layout.ShapeOf(s.Vec).Procs[pid]
	c := r.first[q.Type] + r.prog.Layout.Procs[q.Type].State(s.Vec[q.Off:])
	if !r.safe[c-1] {
		return 0
	}
	return c
}

// Next implements Rule.
func (r *Spin) Next(classes []uint32, below int) int {
	for pid := below - 1; pid >= 0; pid-- {
		// A mark's last condition may be that the process is the youngest, and a younger one possible.
		if c := classes[pid]; c != 0 {
			when := r.marks[c-1].When
			if n := len(when); n == 0 || !when[n-1].Youngest || pid == len(classes)-1 && pid+1 < vm.MaxProcs {
				return pid
			}
		}
	}
	return -1
}

// Suffice implements Rule.
func (r *Spin) Suffice(at State, classes []uint32, pid int, _ []system.Choice) bool {
	k := &r.marks[classes[pid]-1]
	if len(k.When) == 0 || k.When[0].Youngest {
		return true
	}
	s := at.Unpacked()
	for i := range k.When {
		if w := &k.When[i]; !w.Youngest && !r.holds(s, pid, w) {
			return false
		}
	}
	return true
}

// holds reports whether a condition holds for all channels that it may refer to.
func (r *Spin) holds(s *vm.State, pid int, w *vm.Condition) bool {
	at := int(w.In.Off)
	if w.In.Base == vm.BaseSelf {
		at += r.prog.Layout.ShapeOf(s.Vec).Procs[pid].Off
	}
	for _, id := range s.Vec[at : at+int(w.In.Len)] {
		n, slots, ok := r.prog.Filling(s, int(id))
		full := slots > 0 && n == slots
		between := n > 0 && !full
		switch w.Kind {
		case vm.PollNFull:
			ok = ok && (between || !full && !r.prog.Marks.Escapes)
		case vm.PollNEmpty:
			ok = ok && (between || n > 0 && !r.prog.Marks.Escapes)
		case vm.PollEmpty:
			ok = ok && n == 0
		case vm.PollFull:
			ok = ok && full
		}
		if !ok {
			return false
		}
	}
	return true
}
