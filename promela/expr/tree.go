package expr

import "github.com/alecthomas/participle/v2/lexer"

// Expr is an expression.
type Expr interface{ span() *Span }

// Span is the place of an expression, in numbers of tokens. From and To include the parentheses around it.
type Span struct {
	First, End int
	From, To   int
	Temporal   bool // it contains an operator that only formulas have
}

func (s *Span) span() *Span { return s }

// SpanOf returns an expression's place.
func SpanOf(x Expr) *Span { return x.span() }

// Bare reports whether there are no parentheses around an expression.
func Bare(x Expr) bool { return x.span().bare() }

func (s *Span) bare() bool { return s.From == s.First }

type (
	// Constant is a number or a character, or true, false, skip.
	Constant struct {
		Span
		Tok lexer.Token
	}
	// Ref is a name: Name[Index].Field.
	Ref struct {
		Span
		Name  lexer.Token
		Index Expr
		Field *Ref
	}
	// Unary's Sign may differ from the spelling of the operator.
	Unary struct {
		Span
		Op   lexer.Token
		Sign string
		X    Expr
	}
	Binary struct {
		Span
		Op   lexer.Token
		Sign string
		X, Y Expr
	}
	// Cond is (If -> Then : Else).
	Cond struct {
		Span
		Open           lexer.Token
		If, Then, Else Expr
	}
	// Call is a function of the language with its argument; timeout and np_ have none.
	Call struct {
		Span
		Fn  lexer.Token
		Arg Expr
	}
	// Poll is Chan?[Args] or Chan??[Args].
	Poll struct {
		Span
		Chan *Ref
		Op   lexer.Token
		Args Args
	}
	// Run is run Proc(Args) priority Prio.
	Run struct {
		Span
		Run, Proc lexer.Token
		Args      []Expr
		Prio      Expr
	}
	// Remote is Proc[Pid]@Label or Proc[Pid]:Var.
	Remote struct {
		Span
		Proc  lexer.Token
		Pid   Expr
		Label lexer.Token
		Var   *Ref // nil for a label
	}
)

// Args are the arguments of a receive or a poll: operands, or calls of eval.
type Args interface{ List() []Expr }

type argList []Expr

func (l argList) List() []Expr { return l }

// Operand is an Expr without binary operators.
type Operand interface{ Expr }

// Formula is a formula of temporal logic.
type Formula interface {
	Expr() Expr
	Problems() []Problem
}

type formula struct {
	x        Expr
	problems []Problem
}

func (f *formula) Expr() Expr          { return f.x }
func (f *formula) Problems() []Problem { return f.problems }

// Fault is a way in which a formula is malformed.
type Fault uint8

const (
	// Tight: X begins with temporal operators of higher precedence than Op: [] x == 0. Inner is x == 0.
	Tight Fault = iota
	// Between: an operand of Op, which is not a logical operator, is a temporal formula.
	Between
	// Before: Op, - or ~, precedes a temporal formula.
	Before
	// Value: a temporal formula is a value of a conditional expression, whose colon is Op.
	Value
	// Part: the temporal formula X is part of an expression.
	Part
)

// Problem is an error in a formula that can be parsed all the same.
type Problem struct {
	Fault Fault
	Op    lexer.Token
	Sign  string
	X     Expr
	Inner Expr
}
