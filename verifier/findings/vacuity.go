package findings

import (
	"fmt"
	"slices"

	"gospin/promela"
	"gospin/verifier/ask"
	"gospin/verifier/source"
)

// antecedentClaim can't be the name of a claim in a model.
const antecedentClaim = "-antecedent"

// antecedent is a condition that makes a formula trivially true: an implication's left side that is never
// true, or an awaited condition that is true from the start.
type antecedent struct {
	x, shows promela.Expr // the formula that holds if the condition is trivial
	when     string
}

// Doubt is a search that shows whether a formula holds trivially.
type Doubt struct {
	Options ask.Options
	Model   *source.Model
	Part    ask.Part
	Remark  string // remark to make if the part holds
}

// Doubts returns searches for a formula that holds: for each implication, whether its antecedent is ever
// true, and for an awaited condition, whether it is true from the start (Beer, Ben-David, Eisner, Rodeh,
// "Efficient detection of vacuity in ACTL formulas", 1997).
func Doubts(o *ask.Options, m *source.Model, p *ask.Part) (out []Doubt) {
	i := slices.IndexFunc(m.Tree.LTL, func(l *promela.LTL) bool { return l.Name == p.Claim })
	if p.Kind != "ltl" || p.Quiet || i < 0 {
		return nil
	}
	for _, a := range antecedents(m.Tree.LTL[i].X, false) {
		d := Doubt{
			Options: *o,
			Part:    ask.Part{Claim: antecedentClaim, Kind: "ltl", Name: p.Name, Later: true, Quiet: true},
			Remark:  fmt.Sprintf("%s holds trivially: %s is %s", p.Name, promela.PlainExpr(a.x), a.when),
		}
		q := &d.Options
		q.Trail, q.AllTrail, q.Errors = "", false, 1
		q.Progress, q.Ended, q.Stats, q.Fair = nil, nil, false, ""
		tree := *m.Tree
		never := &promela.LTL{Name: antecedentClaim, FromOptions: true, X: a.shows}
		tree.LTL = append(slices.Clip(tree.LTL), never)
		d.Model = &source.Model{Source: m.Source, Tree: &tree}
		out = append(out, d)
	}
	return out
}

// antecedents returns the antecedents of the implications that a formula requires, always or at the start.
func antecedents(x promela.Expr, always bool) []antecedent {
	switch x := x.(type) {
	case *promela.Unary:
		switch {
		case x.Op == "[]":
			return antecedents(x.X, true)
		case x.Op == "<>" && !always && !temporal(x.X) && !constant(x.X):
			return []antecedent{{x.X, x.X, "true in the initial state"}}
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

// temporal reports whether a formula has operators of time.
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
