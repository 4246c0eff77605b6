package findings

import (
	"context"
	"fmt"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/ask"
	"gospin/verifier/confirm"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/vm"
)

// How far values that do not fit are looked for after a run that was not asked to: in a share of the states
// that its searches have stored, within bounds.
const (
	overflowShare = 200
	overflowLeast = 1000
	overflowMost  = 20000
	overflowTime  = time.Second
)

// RemarkOverflow remarks a value that does not fit into what it is put into, if one is found in a short
// search breadth first. That none is found says nothing.
func RemarkOverflow(ctx context.Context, o *ask.Options, m *source.Model, r *report.Report) {
	if o.Overflow || len(o.Only) > 0 || o.Sweeps() || o.Kind() != "" {
		return
	}
	defer func() { offheap.Exhausted(recover()) }() // without memory, there is no remark
	var stored uint64
	for _, s := range r.All {
		stored += s.States.Stored
	}
	states := min(overflowMost, max(overflowLeast, stored/overflowShare))
	ctx, stop := context.WithTimeout(ctx, overflowTime)
	defer stop()
	p, err := m.Compile(ctx, source.Aim{Overflow: true})
	if err != nil || !checks(p) {
		return
	}
	moves, found := confirm.Shortest(ctx, p, func(f *search.Fault) bool { return f.Kind == vm.Truncated },
		search.Limits{
			Memory: o.Memory / 4, States: states, NoEnd: true, NoAssert: true, Overflow: true,
		})
	if !found || len(moves) == 0 {
		return
	}
	machine := vm.NewMachine(p)
	var s vm.State
	machine.Initial(&s)
	for _, mv := range moves {
		machine.Moves(&s, nil) // who is blocked in an atomic sequence loses its control
		machine.Do(&s, mv)
	}
	for _, f := range machine.Faults() {
		if f.Kind != vm.Truncated {
			continue
		}
		st := &p.Stmts[p.Trans[f.Trans].Stmt]
		r.Remarks = append(r.Remarks, overflowRemark(st, f.Msg, len(moves)))
		return
	}
}

func overflowRemark(st *vm.Stmt, msg string, steps int) string {
	times := "steps"
	if steps == 1 {
		times = "step"
	}
	return fmt.Sprintf("%s at %s:%d does not fit, first after %d %s: %s; -only overflow shows the run",
		st.Written(), st.File, st.FirstLine, steps, times, msg)
}

// checks reports whether a program has a value checked.
func checks(p *vm.Program) bool {
	for i := range p.Code {
		if p.Code[i].Op == vm.OpFits {
			return true
		}
	}
	return false
}
