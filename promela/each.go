package promela

// EachExpr calls f with an expression and its parts, indices included.
func EachExpr(e Expr, f func(Expr)) {
	if e == nil {
		return
	}
	f(e)
	switch e := e.(type) {
	case *VarRef:
		EachExpr(e.Index, f)
		if e.Field != nil {
			EachExpr(e.Field, f)
		}
	case *Unary:
		EachExpr(e.X, f)
	case *Binary:
		EachExpr(e.X, f)
		EachExpr(e.Y, f)
	case *CondExpr:
		EachExpr(e.If, f)
		EachExpr(e.Then, f)
		EachExpr(e.Else, f)
	case *ChanOp:
		EachExpr(e.Chan, f)
	case *Poll:
		EachExpr(e.Chan, f)
		EachArg(e.Args, f)
	case *Run:
		for _, a := range e.Args {
			EachExpr(a, f)
		}
	case *RemoteLabel:
		EachExpr(e.PidX, f)
	case *RemoteVar:
		EachExpr(e.PidX, f)
		EachExpr(e.Ref, f)
	case *Call:
		EachExpr(e.X, f)
	}
}

// EachArg calls f with the expressions of the arguments of a receive, and their parts.
func EachArg(list []Arg, f func(Expr)) {
	for _, a := range list {
		if a.Var != nil {
			EachExpr(a.Var, f)
		}
		EachExpr(a.X, f)
	}
}

// Unlabelled is a statement without its labels.
func Unlabelled(s Stmt) Stmt {
	for {
		l, ok := s.(*Labelled)
		if !ok {
			return s
		}
		s = l.Stmt
	}
}

// Blocks are the sequences inside a statement without labels.
func Blocks(s Stmt) []*Seq {
	switch s := s.(type) {
	case *If:
		return s.Options
	case *Do:
		return s.Options
	case *Atomic:
		return []*Seq{s.Body}
	case *DStep:
		return []*Seq{s.Body}
	case *Block:
		return []*Seq{s.Body}
	case *Unless:
		return []*Seq{s.Main, s.Escape}
	}
	return nil
}

// EachStmt calls f with the statements of a sequence and those inside them, without their labels.
func EachStmt(s *Seq, f func(Stmt)) {
	for _, st := range s.Steps {
		st = Unlabelled(st)
		f(st)
		for _, b := range Blocks(st) {
			EachStmt(b, f)
		}
	}
}
