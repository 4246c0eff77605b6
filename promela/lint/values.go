package lint

import (
	"fmt"
	"strings"

	"gospin/promela"
)

var valueLints = []Lint{
	{
		Name: "constant-comparison", Says: "a comparison with what its other side can never be, or always is",
		Example: "bool b;\nactive proctype P() { assert(!(b == 2)) }\n",
	},
	{
		Name: "index-out-of-range", Says: "a constant index that an array does not have",
		Example: "byte a[3];\nactive proctype P() { a[3] = 1; assert(a[0] == 0) }\n",
	},
	{
		Name: "mtype-mix", Says: "constants or variables of two mtype lists compared or assigned, which SPIN refuses",
		Example: "mtype:a = { x };\nmtype:b = { y };\nmtype:a m;\nactive proctype P() { m == y }\n",
	},
	{
		Name: "value-out-of-range", Says: "a constant that its variable, parameter or message field cannot hold",
		Example: "byte x = 300;\nactive proctype P() { assert(x == 44) }\n",
	},
}

// span is a range of values.
type span struct{ lo, hi int64 }

// spanOf returns the range of a type. It returns false if the type has all numbers, or none.
func spanOf(t promela.Type) (span, bool) {
	switch t.Kind {
	case promela.Unsigned:
		return span{0, 1<<t.Width - 1}, true
	case promela.Bit:
		return span{0, 1}, true
	case promela.Byte, promela.Pid, promela.Mtype:
		return span{0, 255}, true
	case promela.Short:
		return span{-1 << 15, 1<<15 - 1}, true
	}
	return span{}, false
}

// stored returns the value that a variable of a type has after assigning a number.
func stored(t promela.Type, n int32) int32 {
	switch t.Kind {
	case promela.Short:
		return int32(int16(n))
	case promela.Bit:
		return n & 1
	case promela.Unsigned:
		return n & (1<<t.Width - 1)
	}
	return n & 255
}

// lastOf returns the innermost field of a reference.
func lastOf(v *promela.VarRef) *promela.VarRef {
	for v.Field != nil {
		v = v.Field
	}
	return v
}

// fits reports a constant that does not fit a type.
func (p *pass) fits(e promela.Expr, t promela.Type, what, hint string) {
	if e == nil {
		return
	}
	n, ok := promela.Constant(e)
	s, limited := spanOf(t)
	if ok && limited && (int64(n) < s.lo || int64(n) > s.hi) {
		if hint != "" {
			hint = fmt.Sprintf(hint, n, stored(t, n))
		}
		p.report("value-out-of-range", e.At(), hint, "%s holds %d to %d, not %d", what, s.lo, s.hi, n)
	}
}

// holds reports a constant that does not fit a variable.
func (p *pass) holds(e promela.Expr, v *promela.Var) {
	if v.Len > 0 { // SPIN sometimes stores elements in more bits
		p.fits(e, v.Type, "an element of '"+v.Name+"'", "")
	} else {
		p.fits(e, v.Type, "'"+v.Name+"'", "%d is stored as %d")
	}
}

// ranges reports constants that are out of range.
func ranges(p *pass) {
	p.declared(func(v *promela.Var) {
		p.holds(v.Init, v)
		for _, n := range v.List {
			p.holds(&promela.Const{Base: promela.Base{Pos: v.Pos}, Val: n}, v)
		}
	})
	for _, t := range p.m.Types {
		for _, f := range t.Fields {
			p.holds(f.Init, f)
		}
	}
	p.statements(func(s promela.Stmt) {
		if a, ok := s.(*promela.Assign); ok {
			p.holds(a.R, lastOf(a.L).Var)
		}
	})
	p.expressions(func(e promela.Expr) {
		switch e := e.(type) {
		case *promela.Run:
			for i, a := range e.Args {
				p.holds(a, e.Proc.Params[i])
			}
		case *promela.VarRef:
			for at := e; at != nil; at = at.Field {
				p.index(at)
			}
		case *promela.Binary:
			p.comparison(e)
		}
	})
}

// index reports an index that is out of range.
func (p *pass) index(v *promela.VarRef) {
	n, ok := promela.Constant(v.Index)
	switch {
	case !ok || n >= 0 && int(n) < max(1, v.Var.Len):
	case v.Var.Len == 0:
		p.report("index-out-of-range", v.Index.At(), "", "'%s' is no array", v.Var.Name)
	default:
		p.report("index-out-of-range", v.Index.At(), "", "'%s' has elements 0 to %d", v.Var.Name, v.Var.Len-1)
	}
}

// comparison reports a comparison that has the same result for all values of its variables.
func (p *pass) comparison(e *promela.Binary) {
	x, y := e.X, e.Y
	op := e.Op
	n, ok := promela.Constant(y)
	if !ok {
		if n, ok = promela.Constant(x); !ok {
			return
		}
		x, op = y, turned[op]
	}
	s, limited := p.values(x)
	if !limited {
		return
	}
	holds, same := always(s, op, int64(n))
	if !same {
		return
	}
	word := "false"
	if holds {
		word = "true"
	}
	text := strings.TrimSuffix(strings.TrimPrefix(promela.ExprText(e), "("), ")")
	p.report("constant-comparison", e.Pos, "", "%s is always %s: %s is %d to %d", text, word, promela.ExprText(x),
		s.lo, s.hi)
}

// turned has the comparison for exchanged operands.
var turned = map[promela.Op]promela.Op{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// always reports whether all values of a range compare alike with a number, and the result.
func always(s span, op promela.Op, n int64) (holds, same bool) {
	switch op {
	case "==", "!=":
		if n < s.lo || n > s.hi {
			return op == "!=", true
		}
		return op == "==", s.lo == s.hi
	case "<":
		return s.hi < n, s.hi < n || s.lo >= n
	case "<=":
		return s.hi <= n, s.hi <= n || s.lo > n
	case ">":
		return s.lo > n, s.lo > n || s.hi <= n
	case ">=":
		return s.lo >= n, s.lo >= n || s.hi < n
	}
	return false, false
}

// values returns the range of an expression's values, if its form determines one.
func (p *pass) values(e promela.Expr) (span, bool) {
	switch e := e.(type) {
	case *promela.VarRef:
		v := lastOf(e).Var
		if v.Len > 0 && (v.Type.Kind == promela.Bit || v.Type.Kind == promela.Unsigned) {
			return span{}, false // elements are stored as bytes or wider
		}
		if v.Special == promela.NotSpecial {
			return spanOf(v.Type)
		}
	case *promela.RemoteVar:
		return p.values(e.Ref)
	case *promela.ChanOp:
		s := span{}
		known := e.Op == "len" && p.chans.all(e.Chan, func(c *promela.ChanInit) bool {
			s.hi = max(s.hi, int64(c.Slots))
			return true
		})
		return s, known
	case *promela.RemoteLabel, *promela.Poll, *promela.Timeout:
		return span{0, 1}, true
	case *promela.Unary:
		return span{0, 1}, e.Op == "!"
	case *promela.Binary:
		switch e.Op {
		case "==", "!=", "<", "<=", ">", ">=", "&&", "||":
			return span{0, 1}, true
		}
	default: // no limits
	}
	return span{}, false
}

// subOf returns the mtype list of an expression, or false.
func subOf(e promela.Expr) (string, bool) {
	switch e := e.(type) {
	case *promela.Const:
		return e.Sub, e.Name != ""
	case *promela.VarRef:
		t := lastOf(e).Var.Type
		return t.Sub, t.Kind == promela.Mtype
	case *promela.RemoteVar:
		return subOf(e.Ref)
	}
	return "", false
}

// mtypes reports comparisons and assignments between mtypes of different lists.
func mtypes(p *pass) {
	two := func(pos promela.Pos, x, y promela.Expr) {
		a, ok := subOf(x)
		b, ok2 := subOf(y)
		if !ok || !ok2 || a == b {
			return
		}
		p.report("mtype-mix", pos, "SPIN refuses this", "%s is of %s, and %s of %s", promela.ExprText(x), listText(a),
			promela.ExprText(y), listText(b))
	}
	p.expressions(func(e promela.Expr) {
		if b, ok := e.(*promela.Binary); ok && turned[b.Op] != "" {
			two(b.Pos, b.X, b.Y)
		}
	})
	p.statements(func(s promela.Stmt) {
		if a, ok := s.(*promela.Assign); ok && a.R != nil {
			two(a.R.At(), a.L, a.R)
		}
	})
}

func listText(sub string) string {
	if sub == "" {
		return "mtype"
	}
	return "mtype:" + sub
}
