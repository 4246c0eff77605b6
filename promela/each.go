package promela

// EachExpr calls f with an expression and its parts, indices included.
func EachExpr(e Expr, f func(Expr)) {
	if e == nil {
		return
	}
	f(e)
	e.parts(func(part Expr) { EachExpr(part, f) })
}

// EachOperand calls f with the expressions of a statement, without their parts, and without those of the
// statements inside it.
func EachOperand(s Stmt, f func(Expr)) { s.operands(f) }

// EachIn calls f with the expressions of a statement and their parts, without those of the statements inside
// it.
func EachIn(s Stmt, f func(Expr)) {
	s.operands(func(e Expr) { EachExpr(e, f) })
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

// Blocks are the sequences inside a statement.
func Blocks(s Stmt) []*Seq { return s.blocks() }

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
