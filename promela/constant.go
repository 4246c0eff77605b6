package promela

// Constant evaluates an expression without variables. It returns false for variables, for operators other
// than arithmetic and shifts, and for division by zero.
func Constant(e Expr) (int32, bool) {
	switch e := e.(type) {
	case *Const:
		return e.Val, true
	case *Unary:
		x, ok := Constant(e.X)
		switch e.Op {
		case "-":
			return -x, ok
		case "~":
			return ^x, ok
		}
		if x == 0 {
			return 1, ok
		}
		return 0, ok
	case *Binary:
		x, ok := Constant(e.X)
		y, ok2 := Constant(e.Y)
		if !ok || !ok2 {
			return 0, false
		}
		switch e.Op {
		case "+":
			return x + y, true
		case "-":
			return x - y, true
		case "*":
			return x * y, true
		case "/", "%":
			if y == 0 || y == -1 {
				return 0, false
			}
			if e.Op == "/" {
				return x / y, true
			}
			return x % y, true
		case "<<":
			return x << (uint32(y) & 31), true
		case ">>":
			return x >> (uint32(y) & 31), true
		}
	}
	return 0, false
}
