package promela

// EachExpr calls f for an expression and its operands, including indices.
func EachExpr(e Expr, f func(Expr)) {
	if e == nil {
		return
	}
	f(e)
	e.parts(func(part Expr) { EachExpr(part, f) })
}

// EachOperand calls f for the expressions of a statement, but not for their operands, nor for those of nested
// statements.
func EachOperand(s Stmt, f func(Expr)) { s.operands(f) }

// EachIn calls f for the expressions of a statement and their operands, but not for those of nested
// statements.
func EachIn(s Stmt, f func(Expr)) {
	s.operands(func(e Expr) { EachExpr(e, f) })
}

// Unlabelled strips a statement's labels.
func Unlabelled(s Stmt) Stmt {
	for {
		l, ok := s.(*Labelled)
		if !ok {
			return s
		}
		s = l.Stmt
	}
}

// Blocks returns the sequences nested in a statement.
func Blocks(s Stmt) []*Seq { return s.blocks() }

// EachStmt calls f for the statements of a sequence and all nested ones, without their labels.
func EachStmt(s *Seq, f func(Stmt)) {
	for _, st := range s.Steps {
		st = Unlabelled(st)
		f(st)
		for _, b := range Blocks(st) {
			EachStmt(b, f)
		}
	}
}
