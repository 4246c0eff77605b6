package findings

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/ask"
	"gospin/verifier/confirm"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/vm"
)

// How far the first value that does not fit is looked for after a run that was not asked to: in a share of
// the states that its searches have stored, within bounds.
const (
	overflowShare = 200
	overflowLeast = 1000
	overflowMost  = 20000
	overflowTime  = time.Second
)

// Truncations are what a search has met of values that do not fit, as its machines have noted it.
func Truncations(p *vm.Program, cuts []vm.Cut) *report.Truncations {
	t := &report.Truncations{Unsure: p.Drops}
	for i, c := range cuts {
		t.Unsure = t.Unsure || c&vm.MayCut != 0
		if c&vm.DoesCut == 0 {
			continue
		}
		st := &p.Stmts[p.Trans[i].Stmt]
		text := placed(st)
		if slices.ContainsFunc(st.Then, func(p vm.Part) bool { return !p.Jump }) {
			text += ", or what is done with it in one step,"
		}
		t.Statements = append(t.Statements, text)
	}
	return t
}

func placed(st *vm.Stmt) string {
	return fmt.Sprintf("%s at %s:%d", st.Written(), st.File, st.FirstLine)
}

// met takes together what the searches have met of values that do not fit: a statement, "" if there was none,
// and whether that is sure to be all.
func met(r *report.Report) (statement string, all bool) {
	for _, s := range r.All {
		t := s.Truncations
		if t == nil {
			continue
		}
		if len(t.Statements) > 0 && statement == "" {
			statement = t.Statements[0]
		}
		all = all || s.Claim == "" && s.Complete && !t.Unsure
	}
	return statement, all
}

// RemarkOverflow remarks a value that does not fit into what it is put into, if the searches have met one, or
// if a short search breadth first does; that one tells after how many steps. Where neither has met any, it is
// only sure that there is none if the search for assertions and end states was complete, in batches.
func RemarkOverflow(ctx context.Context, o *ask.Options, m *source.Model, r *report.Report) {
	if o.Overflow || len(o.Only) > 0 || o.Sweeps() || o.Kind() != "" {
		return
	}
	statement, all := met(r)
	if all && statement == "" || remarkFirst(ctx, o, m, r) || statement == "" {
		return
	}
	r.Remarks = append(r.Remarks, statement+" puts a value where it does not fit; -only overflow looks for the run")
}

// remarkFirst remarks the value that does not fit after the fewest steps, if a short search finds one.
func remarkFirst(ctx context.Context, o *ask.Options, m *source.Model, r *report.Report) (found bool) {
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
		return false
	}
	moves, found := confirm.Shortest(ctx, p, func(f *search.Fault) bool { return f.Kind == vm.Truncated },
		search.Limits{
			Memory: o.Memory / 4, States: states, NoEnd: true, NoAssert: true, Overflow: true,
		})
	if !found || len(moves) == 0 {
		return false
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
		return true
	}
	return false
}

func overflowRemark(st *vm.Stmt, msg string, steps int) string {
	times := "steps"
	if steps == 1 {
		times = "step"
	}
	return fmt.Sprintf("%s does not fit, first after %d %s: %s; -only overflow shows the run",
		placed(st), steps, times, msg)
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
