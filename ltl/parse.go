package ltl

import (
	"errors"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"gospin/promela/expr"
)

// Parse parses a formula in SPIN's syntax. It also returns the texts of the atoms by number, in the order of
// their first occurrence; equal texts have one number. Errors are of type *Error.
//
// Operators, from the lowest precedence, each group left-associative: -> <-> then || then && then U V W then
// the operators of Promela's expressions, then the unary [] <> X !. An atom is a largest part without logical
// operators.
func Parse(text string) (f *Formula, atoms []string, err error) {
	t := &source{text: text, toks: tokens(text), ids: map[string]int{}}
	l := expr.Peeking(len(t.toks), func(i int) lexer.Token {
		return lexer.Token{Type: t.toks[i].Type, Value: t.toks[i].Text}
	})
	x, err := expr.ReadFormula(l)
	if p := x.Problems(); len(p) > 0 {
		return nil, nil, t.problem(&p[0])
	}
	var bad *expr.Error
	switch {
	case errors.As(err, &bad):
		return nil, nil, t.refuse(bad)
	case !l.Peek().EOF():
		return nil, nil, t.unexpected(l.Cursor())
	}
	return t.formula(x.Expr()), t.atoms, nil
}

// source is the text of a formula.
type source struct {
	text  string
	toks  []expr.Token
	atoms []string
	ids   map[string]int // number of the atom with this text
}

// spellings are operators that models do not have.
var spellings = map[string]string{`/\`: "&&", `\/`: "||"}

// tokens splits a formula. Only the words of temporal logic are keywords; Promela's are names.
func tokens(text string) []expr.Token {
	toks := expr.Lex([]byte(text))
	for i := 0; i < len(toks); i++ {
		t := &toks[i]
		next := &toks[min(i+1, len(toks)-1)]
		switch sign := spellings[t.Text+next.Text]; {
		case sign != "" && t.End == next.Start:
			*t = expr.Token{Type: expr.Punct, Text: sign, Start: t.Start, End: next.End}
			toks = slices.Delete(toks, i+1, i+2)
		case t.Type == expr.Name && expr.IsWord(t.Text):
			t.Type = expr.Word
		case t.Type == expr.Name && t.Text == "not":
			t.Type, t.Text = expr.Punct, "!"
		case t.Type == expr.Keyword && !expr.Starts(t.Text), t.Type == expr.Basic,
			t.Type == expr.Visibility, t.Type == expr.Embedded:
			t.Type = expr.Name
		case t.Is(":") && i > 0 && toks[i-1].End == t.Start && next.Start == t.End:
			remote(toks[:i])
		}
	}
	return toks
}

// remote marks a proctype before a colon, given the tokens up to the colon, if no blank separates them. A
// colon with blanks around it belongs to a conditional expression.
func remote(toks []expr.Token) {
	for i, depth := len(toks)-1, 0; i >= 0; i-- {
		switch t := &toks[i]; {
		case t.Is("]"):
			depth++
		case t.Is("["):
			depth--
		case depth == 0:
			if t.Type == expr.Name {
				t.Type = expr.Proc
			}
			return
		}
	}
}

// formula converts an expression: logical operators to formulas, other parts to atoms.
func (s *source) formula(x expr.Expr) *Formula {
	switch x := x.(type) {
	case *expr.Unary:
		if make := unary[x.Sign]; make != nil {
			return make(s.formula(x.X))
		}
	case *expr.Binary:
		if make := binary[x.Sign]; make != nil {
			return make(s.formula(x.X), s.formula(x.Y))
		}
	}
	return s.atom(expr.SpanOf(x))
}

var (
	unary  = map[string]func(x *Formula) *Formula{"!": Not, "[]": Always, "<>": Eventually, "X": Next}
	binary = map[string]func(x, y *Formula) *Formula{"->": Implies, "<->": Equiv, "||": Or, "&&": And,
		"U": Until, "W": WeakUntil, "V": Release}
)

func (s *source) atom(span *expr.Span) *Formula {
	toks := s.toks[span.First:span.End]
	if len(toks) == 1 {
		switch toks[0].Text {
		case "true", "1", "skip":
			return True()
		case "false", "0":
			return False()
		}
	}
	var key []string
	for i := range toks {
		key = append(key, toks[i].Text)
	}
	k := strings.Join(key, " ")
	id, ok := s.ids[k]
	if !ok {
		id = len(s.atoms)
		s.ids[k] = id
		s.atoms = append(s.atoms, strings.Join(strings.Fields(s.between(span.First, span.End)), " "))
	}
	return Atom(id)
}

// between returns the text of the tokens from first up to end.
func (s *source) between(first, end int) string { return s.text[s.toks[first].Start:s.toks[end-1].End] }
