package findings

import (
	"slices"
	"strings"

	"gospin/promela"
	"gospin/verifier/report"
)

// Describe adds to a report's properties what the model contains: a formula's text, or that there is nothing
// to check.
func Describe(r *report.Report, m *promela.Model) {
	asserts := slices.ContainsFunc(m.Procs, func(p *promela.Proc) bool { return asserting(p.Body) })
	for i := range r.Properties {
		p := &r.Properties[i]
		if p.Verdict == report.Violated && p.Place != nil && strings.HasPrefix(p.Message, "assertion violated") {
			p.Statement = failed(m, p.Place)
		}
		p.Absent = p.Kind == "assertion" && !asserts && p.Verdict != report.Violated
		for _, l := range m.LTL {
			if p.Kind == "ltl" && l.Name == p.Name && !l.FromOptions {
				p.Formula = m.WrittenFormula(l)
			}
		}
	}
}

// failed returns the text of the assertion at a place, or "".
func failed(m *promela.Model, at *report.Place) (text string) {
	place := promela.Pos{File: at.File, Line: at.Line, Col: at.Column}
	for _, p := range m.Order {
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			_, is := promela.Unlabelled(s).(*promela.Assert)
			if is && promela.Unlabelled(s).At() == place {
				text = m.Written(s)
			}
		})
	}
	return text
}

// asserting reports whether there is an assertion in a sequence.
func asserting(s *promela.Seq) (is bool) {
	promela.EachStmt(s, func(st promela.Stmt) {
		_, found := st.(*promela.Assert)
		is = is || found
	})
	return is
}
