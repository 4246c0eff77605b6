package expr

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// binding is the precedence of binary operators; all are left-associative. Logical operators that Promela
// does not have are only accepted in formulas.
var binding = map[string]int{
	"->": 1, "<->": 1, "||": 2, "&&": 3, "U": 4, "W": 4, "V": 4,
	"|": 6, "^": 7, "&": 8, "==": 9, "!=": 9, "<": 10, "<=": 10, ">": 10, ">=": 10,
	"<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13,
}

// arithmetic is the lowest precedence of the operators that make atoms.
const arithmetic = 6

// MaxDepth limits the nesting of expressions, so that no text exhausts the stack.
const MaxDepth = 1000

// TooDeep is the message for deeper nesting.
const TooDeep = "nested too deeply"

// Error describes a token that is not allowed in its place.
type Error struct {
	At    lexer.Token
	Want  string // what was expected; "" for an operand
	Where string // such as "after the index"
	Open  int    // the token that opened the bracket which Want would close
	Msg   string // the complete message, if it is a different one
	Hint  string
}

// Error, Message and Position implement participle's error.
func (e *Error) Error() string            { return participle.FormatError(e) }
func (e *Error) Message() string          { return e.Msg + e.Want + e.Where }
func (e *Error) Position() lexer.Position { return e.At.Pos }

type parser struct {
	*lexer.PeekingLexer
	formula  bool
	paren    bool // the innermost brackets are parentheses
	then     bool // inside the value after -> in a conditional expression, which a colon may end
	depth    int
	problems []Problem
}

// guarded calls read, which panics with an *Error to give up.
func guarded(l *lexer.PeekingLexer, formula bool, read func(p *parser)) (p *parser, err error) {
	p = &parser{PeekingLexer: l, formula: formula}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	read(p)
	return p, nil
}

// Read parses an expression. It implements a production of participle: it returns no match if no expression
// begins here.
func Read(l *lexer.PeekingLexer) (x Expr, err error) {
	if !starts(l.Peek()) {
		return nil, participle.NextMatch
	}
	_, err = guarded(l, false, func(p *parser) { x = p.expr(0) })
	return x, err
}

// ReadOperand parses an expression without binary operators.
func ReadOperand(l *lexer.PeekingLexer) (x Operand, err error) {
	if !starts(l.Peek()) {
		return nil, participle.NextMatch
	}
	_, err = guarded(l, false, func(p *parser) { x = p.unary() })
	return x, err
}

// ReadArgs parses the arguments of a receive.
func ReadArgs(l *lexer.PeekingLexer) (a Args, err error) {
	if t := l.Peek(); !starts(t) && t.Value != "eval" {
		return nil, participle.NextMatch
	}
	_, err = guarded(l, false, func(p *parser) { a = argList(p.args()) })
	return a, err
}

// ReadFormula parses a formula of temporal logic. If there is an error, the formula has the problems found
// before it.
func ReadFormula(l *lexer.PeekingLexer) (Formula, error) {
	f := &formula{}
	p, err := guarded(l, true, func(p *parser) { f.x = p.expr(0) })
	f.problems = p.problems
	return f, err
}

// starts reports whether an expression can begin with a token.
func starts(t *lexer.Token) bool {
	switch t.Type {
	case Name, Proc, Const, Word:
		return true
	case Keyword:
		return Starts(t.Value)
	}
	return t.Value == "(" || t.Value == "-" || t.Value == "!" || t.Value == "~"
}

// Starts reports whether an expression can begin with a keyword.
func Starts(word string) bool {
	return functions[word] || word == "run" || word == "timeout" || word == "np_"
}

// IsOperator reports whether a sign or a word is a binary operator.
func IsOperator(text string) bool { return binding[text] > 0 || binding[signs[text]] > 0 }

func (p *parser) fail(e *Error) { panic(e) }

func (p *parser) enter() func() {
	if p.depth++; p.depth > MaxDepth {
		p.fail(&Error{At: *p.Peek(), Msg: TooDeep})
	}
	return func() { p.depth-- }
}

// second returns the token after the next.
func (p *parser) second() *lexer.Token {
	c := p.MakeCheckpoint()
	defer p.LoadCheckpoint(c)
	p.Next()
	return p.Peek()
}

func (p *parser) is(text string) bool { return p.Peek().Value == text }

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.Next()
		return true
	}
	return false
}

func (p *parser) expect(text, where string, open int) {
	if !p.accept(text) {
		p.fail(&Error{At: *p.Peek(), Want: text, Where: where, Open: open})
	}
}

func (p *parser) problem(f Fault, op lexer.Token, x Expr) {
	p.problems = append(p.problems, Problem{Fault: f, Op: op, Sign: sign(&op), X: x})
}

// place returns the span from a token to the present position, without parentheses around it.
func (p *parser) place(first int) Span {
	return Span{First: first, End: p.Cursor(), From: first, To: p.Cursor()}
}

// sign returns the operator that a token means.
func sign(t *lexer.Token) string {
	if t.Type == Word {
		return signs[t.Value]
	}
	return t.Value
}

// operator returns the next binary operator and its precedence, or 0 if there is none.
func (p *parser) operator() (string, int) {
	t := p.Peek()
	switch {
	case t.Type == Word:
		return signs[t.Value], binding[signs[t.Value]]
	case t.Type == Punct && (p.formula || t.Value != "<->"), t.Type == Separator && p.formula:
		return t.Value, binding[t.Value]
	}
	return "", 0
}

// expr parses an expression of operators with at least the precedence least.
func (p *parser) expr(least int) Expr {
	defer p.enter()()
	return p.rest(p.unary(), least)
}

// rest parses what follows the first operand.
func (p *parser) rest(x Expr, least int) Expr {
	for {
		name, b := p.operator()
		if b == 0 || b < least {
			return x
		}
		if b >= arithmetic && x.span().Temporal {
			if u, last := prefix(x); u != nil && !last.X.span().Temporal {
				x = p.tight(u, last)
				continue
			}
			p.problem(Between, *p.Peek(), x)
		}
		op := *p.Next()
		then := p.then
		p.then = then || name == "->" && p.paren
		y := p.expr(b + 1)
		p.then = then
		if b >= arithmetic && y.span().Temporal {
			p.problem(Between, op, y)
		}
		sx, sy := x.span(), y.span()
		temporal := b == binding["U"] || b == binding["->"] || sx.Temporal || sy.Temporal
		x = &Binary{Span: Span{First: sx.From, End: sy.To, From: sx.From, To: sy.To, Temporal: temporal},
			Op: op, Sign: name, X: x, Y: y}
	}
}

// prefix returns the first and the last of the logical operators before an operand, or nil.
func prefix(x Expr) (first, last *Unary) {
	for {
		u, ok := x.(*Unary)
		if !ok || !u.bare() || u.Sign == "-" || u.Sign == "~" {
			return first, last
		}
		if first == nil {
			first = u
		}
		last, x = u, u.X
	}
}

// tight reports the problem that [] x == 0 means ([] x) == 0, and parses it as [] (x == 0).
func (p *parser) tight(first, last *Unary) Expr {
	op := *p.Peek()
	last.X = p.rest(last.X, arithmetic)
	for x := Expr(first); x != last.X; x = x.(*Unary).X {
		x.span().End, x.span().To = p.Cursor(), p.Cursor()
	}
	p.problem(Tight, op, first)
	p.problems[len(p.problems)-1].Inner = last.X
	return first
}

// prefixed parses a unary operator, or returns "" if there is none.
func (p *parser) prefixed() string {
	t := p.Peek()
	switch {
	case t.Value == "!" || t.Value == "-" || t.Value == "~":
	case !p.formula:
		return ""
	case t.Type == Word:
		if s := signs[t.Value]; s != "[]" && s != "<>" && s != "X" {
			return ""
		}
	case t.Value == "[" && p.second().Value == "]":
		p.Next()
		p.Next()
		return "[]"
	case t.Value == "<" && p.second().Value == ">":
		p.Next()
		p.Next()
		return "<>"
	default:
		return ""
	}
	p.Next()
	return sign(t)
}

func (p *parser) unary() Expr {
	defer p.enter()()
	first, op := p.Cursor(), *p.Peek()
	if s := p.prefixed(); s != "" {
		x := p.unary()
		inner := x.span().Temporal
		if inner && (s == "-" || s == "~") {
			p.problem(Before, op, x)
		}
		u := &Unary{Span: p.place(first), Op: op, Sign: s, X: x}
		u.Temporal = inner || s == "[]" || s == "<>" || s == "X"
		return u
	}
	if p.is("(") {
		return p.inParentheses()
	}
	return p.operand()
}

// inParentheses parses (x) or (if -> then : else).
func (p *parser) inParentheses() Expr {
	paren, then, from := p.paren, p.then, p.Cursor()
	p.paren, p.then = true, false
	open := *p.Next()
	x := p.expr(0)
	c := p.conditional(open, x)
	p.expect(")", p.what(), from)
	p.paren, p.then = paren, then
	if c != nil {
		c.Span = p.place(from)
		return c
	}
	s := x.span()
	s.From, s.To = from, p.Cursor()
	return x
}

func (p *parser) what() string {
	if p.formula {
		return "after the formula"
	}
	return "after the expression"
}

// conditional parses the rest of a conditional expression, or returns nil if it is none.
func (p *parser) conditional(open lexer.Token, x Expr) *Cond {
	if p.formula {
		b, ok := x.(*Binary)
		if !ok || b.Sign != "->" || !b.bare() || !p.is(":") || b.X.span().Temporal || b.Y.span().Temporal {
			return nil
		}
		colon := *p.Next()
		y := p.expr(0)
		if y.span().Temporal {
			p.problem(Value, colon, y)
		}
		return &Cond{Open: open, If: b.X, Then: b.Y, Else: y}
	}
	if !p.accept("->") {
		return nil
	}
	p.then = true
	a := p.expr(0)
	p.then = false
	p.expect(":", "in (condition -> value : other value)", open.Pos.Offset)
	return &Cond{Open: open, If: x, Then: a, Else: p.expr(0)}
}

// value parses an expression within its own brackets, which may not contain temporal operators.
func (p *parser) value() Expr {
	paren, then := p.paren, p.then
	p.paren, p.then = false, false
	x := p.expr(0)
	p.paren, p.then = paren, then
	if x.span().Temporal {
		p.problem(Part, lexer.Token{}, x)
	}
	return x
}
