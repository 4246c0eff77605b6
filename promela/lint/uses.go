package lint

import "gospin/promela"

// use is how a model uses a variable. Typedef variables and arrays count as a whole.
type use struct {
	read     bool // not only for its own new value
	written  bool // except by its declaration
	received bool // written by a receive
	named    bool // otherwise mentioned: in xr or xs, or as the size of an array
}

// uses are the uses of all variables.
type uses map[*promela.Var]*use

func (u uses) of(v *promela.Var) *use {
	if u[v] == nil {
		u[v] = &use{}
	}
	return u[v]
}

// read records that an expression is evaluated, for a new value of target, which may be nil. What divides is
// read in any case: the model tells whether it is 0.
func (u uses) read(e promela.Expr, target *promela.Var) {
	promela.EachExpr(e, func(e promela.Expr) {
		switch e := e.(type) {
		case *promela.VarRef:
			if e.Var != target {
				u.of(e.Var).read = true
			}
		case *promela.Binary:
			if e.Op == "/" || e.Op == "%" {
				u.read(e.Y, nil)
			}
		}
	})
}

// write records that a variable is written, and its indices read.
func (u uses) write(v *promela.VarRef) {
	u.of(v.Var).written = true
	for at := v; at != nil; at = at.Field {
		u.read(at.Index, nil)
	}
}

// statement records the uses in one statement, without nested ones.
func (u uses) statement(s promela.Stmt) {
	switch s := s.(type) {
	case *promela.Assign:
		u.write(s.L)
		u.read(s.R, s.L.Var)
	case *promela.Recv:
		u.read(s.Chan, nil)
		for _, a := range s.Args {
			if a.Kind == promela.ArgVar {
				u.write(a.Var)
				u.of(a.Var.Var).received = true
			} else {
				u.read(a.X, nil)
			}
		}
	default:
		for _, e := range operands(s) {
			u.read(e, nil)
		}
	}
}

// operands returns the expressions of a statement, including written variables, without those of nested
// statements.
func operands(s promela.Stmt) (out []promela.Expr) {
	promela.EachOperand(s, func(e promela.Expr) { out = append(out, e) })
	return out
}

// uses returns the uses of all variables in the model.
func (p *pass) uses() uses {
	u := uses{}
	for _, q := range p.m.Order {
		promela.EachStmt(q.Body, u.statement)
		for _, c := range [][]*promela.VarRef{q.XR, q.XS} {
			for _, v := range c {
				u.of(v.Var).named = true
			}
		}
	}
	p.declared(func(v *promela.Var) { u.read(v.Init, v) })
	for _, x := range p.otherExprs() {
		u.read(x, nil)
	}
	for _, v := range p.m.Bounds {
		u.of(v).named = true
	}
	return u
}

// declared calls f for all variables, including parameters.
func (p *pass) declared(f func(*promela.Var)) {
	for _, v := range p.m.Globals {
		f(v)
	}
	for _, q := range p.m.Order {
		for _, v := range q.Params {
			f(v)
		}
		for _, v := range q.Locals {
			f(v)
		}
	}
}

// beside returns the expressions outside of statements and declarations.
func (p *pass) otherExprs() []promela.Expr {
	var out []promela.Expr
	for _, q := range p.m.Order {
		if q.Provided != nil {
			out = append(out, q.Provided)
		}
	}
	for _, l := range p.m.LTL {
		out = append(out, l.X)
	}
	for _, m := range p.m.Measures {
		out = append(out, m.Parts...)
	}
	return out
}

// expressions calls f for every expression of the model, including operands.
func (p *pass) expressions(f func(promela.Expr)) {
	p.declared(func(v *promela.Var) { promela.EachExpr(v.Init, f) })
	for _, x := range p.otherExprs() {
		promela.EachExpr(x, f)
	}
	p.statements(func(s promela.Stmt) {
		for _, x := range operands(s) {
			promela.EachExpr(x, f)
		}
	})
}

// statements calls f for every statement, including nested ones, without labels.
func (p *pass) statements(f func(promela.Stmt)) {
	for _, q := range p.m.Order {
		promela.EachStmt(q.Body, func(s promela.Stmt) {
			p.checkContext()
			f(s)
		})
	}
}
