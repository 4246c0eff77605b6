package compile

import "gospin/promela"

// Counters returns the variables that statements only increment, or set once to something larger: numbers
// that measure the progress of processes until they wrap around.
func Counters(m *promela.Model) map[*promela.Var]bool {
	out, sets := map[*promela.Var]bool{}, map[*promela.Var]map[int32]bool{}
	spoilt := map[*promela.Var]bool{}
	assign := func(a *promela.Assign) {
		v := a.L.Var
		k, constant := int32(0), false
		if a.R != nil {
			k, constant = promela.Constant(a.R)
		}
		switch {
		case a.L.Field != nil:
			spoilt[v] = true
		case a.Op == "++" || a.R != nil && more(a.L, a.R):
			out[v] = true
		case constant && v.Len == 0:
			if sets[v] == nil {
				sets[v] = map[int32]bool{}
			}
			sets[v][k] = true
		default:
			spoilt[v] = true
		}
	}
	for _, p := range m.Procs {
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			switch s := s.(type) {
			case *promela.Assign:
				assign(s)
			case *promela.Decl:
				spoilt[s.Var] = true
			case *promela.Recv:
				for _, a := range s.Args {
					if a.Kind == promela.ArgVar {
						spoilt[a.Var.Var] = true
					}
				}
			}
		})
	}
	for v, to := range sets {
		init, ok := int32(0), true
		if v.Init != nil {
			init, ok = promela.Constant(v.Init)
		}
		for k := range to {
			if ok && !out[v] && len(to) == 1 && k > init {
				out[v] = true
			} else {
				spoilt[v] = true
			}
		}
	}
	for v := range spoilt {
		delete(out, v)
	}
	return out
}

// more reports whether an expression is a variable plus a non-negative constant.
func more(l *promela.VarRef, r promela.Expr) bool {
	b, ok := r.(*promela.Binary)
	if !ok || b.Op != "+" {
		return false
	}
	plus := func(x, y promela.Expr) bool {
		k, constant := promela.Constant(y)
		return constant && k >= 0 && promela.ExprText(x) == promela.ExprText(l)
	}
	return plus(b.X, b.Y) || plus(b.Y, b.X)
}
