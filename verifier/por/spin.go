package por

import (
	"context"
	"gospin/verifier/system"
	"gospin/vm"
)

// Spin is the rule of SPIN's verifiers: a process may go on alone at a control state where all transitions
// are local, as SPIN's compiler sees it, if its conditions on channels hold (Holzmann, Peled, "An improvement
// in formal verification", 1994). It is not sound: vm.Marks.Traps tells where.
type Spin struct {
	prog  *vm.Program
	first []uint32  // by proctype: the class of control state 0
	safe  []bool    // by class
	marks []vm.Mark // by class
}

var _ Rule = (*Spin)(nil)

// NewSpin returns the rule for a program. Beside says that cycles are looked for, as with pan -a: then labels
// and remote references make states visible. A static rule leaves out a state of every cycle of control.
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
		r.marks = append(r.marks, make([]vm.Mark, len(pt.States)-len(pt.Marks))...) // claims may have none
	}
	return r
}

// Class implements Rule: 0 is that of a process that is not safe.
func (r *Spin) Class(s *vm.State, pid int) uint32 {
	q := &r.prog.Layout.ShapeOf(s.Vec).Procs[pid]
	t := &r.prog.Layout.Procs[q.Type]
	c := r.first[q.Type] + uint32(s.Vec[q.Off+t.PC])
	if t.PCWide {
		c += uint32(s.Vec[q.Off+t.PC+1]) << 8
	}
	if !r.safe[c-1] {
		return 0
	}
	return c
}

// Next implements Rule.
func (r *Spin) Next(classes []uint32, below int) int {
	for pid := below - 1; pid >= 0; pid-- {
		if c := classes[pid]; c != 0 && (!mustBeYoungest(&r.marks[c-1]) || r.youngest(classes, pid)) {
			return pid
		}
	}
	return -1
}

func mustBeYoungest(k *vm.Mark) bool {
	n := len(k.When)
	return n > 0 && k.When[n-1].Youngest
}

// youngest tells of the youngest process, unless there could be none younger.
func (r *Spin) youngest(classes []uint32, pid int) bool {
	return pid == len(classes)-1 && pid+1 < vm.MaxProcs
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

// holds reports whether a condition holds for all channels that are meant.
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
