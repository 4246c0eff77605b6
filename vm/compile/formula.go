package compile

import (
	"gospin/promela"
	"gospin/vm"
)

// ask compiles the expressions that explain a condition: its conjuncts and their variables.
func (c *compiler) ask(t *vm.Trans, s promela.Stmt) {
	if !c.o.Explain || c.inEvents {
		return
	}
	var x promela.Expr
	switch s := s.(type) {
	case *promela.Cond:
		x = s.X
	case *promela.Assert:
		x = s.X
	default:
		return
	}
	if acts(x) {
		return
	}
	text := func(e promela.Expr) string { return c.model.WrittenExpr(s, e) }
	c.p.Stmts[t.Stmt].Cond = c.expression(x, text)
}

// acts reports whether evaluating an expression has an effect.
func acts(x promela.Expr) (does bool) {
	promela.EachExpr(x, func(e promela.Expr) {
		_, runs := e.(*promela.Run)
		does = does || runs
	})
	return does
}

// asked compiles an expression, its conjuncts and its variables.
func (c *compiler) expression(x promela.Expr, text func(promela.Expr) string) *vm.Expr {
	out := &vm.Expr{Text: text(x), Code: c.code(func() { c.truth(x) })}
	if b, ok := x.(*promela.Binary); ok && b.Op == "&&" {
		for _, side := range []promela.Expr{b.X, b.Y} {
			one := c.expression(side, text)
			if len(one.Parts) > 0 {
				out.Parts = append(out.Parts, one.Parts...)
			} else {
				out.Parts = append(out.Parts, *one)
			}
		}
	}
	out.Vars = c.variablesIn(x)
	return out
}

// variablesIn returns the variables in an expression, and the questions about channels, without duplicates.
func (c *compiler) variablesIn(x promela.Expr) (out []vm.Expr) {
	seen := map[string]bool{}
	remote := map[promela.Expr]bool{} // the inner parts of remote references
	promela.EachExpr(x, func(e promela.Expr) {
		one := vm.Expr{Text: promela.PlainExpr(e)}
		switch e := e.(type) {
		case *promela.RemoteVar:
			remote[e.Ref] = true
		case *promela.VarRef:
			kind := e.Var.Type.Kind
			if remote[e] || kind == promela.Chan || kind == promela.Struct && e.Field == nil {
				return
			}
			one.Cells = c.cellsOf(e)
			if one.Cells.Len > 0 && e.Index != nil && e.Field == nil && e.Var.Len > 0 {
				kind, _ := cellOf(e.Var.Type, true)
				one.Item = &vm.Item{
					Array: e.Var.Name, Index: c.code(func() { c.expr(e.Index) }), Kind: kind,
					Stride: int32(c.sizeOf(e.Var)),
				}
			}
		case *promela.ChanOp:
		default:
			return
		}
		if seen[one.Text] {
			return
		}
		seen[one.Text] = true
		one.Names, one.Code = c.measuredNames(e), c.code(func() { c.expr(e) })
		out = append(out, one)
	})
	return out
}

// cellsOf returns the place of a variable, including all elements of an array.
func (c *compiler) cellsOf(e *promela.VarRef) vm.Cells {
	at, known := c.locs[e.Var]
	if !known || e.Var.Special != promela.NotSpecial {
		return vm.Cells{}
	}
	size := c.sizeOf(e.Var) * max(1, e.Var.Len)
	return vm.Cells{Base: at.base, Off: int32(at.off), Len: int32(size)}
}

// formulaOf converts a formula, and compiles its parts without temporal operators.
func (c *compiler) formulaOf(x promela.Expr) *vm.Formula {
	out := &vm.Formula{Text: promela.PlainExpr(x)}
	if !timed(x) {
		out.Expr = c.expression(x, promela.PlainExpr)
		return out
	}
	switch e := x.(type) {
	case *promela.Unary:
		out.Op, out.X = string(e.Op), c.formulaOf(e.X)
	case *promela.Binary:
		out.Op, out.X, out.Y = string(e.Op), c.formulaOf(e.X), c.formulaOf(e.Y)
	}
	return out
}

// timed reports whether an expression has a temporal operator.
func timed(x promela.Expr) (is bool) {
	promela.EachExpr(x, func(e promela.Expr) {
		switch e := e.(type) {
		case *promela.Unary:
			is = is || e.Op == "[]" || e.Op == "<>" || e.Op == "X"
		case *promela.Binary:
			switch e.Op {
			case "U", "W", "V", "->", "<->":
				is = true
			}
		}
	})
	return is
}
