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
func eachExpr(e promela.Expr, f func(promela.Expr)) {
	if e == nil {
		return
	}
	f(e)
	switch e := e.(type) {
	case *promela.VarRef:
		eachExpr(e.Index, f)
		if e.Field != nil {
			eachExpr(e.Field, f)
		}
	case *promela.Unary:
		eachExpr(e.X, f)
	case *promela.Binary:
		eachExpr(e.X, f)
		eachExpr(e.Y, f)
	case *promela.CondExpr:
		eachExpr(e.If, f)
		eachExpr(e.Then, f)
		eachExpr(e.Else, f)
	case *promela.ChanOp:
		eachExpr(e.Chan, f)
	case *promela.Poll:
		eachExpr(e.Chan, f)
		eachArg(e.Args, f)
	case *promela.Run:
		for _, a := range e.Args {
			eachExpr(a, f)
		}
		eachExpr(e.Prio, f)
	case *promela.RemoteLabel:
		eachExpr(e.PidX, f)
	case *promela.RemoteVar:
		eachExpr(e.PidX, f)
		eachExpr(e.Ref, f)
	case *promela.Call:
		eachExpr(e.X, f)
	}
}

func eachArg(list []promela.Arg, f func(promela.Expr)) {
	for _, a := range list {
		if a.Var != nil {
			eachExpr(a.Var, f)
		}
		eachExpr(a.X, f)
	}
}
