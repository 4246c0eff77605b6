package interpret

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gospin/promela"
)

// Formulas returns formulas of the model: all of them, or the named ones.
func (md *Model) Formulas(names []string) (out []*promela.LTL, err error) {
	defer func() { caught[Unable](recover(), &err) }()
	for _, f := range md.tree.LTL {
		if len(names) == 0 || slices.Contains(names, f.Name) {
			out = append(out, f)
		}
	}
	var known []string
	for _, f := range md.tree.LTL {
		known = append(known, f.Name)
	}
	for _, p := range md.tree.Claims {
		known = append(known, p.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("the model has no formula %s; it has %s", name, cmp.Or(strings.Join(known, ", "), "none"))
		}
	}
	if len(out) > 0 && md.counts {
		md.refuse(out[0].Pos, "a formula in a model with _nr_pr, which counts the claim")
	}
	return out, nil
}

// Condition is an expression to evaluate in states.
type Condition = expr

// Conditions compiles expressions.
func (md *Model) Conditions(list []promela.Expr) (out []Condition, err error) {
	defer func() { caught[Unable](recover(), &err) }()
	for _, x := range list {
		out = append(out, md.expr(x))
	}
	return out, nil
}

// Evaluate returns which conditions hold in a state.
func (m *Machine) Evaluate(state []byte, list []Condition) (holds []bool) {
	m.take(append(append(m.memory(), m.base...), state...))
	m.pid, m.self = -1, 0
	for _, x := range list {
		holds = append(holds, x(m) != 0)
	}
	m.free = append(m.free, m.vec)
	return holds
}
