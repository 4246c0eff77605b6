package compile

import (
	"gospin/promela"
	"gospin/vm"
)

// measures compiles the model's measures.
func (c *compiler) measures() {
	for _, m := range c.model.Measures {
		out := vm.Measure{Name: m.Name}
		for _, x := range m.Parts {
			out.Code = append(out.Code, c.code(func() { c.expr(x) }))
			out.Names = append(out.Names, c.measuredNames(x))
		}
		out.All = c.code(func() {
			for _, x := range m.Parts {
				c.expr(x)
			}
		})
		c.p.Measures = append(c.p.Measures, out)
	}
}

// measuredNames returns the names of the values of an mtype expression, or nil.
func (c *compiler) measuredNames(x promela.Expr) []string {
	if r, ok := x.(*promela.RemoteVar); ok {
		x = r.Ref
	}
	v, ok := x.(*promela.VarRef)
	for ok && v.Field != nil {
		v = v.Field
	}
	if !ok || v.Var.Type.Kind != promela.Mtype {
		return nil
	}
	return c.names(v.Var.Type)
}

// eachMeasured calls f for every expression of the measures, including operands.
func eachMeasured(m *promela.Model, f func(promela.Expr)) {
	for _, m := range m.Measures {
		for _, x := range m.Parts {
			promela.EachExpr(x, f)
		}
	}
}
