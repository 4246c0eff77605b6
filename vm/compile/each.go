package compile

import "gospin/promela"

// each calls f with every statement of a sequence, and those within.
func each(s *promela.Seq, f func(promela.Stmt)) {
	for _, st := range s.Steps {
		st = unlabel(st)
		f(st)
		for _, b := range bodies(st) {
			each(b, f)
		}
	}
}

// bodies are the sequences within a statement.
func bodies(st promela.Stmt) []*promela.Seq {
	switch st := st.(type) {
	case *promela.If:
		return st.Options
	case *promela.Do:
		return st.Options
	case *promela.Atomic:
		return []*promela.Seq{st.Body}
	case *promela.DStep:
		return []*promela.Seq{st.Body}
	case *promela.Block:
		return []*promela.Seq{st.Body}
	case *promela.Unless:
		return []*promela.Seq{st.Main, st.Escape}
	}
	return nil
}

// eachIn calls f with every expression of a statement, parts included; not of those within the statement.
func eachIn(st promela.Stmt, f func(promela.Expr)) {
	list := func(l []promela.Expr) {
		for _, e := range l {
			eachExpr(e, f)
		}
	}
	switch st := st.(type) {
	case *promela.Cond:
		eachExpr(st.X, f)
	case *promela.Assert:
		eachExpr(st.X, f)
	case *promela.Printf:
		list(st.Args)
	case *promela.Printm:
		eachExpr(st.X, f)
	case *promela.Assign:
		eachExpr(st.L, f)
		eachExpr(st.R, f)
	case *promela.Decl:
		eachExpr(st.Var.Init, f)
	case *promela.Send:
		eachExpr(st.Chan, f)
		list(st.Args)
	case *promela.Recv:
		eachExpr(st.Chan, f)
		eachArg(st.Args, f)
	case *promela.SetPriority:
		eachExpr(st.PidX, f)
		eachExpr(st.Prio, f)
	}
}

// eachExpr calls f with an expression and its parts, indices included.
func eachExpr(e promela.Expr, f func(promela.Expr)) { promela.EachExpr(e, f) }

func eachArg(list []promela.Arg, f func(promela.Expr)) { promela.EachArg(list, f) }
