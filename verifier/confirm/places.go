package confirm

import (
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/vm"
)

// PlaceOf returns where a statement begins, or nil if it is none of the model's.
func PlaceOf(s *vm.Stmt) *report.Place {
	if s.FirstLine == 0 {
		return nil
	}
	return &report.Place{File: s.File, Line: s.FirstLine, Column: s.FirstCol}
}

// fails returns the place of the statement that has just failed on the machine with a message. If the last
// move of the path was a d_step, it is repeated step by step from the state before.
func fails(m *vm.Machine, msg string, before *vm.State, last vm.Move) *report.Place {
	place := func() *report.Place {
		for _, f := range m.Faults() {
			if f.Msg == msg {
				return PlaceOf(&m.Program().Stmts[m.Program().Trans[f.Trans].Stmt])
			}
		}
		return nil
	}
	at := place()
	if before == nil || m.Program().Trans[last.Trans].Effect != vm.EffectDStep {
		return at
	}
	var inner *report.Place
	m.Inside(before, last, func(uint32, uint32, *vm.State, *vm.State) {
		if inner == nil {
			inner = place()
		}
	})
	if inner == nil {
		inner = place() // the statement at which it broke off
	}
	if inner != nil {
		return inner
	}
	return at
}

// waits returns the place of the first process that is not in a valid end state, or nil if no process is.
func waits(m *vm.Machine, s *vm.State) *report.Place {
	p := m.Program()
	for pid, q := range m.Layout().ShapeOf(s.Vec).Procs {
		pt := &p.Procs[q.Type]
		at := m.PC(s, pid)
		st := &pt.States[at]
		if st.End {
			continue
		}
		if st.N > 0 {
			if place := PlaceOf(&p.Stmts[p.Trans[st.First].Stmt]); place != nil {
				return place
			}
		}
		src := &pt.Sources[at]
		return &report.Place{File: src.File, Line: src.Line, Column: 1}
	}
	return nil
}

// place returns the place of the cause of a fault that the machine has just met at the end of a path. For a
// claim, it is the claim's beginning.
func (r *Replayer) place(
	m *vm.Machine, s *vm.State, ft *search.Fault, before *vm.State, last vm.Move,
) *report.Place {
	switch {
	case ft.Cycle, ft.ClaimEnd, ft.Stutter:
		return r.At
	case ft.EndState:
		return waits(m, s)
	}
	return fails(m, ft.Msg, before, last)
}
