package promela

import (
	"fmt"
	"io"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// file is the root of the grammar: units up to the end. A unit is a production of its own (parser.unit), as are
// statements and expressions, since what a name begins is decided by what the name was declared as.
type file struct {
	Units []unit `parser:"@@*"`
}

// unit stands for a declaration, proctype, init, claim or typedef; what it says goes to the Model.
type unit interface{ isUnit() }

type read struct{}

func (read) isUnit() {}

// tokens gives participle the tokens that scan made. An offset is an index into them.
type tokens []token

// Symbols names the kinds of tokens.
func (tokens) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{"EOF": lexer.EOF, "Name": -2, "Const": -3, "String": -4, "Keyword": -5, "Punct": -6}
}

// Lex starts at the first token; the text was read before.
func (t tokens) Lex(string, io.Reader) (lexer.Lexer, error) { return &cursor{toks: t}, nil }

type cursor struct {
	toks []token
	i    int
}

// Next returns the next token; behind the last there is EOF.
func (c *cursor) Next() (lexer.Token, error) {
	t := &c.toks[min(c.i, len(c.toks)-1)]
	out := lexer.Token{Type: lexer.EOF, Value: t.text, Pos: lexer.Position{Filename: t.pos.File, Offset: c.i, Line: t.pos.Line, Column: t.pos.Col}}
	if t.kind != tEOF {
		out.Type = -1 - lexer.TokenType(t.kind)
	}
	c.i++
	return out, nil
}

// parse reads the whole file.
func (p *parser) parse() error {
	g, err := participle.Build[file](participle.Lexer(tokens(p.toks)), participle.ParseTypeWith(p.production))
	if err != nil {
		return fmt.Errorf("grammar: %w", err)
	}
	_, err = g.ParseString(p.model.Name, "")
	return err
}

// production reads one unit. Its errors are noted, and it goes on behind them, so that one run shows several.
func (p *parser) production(lex *lexer.PeekingLexer) (unit, error) {
	t := lex.Peek()
	if t.EOF() || p.errs.Errors() >= maxErrors {
		for !lex.Peek().EOF() {
			lex.Next()
		}
		return nil, participle.NextMatch
	}
	p.i = t.Pos.Offset
	p.recovering(p.unit)
	for !lex.Peek().EOF() && lex.Peek().Pos.Offset < p.i {
		lex.Next()
	}
	return read{}, nil
}
