package syntax

import (
	"context"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"gospin/promela/diag"
	"gospin/promela/expr"
	"gospin/promela/preproc"
)

// Token is a token of the model after preprocessing.
type Token struct {
	expr.Token
	Pos   diag.Pos
	Notes []diag.Note // macros and inlines from which it was expanded
}

const (
	inExpansion = "in expansion of macro "
	// InCall begins the notes of tokens from an inline, followed by the inline's name.
	InCall = "in the call of "
)

// Given reports whether the token comes from a macro or an argument of an inline. Since inlines are defined
// before they are called, an inline's own tokens precede the call, or are in another file.
func (t *Token) Given() bool {
	return slices.ContainsFunc(t.Notes, func(n diag.Note) bool {
		call := strings.HasPrefix(n.Msg, InCall) && n.Pos.File == t.Pos.File &&
			(t.Pos.Line > n.Pos.Line || t.Pos.Line == n.Pos.Line && t.Pos.Col > n.Pos.Col)
		return call || strings.HasPrefix(n.Msg, inExpansion)
	})
}

// reading is the progress of splitting a text into tokens.
type reading struct {
	ctx  context.Context
	src  *preproc.Text
	at   int             // offset in bytes
	told map[string]bool // wrong characters that were reported, since they usually occur again
}

// window is the number of tokens that are read at once.
const window = 1 << 10

// fill appends the next tokens, ending with EOF. It appends nothing after that, or if the context is done.
func (r *reading) fill(toks []Token, fail func(*diag.Diagnostic)) []Token {
	for enough := len(toks) + window; len(toks) < enough && r.at >= 0 && r.ctx.Err() == nil; {
		t := expr.Next(r.src.Bytes, r.at)
		pos, notes := r.src.At(t.Start)
		if t.Type != expr.Bad {
			toks = append(toks, Token{t, pos, notes})
		} else if msg, hint := t.Why(); len(r.told) < maxErrors && !r.told[msg] {
			r.told[msg] = true
			fail(&diag.Diagnostic{Pos: pos, Msg: msg, Hint: hint, Source: r.src.Line(pos), Notes: notes})
		}
		if r.at = t.End; t.Type == expr.EOF {
			r.at = -1
		}
	}
	return toks
}

// count returns the number of tokens in the text, up to a limit.
func (r *reading) count() (n int) {
	for at := 0; n < maxTokens && r.ctx.Err() == nil; n++ {
		t := expr.Next(r.src.Bytes, at)
		if at = t.End; t.Type == expr.EOF {
			break
		}
	}
	return n + 1
}

// IsSeparator reports whether the token is ; or ->.
func (t *Token) IsSeparator() bool { return t.Type == expr.Separator }

// one reports whether the token is one of the keywords and signs in a text, which are separated by blanks.
func one(t *Token, texts string) bool {
	return strings.Contains(texts, " "+t.Text+" ") && t.Is(t.Text)
}

// Show formats a token for messages.
func (t *Token) Show() string {
	switch t.Type {
	case expr.EOF:
		return "the end of the file"
	case expr.String:
		return "a string"
	}
	return "'" + t.Text + "'"
}

// tokens are a file's tokens for participle. An offset is an index.
type tokens []Token

func (t tokens) at(i int) lexer.Token {
	u := &t[i]
	return lexer.Token{Type: u.Type, Value: u.Text, Pos: lexer.Position{Filename: u.Pos.File,
		Line: u.Pos.Line, Column: u.Pos.Col}}
}
