package expr

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"
)

// functions have one argument.
var functions = map[string]bool{
	"len": true, "full": true, "empty": true, "nfull": true, "nempty": true,
	"enabled": true, "pc_value": true, "get_priority": true,
}

const sideEffect = " has a side effect: a formula only looks at states"

// operand parses an expression that begins with a name, a number or a keyword.
func (p *parser) operand() Expr {
	first, t := p.Cursor(), p.Peek()
	switch {
	case t.Type == Const:
		p.Next()
		return &Constant{Span: p.place(first), Tok: *t}
	case t.Type == Name || t.Type == Proc || t.Type == Label:
		return p.named()
	case t.Type == Keyword && functions[t.Value]:
		p.Next()
		p.expect("(", "after "+t.Value, first)
		x := p.value()
		p.expect(")", "after the argument of "+t.Value, first+1)
		return &Call{Span: p.place(first), Fn: *t, Arg: x}
	case t.Type == Keyword && (t.Value == "timeout" || t.Value == "np_"):
		p.Next()
		return &Call{Span: p.place(first), Fn: *t}
	case t.Type == Keyword && t.Value == "run":
		if p.formula {
			p.fail(&Error{At: *t, Msg: "run" + sideEffect})
		}
		return p.run()
	}
	p.fail(&Error{At: *t})
	return nil
}

// name parses a name, which may be a word of temporal logic.
func (p *parser) name(what, where string) lexer.Token {
	if t := p.Peek(); !slices.Contains([]lexer.TokenType{Name, Proc, Label, Type, Word}, t.Type) {
		p.fail(&Error{At: *t, Want: what, Where: where})
	}
	return *p.Next()
}

// index parses [x], or returns nil if there is none.
func (p *parser) index() Expr {
	open := p.Cursor()
	if !p.accept("[") {
		return nil
	}
	x := p.value()
	p.expect("]", "after the index", open)
	return x
}

// ref parses the rest of a name with indices and fields.
func (p *parser) ref(first int, name lexer.Token, index Expr) *Ref {
	r := &Ref{Name: name, Index: index}
	if p.accept(".") {
		at, n := p.Cursor(), p.name("a name", "after .")
		r.Field = p.ref(at, n, p.index())
	}
	r.Span = p.place(first)
	return r
}

// named parses a variable, a remote reference or a poll.
func (p *parser) named() Expr {
	first, n := p.Cursor(), *p.Next()
	index := p.index()
	if x := p.remote(first, n, index); x != nil {
		return x
	}
	r := p.ref(first, n, index)
	op := *p.Peek()
	switch {
	case op.Value != "?" && op.Value != "??":
		return r
	case p.second().Value == "[":
	case p.formula:
		p.fail(&Error{At: op, Msg: "a receive" + sideEffect, Hint: "c?[m] asks whether m could be received"})
	default:
		return r
	}
	p.Next()
	open := p.Cursor()
	p.Next()
	if p.is("]") {
		p.fail(&Error{At: *p.Peek(), Msg: "a poll needs a message between [ and ]"})
	}
	args := p.args()
	p.expect("]", "after the message", open)
	return &Poll{Span: p.place(first), Chan: r, Op: op, Args: argList(args)}
}

// remote parses the rest of P[e]@L, P@L, P[e]:v or P:v, or returns nil if it is none. After the -> of a
// conditional expression, a colon belongs to a remote reference only if P is a known proctype.
func (p *parser) remote(first int, n lexer.Token, pid Expr) Expr {
	label, variable := p.is("@"), p.is(":") && (n.Type == Proc || !p.then && p.second().Type == Name)
	if !label && !variable {
		return nil
	}
	r := &Remote{Proc: n, Pid: pid}
	sign := p.Next().Value
	at, m := p.Cursor(), p.name("a name", "after "+sign)
	if label {
		r.Label = m
	} else {
		r.Var = p.ref(at, m, p.index())
	}
	r.Span = p.place(first)
	return r
}

// args parses a, b or a(b, c) or (a, b), with any nesting.
func (p *parser) args() []Expr {
	defer p.enter()()
	if open := p.Cursor(); p.accept("(") {
		out := p.args()
		p.expect(")", "after the arguments", open)
		return out
	}
	var out []Expr
	for {
		out = append(out, p.arg())
		if open := p.Cursor(); p.accept("(") {
			out = append(out, p.args()...)
			p.expect(")", "after the arguments", open)
			return out
		}
		if !p.accept(",") {
			return out
		}
	}
}

func (p *parser) arg() Expr {
	first, t := p.Cursor(), *p.Peek()
	if t.Type != Keyword || t.Value != "eval" {
		x := p.unary()
		if x.span().Temporal {
			p.problem(Part, t, x)
		}
		return x
	}
	p.Next()
	p.expect("(", "after eval", first)
	x := p.value()
	p.expect(")", "after the value", first+1)
	return &Call{Span: p.place(first), Fn: t, Arg: x}
}

// run parses run P(args) priority n.
func (p *parser) run() Expr {
	first := p.Cursor()
	r := &Run{Run: *p.Next()}
	r.Proc = p.name("the name of a proctype", "after run")
	open := p.Cursor()
	p.expect("(", "after the proctype's name", first)
	for !p.is(")") {
		r.Args = append(r.Args, p.value())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")", "after the arguments", open)
	if p.accept("priority") {
		r.Prio = p.value()
	}
	r.Span = p.place(first)
	return r
}
