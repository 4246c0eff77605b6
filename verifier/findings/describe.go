package findings

import (
	"slices"

	"gospin/promela"
	"gospin/verifier/report"
)

// Describe adds to the properties of a report what the model has of them: the text of a formula, or nothing.
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
