package promela

import (
	"fmt"
	"strings"
)

// Statements as people write them. SPIN's spelling (text.go) has more parentheses.

// ranks are the precedences of operators. Unary operators and operands have the highest.
var ranks = map[Op]int{
	"<->": 1, "->": 2, "U": 3, "W": 3, "V": 3, "||": 4, "&&": 5, "|": 6, "^": 7, "&": 8, "==": 9, "!=": 9,
	"<": 10, "<=": 10, ">": 10, ">=": 10, "<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13,
}

const tightest = 20

// PlainExpr formats an expression with the fewest parentheses.
func PlainExpr(e Expr) string { return plainExpr(e, 0) }

// plainExpr puts parentheses around an expression of lower precedence than rank.
func plainExpr(e Expr, rank int) string {
	switch e := e.(type) {
	case *Const, *Timeout, *Np:
		return exprText(e)
	case *VarRef:
		s := e.Var.Name
		if e.Index != nil {
			s += "[" + PlainExpr(e.Index) + "]"
		}
		if e.Field != nil {
			s += "." + PlainExpr(e.Field)
		}
		return s
	case *Unary:
		text := string(e.Op)
		if len(text) > 1 || text == "X" { // operators of formulas
			text += " "
		}
		return text + plainExpr(e.X, tightest)
	case *Binary:
		own := ranks[e.Op]
		left, right := own, own+1
		if own <= ranks["V"] { // operators of formulas, with parentheses for readability
			left = own + 1
		}
		text := plainExpr(e.X, left) + " " + string(e.Op) + " " + plainExpr(e.Y, right)
		if own < rank {
			return "(" + text + ")"
		}
		return text
	case *CondExpr:
		return "(" + PlainExpr(e.If) + " -> " + PlainExpr(e.Then) + " : " + PlainExpr(e.Else) + ")"
	case *ChanOp:
		return string(e.Op) + "(" + PlainExpr(e.Chan) + ")"
	case *Poll:
		op := map[bool]string{false: "?", true: "??"}[e.Random]
		return PlainExpr(e.Chan) + op + "[" + plainArgs(e.Args) + "]"
	case *Run:
		return "run " + e.Proc.Name + "(" + plainList(e.Args) + ")"
	case *RemoteLabel:
		return e.Proc.Name + plainPid(e.PidX) + "@" + e.Label
	case *RemoteVar:
		return e.Proc.Name + plainPid(e.PidX) + ":" + PlainExpr(e.Ref)
	case *Call:
		return e.Fn + "(" + PlainExpr(e.X) + ")"
	}
	panic(fmt.Sprintf("no text for %T", e))
}

func plainPid(e Expr) string {
	if e == nil {
		return ""
	}
	return "[" + PlainExpr(e) + "]"
}

func plainList(l []Expr) string {
	s := make([]string, len(l))
	for i, e := range l {
		s[i] = PlainExpr(e)
	}
	return strings.Join(s, ", ")
}

func plainArgs(l []Arg) string {
	s := make([]string, len(l))
	for i, a := range l {
		switch a.Kind {
		case ArgVar:
			s[i] = PlainExpr(a.Var)
		case ArgConst:
			s[i] = PlainExpr(a.X)
		case ArgEval:
			s[i] = "eval(" + PlainExpr(a.X) + ")"
		default:
			s[i] = "_"
		}
	}
	return strings.Join(s, ", ")
}

// Plain formats a statement with the fewest parentheses.
func Plain(s Stmt) string {
	switch s := s.(type) {
	case *Labelled:
		return Plain(s.Stmt)
	case *Assign:
		if s.Op != "=" {
			return PlainExpr(s.L) + s.Op
		}
		return PlainExpr(s.L) + " = " + PlainExpr(s.R)
	case *Decl:
		if s.Var.Init == nil {
			return s.Var.Name + " = 0"
		}
		return s.Var.Name + " = " + PlainExpr(s.Var.Init)
	case *Send:
		op := map[bool]string{false: "!", true: "!!"}[s.Sorted]
		return PlainExpr(s.Chan) + op + plainList(s.Args)
	case *Recv:
		op, args := map[bool]string{false: "?", true: "??"}[s.Random], plainArgs(s.Args)
		if s.Copy {
			args = "<" + args + ">"
		}
		return PlainExpr(s.Chan) + op + args
	case *Printf:
		text := "printf(" + s.Raw
		for _, a := range s.Args {
			text += ", " + PlainExpr(a)
		}
		return text + ")"
	case *Printm:
		return "printm(" + PlainExpr(s.X) + ")"
	case *Assert:
		return "assert(" + PlainExpr(s.X) + ")"
	case *Cond:
		return PlainExpr(s.X)
	case *SetPriority:
		return "set_priority(" + PlainExpr(s.PidX) + ", " + PlainExpr(s.Prio) + ")"
	case *DStep:
		return "d_step"
	case *Goto:
		return "goto " + LabelName(s.Label)
	default:
		return Text(s)
	}
}
