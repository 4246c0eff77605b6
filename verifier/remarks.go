package verifier

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gospin/promela"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/vm"
)

// Remarks are about what holds, but perhaps for another reason than is thought: no part of a verdict.

// mostNamed are as many as a remark names.
const mostNamed = 5

// listed names a few, and says how many more there are.
func listed(names []string) string {
	if more := len(names) - mostNamed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:mostNamed], ", "), more)
	}
	return strings.Join(names, ", ")
}

// remarkMissed remarks what a complete search of the model did not come to. An assertion of an inline is
// reached if one of its copies is.
func remarkMissed(r *report.Report, prog *vm.Program) {
	if !r.Complete || r.Omitted != nil || r.Broken > 0 || len(r.Invalid) > 0 {
		return
	}
	var never, asserts []string
	copies := map[string]int{}
	for _, pt := range prog.Procs {
		for n := range pt.States {
			for k := range pt.States[n].N {
				st := &prog.Stmts[prog.Trans[pt.States[n].First+k].Stmt]
				copies[fmt.Sprintf("%s:%d %s", st.File, st.Line, st.Text)]++
			}
		}
	}
	for _, m := range r.Missed {
		if m.Never {
			never = append(never, m.Proctype)
		}
		for _, u := range m.List {
			at := fmt.Sprintf("%s:%d %s", u.File, u.Line, u.Statement)
			copies[at]--
			if strings.HasPrefix(u.Statement, "assert(") && copies[at] == 0 && !m.Never {
				asserts = append(asserts, at)
			}
		}
	}
	if len(never) > 0 {
		r.Remark("no process ever runs of proctype %s", listed(never))
	}
	if len(asserts) > 0 {
		r.Remark("never reached: %s", listed(asserts))
	}
}

// remarkClaim remarks a never claim that nothing can violate.
func (j *job) remarkClaim(r *report.Report) {
	if j.part.Kind == "never" && j.prog.Claim != nil && len(j.prog.Claim.Sources) > 0 &&
		!vm.NewMachine(j.prog).Labelled() && !j.prog.ClaimForbids() {
		r.Remark("%s forbids nothing: no accept state and no end of it can be reached", j.part.Name)
	}
}

// How long is spent on a remark, beside as long as the search took.
const remarkTime = 200 * time.Millisecond

// remarkVacuous remarks the implications of a formula that holds whose antecedents are never true, as
// searches of their own tell (Beer, Ben-David, Eisner, Rodeh, "Efficient detection of vacuity in ACTL
// formulas", 1997).
func remarkVacuous(ctx context.Context, o *Options, m *source.Model, p ask.Part, r *report.Report) error {
	i := slices.IndexFunc(m.Tree.LTL, func(l *promela.LTL) bool { return l.Name == p.Claim })
	if p.Kind != "ltl" || r.Verdict != report.Holds || i < 0 {
		return nil
	}
	for _, a := range antecedents(m.Tree.LTL[i].X, false) {
		q := *o
		q.Trail, q.AllTrail, q.Errors = "", false, 1
		q.Progress, q.Ended, q.Stats, q.Fair = nil, nil, false, false
		if q.Time = time.Duration(r.Time.Search*float64(time.Second)) + remarkTime; o.Time > 0 {
			q.Time = min(q.Time, o.Time)
		}
		tree := *m.Tree
		never := &promela.LTL{Name: antecedentClaim, Beside: true, X: a.never}
		tree.LTL = append(slices.Clip(tree.LTL), never)
		part := ask.Part{Claim: antecedentClaim, Kind: "ltl", Name: p.Name, Later: true, Quiet: true}
		found, err := run(ctx, q, &source.Model{Source: m.Source, Tree: &tree}, part)
		if err != nil {
			return err
		}
		if found.Verdict == report.Holds {
			r.Remark("%s holds for want of a case: %s is %s", p.Name, promela.ExprText(a.x), a.when)
		}
	}
	return nil
}

// antecedentClaim is a name that no claim of a model has.
const antecedentClaim = "-antecedent"

// antecedent is a condition without which an implication says nothing.
type antecedent struct {
	x, never promela.Expr // and the formula that it is never true
	when     string
}

// antecedents are those of the implications that are conjuncts of a formula, at all times or at the start.
func antecedents(x promela.Expr, always bool) []antecedent {
	switch x := x.(type) {
	case *promela.Unary:
		if x.Op == "[]" {
			return antecedents(x.X, true)
		}
	case *promela.Binary:
		if x.Op == "&&" {
			return append(antecedents(x.X, always), antecedents(x.Y, always)...)
		}
		if x.Op != "->" || temporal(x.X) || constant(x.X) {
			return nil
		}
		not := &promela.Unary{Base: x.Base, Op: "!", X: x.X}
		if always {
			return []antecedent{{x.X, &promela.Unary{Base: x.Base, Op: "[]", X: not}, "never true"}}
		}
		return []antecedent{{x.X, not, "not true at the start"}}
	}
	return nil
}

// temporal tells whether a formula has operators of time.
func temporal(x promela.Expr) (is bool) {
	promela.EachExpr(x, func(e promela.Expr) {
		switch e := e.(type) {
		case *promela.Unary:
			is = is || e.Op == "[]" || e.Op == "<>" || e.Op == "X"
		case *promela.Binary:
			is = is || e.Op == "U" || e.Op == "W" || e.Op == "V"
		}
	})
	return is
}

func constant(x promela.Expr) bool {
	_, is := x.(*promela.Const)
	return is
}
