package promela

// UsesNext reports whether the formula contains the operator X, and so may depend on the number of steps.
func (l *LTL) UsesNext() bool { return usesNext(l.X) }

func usesNext(e Expr) bool {
	switch e := e.(type) {
	case *Unary:
		return e.Op == "X" || usesNext(e.X)
	case *Binary:
		return usesNext(e.X) || usesNext(e.Y)
	}
	return false
}
