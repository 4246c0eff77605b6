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

// Limits of the extra search for the first value that does not fit: a share of the states that the run's
// searches have stored, within bounds.
const (
	overflowShare = 200
	overflowLeast = 1000
	overflowMost  = 20000
	overflowTime  = time.Second
)

// Truncations returns the values that did not fit in a search, as its machines recorded them.
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

// met returns a statement with a value that did not fit in any search, or "", and reports whether the
// searches were sure to find all such values.
func truncated(r *report.Report) (statement string, all bool) {
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

// RemarkOverflow adds a remark if the searches, or a short extra search, found a value that does not fit. The
// extra search is breadth first and finds the number of steps. If none is found, that is a certain result
// only after a complete search for assertions and end states in batches.
func RemarkOverflow(ctx context.Context, o *ask.Options, m *source.Model, r *report.Report) {
	if o.Overflow || len(o.Only) > 0 || o.Sweeps() || o.Kind() != "" {
		return
	}
	statement, all := truncated(r)
	if all && statement == "" || remarkFirst(ctx, o, m, r) || statement == "" {
		return
	}
	r.Remarks = append(r.Remarks, statement+": a value does not fit; -only overflow looks for the run")
}

// remarkFirst adds a remark about the value that does not fit after the fewest steps, if a short search finds
// one.
func remarkFirst(ctx context.Context, o *ask.Options, m *source.Model, r *report.Report) (found bool) {
	defer func() { offheap.Exhausted(recover()) }() // out of memory: no remark
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
		machine.Moves(&s, nil) // this takes control from a process that is blocked in an atomic sequence
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
	return fmt.Sprintf("%s: a value does not fit, first after %d %s: %s; -only overflow shows the run",
		placed(st), steps, times, vm.Truncation(msg))
}

// checks reports whether a program checks any value.
func checks(p *vm.Program) bool {
	for i := range p.Code {
		if p.Code[i].Op == vm.OpFits {
			return true
		}
	}
	return false
}
