package compile

import "gospin/promela"

// each calls f with every statement of a sequence, and those within.
func each(s *promela.Seq, f func(promela.Stmt)) { promela.EachStmt(s, f) }

// eachIn calls f with every expression of a statement, parts included; not of those within the statement.
func eachIn(st promela.Stmt, f func(promela.Expr)) { promela.EachIn(st, f) }

// eachExpr calls f with an expression and its parts, indices included.
func eachExpr(e promela.Expr, f func(promela.Expr)) { promela.EachExpr(e, f) }
