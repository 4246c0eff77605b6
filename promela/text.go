package promela

import (
	"fmt"
	"strconv"
	"strings"
)

// Marks reports whether a label has a meaning for the state: valid end, acceptance, or progress.
func Marks(label string) bool {
	return strings.HasPrefix(label, "end") || strings.HasPrefix(label, "accept") ||
		strings.HasPrefix(label, "progress")
}

// NthLabel returns what tells labels with the same name in a process apart: the name for the first of them,
// and for the others the name with a number. A name never has the character between them.
func NthLabel(name string, n int) string {
	if n == 0 {
		return name
	}
	return name + "/" + strconv.Itoa(n)
}

// LabelName returns the name of a label from NthLabel.
func LabelName(label string) string {
	name, _, _ := strings.Cut(label, "/")
	return name
}

// ExprText formats an expression as in "assertion violated ...".
func ExprText(e Expr) string {
	s := exprText(e)
	if b, ok := e.(*Binary); ok && (b.Op == "&&" || b.Op == "||") {
		s = s[1 : len(s)-1]
	}
	return s
}

func exprText(e Expr) string {
	switch e := e.(type) {
	case *Const:
		if e.Name != "" {
			return e.Name
		}
		return fmt.Sprint(e.Val)
	case *VarRef:
		s := e.Var.Name
		switch {
		case e.Index != nil:
			s += "[" + exprText(e.Index) + "]"
		case e.Var.Len > 0:
			s += "[0]"
		}
		if e.Field != nil {
			s += "." + exprText(e.Field)
		}
		return s
	case *Unary:
		return joined(string(e.Op)+"(", e.X, ")")
	case *Binary:
		return joined("(", e.X, string(e.Op), e.Y, ")")
	case *CondExpr:
		return joined("( (", e.If, ") -> (", e.Then, ") : (", e.Else, ") )")
	case *ChanOp:
		return string(e.Op) + "(" + exprText(e.Chan) + ")"
	case *Poll:
		op := "?"
		if e.Random {
			op = "??"
		}
		return exprText(e.Chan) + op + "[" + argsText(e.Args) + "]"
	case *Run:
		return "run " + e.Proc.Name + "(" + listText(e.Args) + ")"
	case *RemoteLabel:
		return e.Proc.Name + pidText(e.PidX) + "@" + e.Label
	case *RemoteVar:
		return e.Proc.Name + pidText(e.PidX) + ":" + exprText(e.Ref)
	case *Timeout:
		return "timeout"
	case *Np:
		return "np_"
	case *Call:
		return e.Fn + "(" + exprText(e.X) + ")"
	}
	panic(fmt.Sprintf("no text for %T", e))
}

// joined concatenates texts and expressions. It avoids copying the text once per nested operator.
func joined(parts ...any) string {
	var b strings.Builder
	write(&b, parts...)
	return b.String()
}

func write(b *strings.Builder, parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			b.WriteString(p)
		case *Unary:
			write(b, string(p.Op)+"(", p.X, ")")
		case *Binary:
			write(b, "(", p.X, string(p.Op), p.Y, ")")
		case *CondExpr:
			write(b, "( (", p.If, ") -> (", p.Then, ") : (", p.Else, ") )")
		case Expr:
			b.WriteString(exprText(p))
		}
	}
}

func pidText(e Expr) string {
	if e == nil {
		return ""
	}
	return "[" + exprText(e) + "]"
}

func listText(l []Expr) string {
	s := make([]string, len(l))
	for i, e := range l {
		s[i] = exprText(e)
	}
	return strings.Join(s, ",")
}

func argsText(l []Arg) string {
	s := make([]string, len(l))
	for i, a := range l {
		switch a.Kind {
		case ArgVar:
			s[i] = exprText(a.Var)
		case ArgConst:
			s[i] = exprText(a.X)
		case ArgEval:
			s[i] = "eval(" + exprText(a.X) + ")"
		default:
			s[i] = "_"
		}
	}
	return strings.Join(s, ",")
}

// Text formats a statement as pan -d prints it.
func Text(s Stmt) string {
	switch s := s.(type) {
	case *Labelled:
		return Text(s.Stmt)
	case *Decl:
		name := s.Var.Name
		if s.Var.Len > 0 {
			name += "[0]"
		}
		if s.Var.Init != nil {
			return name + " = " + exprText(s.Var.Init)
		}
		return name + " = 0"
	case *Assign:
		if s.Op != "=" {
			op := "+"
			if s.Op == "--" {
				op = "-"
			}
			return exprText(s.L) + " = (" + exprText(s.L) + op + "1)"
		}
		return exprText(s.L) + " = " + exprText(s.R)
	case *Send:
		op := "!"
		if s.Sorted {
			op = "!!"
		}
		return exprText(s.Chan) + op + listText(s.Args)
	case *Recv:
		op := "?"
		if s.Random {
			op = "??"
		}
		if s.Copy {
			return exprText(s.Chan) + op + "<" + argsText(s.Args) + ">"
		}
		return exprText(s.Chan) + op + argsText(s.Args)
	case *Printf:
		f := "printf('" + strings.Trim(s.Raw, `"`) + "'"
		for _, a := range s.Args {
			f += "," + exprText(a)
		}
		return f + ")"
	case *Printm:
		return "printm(" + exprText(s.X) + ")"
	case *Assert:
		return "assert(" + exprText(s.X) + ")"
	case *Cond:
		return "(" + exprText(s.X) + ")"
	case *SetPriority:
		return "set_priority(" + exprText(s.PidX) + ", " + exprText(s.Prio) + ")"
	case *Else:
		return "else"
	case *Break:
		return "break"
	case *Goto:
		return "goto " + LabelName(s.Label)
	case *If, *Do, *Atomic, *DStep, *Block, *Unless:
		return ""
	}
	panic(fmt.Sprintf("no text for %T", s))
}
