package findings

import (
	"slices"

	"gospin/promela"
	"gospin/verifier/report"
)

// Describe adds to a report's properties what the model contains: a formula's text, or that there is nothing
// to check.
func Describe(r *report.Report, m *promela.Model) {
	asserts := slices.ContainsFunc(m.Procs, func(p *promela.Proc) bool { return asserting(p.Body) })
	for i := range r.Properties {
		p := &r.Properties[i]
		p.Absent = p.Kind == "assertion" && !asserts && p.Verdict != report.Violated
		for _, l := range m.LTL {
			if p.Kind == "ltl" && l.Name == p.Name && !l.Beside {
				p.Formula = m.WrittenFormula(l)
			}
		}
	}
}

// asserting reports whether there is an assertion in a sequence.
func asserting(s *promela.Seq) (is bool) {
	promela.EachStmt(s, func(st promela.Stmt) {
		_, found := st.(*promela.Assert)
		is = is || found
	})
	return is
}
