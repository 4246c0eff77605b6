package ltl

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gospin/promela/expr"
)

// Error is an error in a formula's text.
type Error struct {
	Text   string // the formula
	Column int    // of the first wrong character, in bytes from 1
	Msg    string
	Hint   string // what to write instead, or ""
}

// Error returns the message in one line, without the hint.
func (e *Error) Error() string { return fmt.Sprintf("formula, column %d: %s", e.Column, e.Msg) }

// Caret returns the formula's line with the error, and a caret below the place.
func (e *Error) Caret() string {
	at := min(max(e.Column-1, 0), len(e.Text))
	from := strings.LastIndexByte(e.Text[:at], '\n') + 1
	line := e.Text[from:]
	if to := strings.IndexByte(line, '\n'); to >= 0 {
		line = line[:to]
	}
	lead := strings.Map(func(r rune) rune {
		if r == '\t' {
			return '\t'
		}
		return ' '
	}, e.Text[from:at])
	return strings.TrimRight(line, "\r") + "\n" + lead + "^"
}

func (s *source) fail(at int, hint, format string, args ...any) error {
	for at > 0 && at < len(s.text) && !utf8.RuneStart(s.text[at]) {
		at--
	}
	return &Error{Text: s.text, Column: at + 1, Msg: fmt.Sprintf(format, args...), Hint: hint}
}

// show formats a token for a message, in its own spelling.
func (s *source) show(i int) string {
	if s.toks[i].Type == expr.EOF {
		return "the end"
	}
	return s.between(i, i+1)
}

// problem returns the error for text that can be parsed, but has no meaning.
func (s *source) problem(p *expr.Problem) error {
	op := p.Op.Pos.Offset
	switch p.Fault {
	case expr.Tight:
		x, inner := expr.SpanOf(p.X), expr.SpanOf(p.Inner)
		operators := strings.TrimSpace(s.text[s.toks[x.From].Start:s.toks[inner.From].Start])
		hint := "write " + operators + " (" + s.between(inner.From, inner.To) + ")"
		return s.fail(s.toks[x.From].Start, hint, "%s binds more tightly than %s", s.operator(x.From), p.Sign)
	case expr.Before:
		return s.fail(s.toks[op].Start, "not is written !", "%s cannot stand before a temporal formula",
			p.Sign)
	case expr.Value:
		return s.fail(s.toks[op].Start, "",
			"a temporal formula cannot be the value of a conditional expression")
	case expr.Part:
		return s.fail(s.toks[expr.SpanOf(p.X).From].Start, "",
			"a temporal formula cannot be part of an expression")
	}
	hint := ""
	if p.Sign == "&" || p.Sign == "|" {
		hint = "the operators of logic are && and ||"
	}
	return s.fail(s.toks[op].Start, hint, "%s cannot stand between temporal formulas", p.Sign)
}

// operator returns a unary operator in its own spelling.
func (s *source) operator(i int) string {
	if t := s.toks[i].Text; t == "[" || t == "<" {
		return s.between(i, i+2)
	}
	return s.show(i)
}

// refuse returns the error for text that can't be parsed.
func (s *source) refuse(e *expr.Error) error {
	i := e.At.Pos.Offset
	switch {
	case e.Msg == expr.TooDeep:
		return s.fail(s.toks[i].Start, "", "the formula is nested more than %d deep", expr.MaxDepth)
	case e.Msg != "":
		return s.fail(s.toks[i].Start, e.Hint, "%s", e.Msg)
	case e.Want == ")" && s.toks[i].Type == expr.EOF:
		return s.fail(s.toks[e.Open].Start, "", "this ( is not closed")
	case e.Want == "", e.Want == ")":
		return s.unexpected(i)
	}
	return s.fail(s.toks[i].Start, "", "%s expected %s, not %s", e.Want, e.Where, s.show(i))
}

// dialects are hints for operators of other logics.
var dialects = map[string]string{"G": "always is written []", "F": "eventually is written <>",
	"R": "release is written V"}

// unexpected returns the error for a token that is not allowed in its place.
func (s *source) unexpected(i int) error {
	t, end := &s.toks[i], i+1
	is := func(i int, sign string) bool { return i >= 0 && i < len(s.toks) && s.toks[i].Is(sign) }
	switch {
	case is(i-1, "<") && is(i, ">"), is(i-1, "[") && is(i, "]"):
		i--
	case is(i, "[") && is(i+1, "]"), is(i, "<") && is(i+1, ">"):
		end++
	}
	before := ""
	if i > 0 {
		before = s.toks[i-1].Text
	}
	hint := ""
	switch {
	case t.Is("="):
		return s.fail(t.Start, "equality is ==, implication is ->",
			"= assigns: a formula only looks at states")
	case t.Is("++"), t.Is("--"):
		return s.fail(t.Start, "", "%s assigns: a formula only looks at states", t.Text)
	case t.Type == expr.Bad && '0' <= t.Text[0] && t.Text[0] <= '9':
		msg, hint := t.Why()
		return s.fail(t.Start, hint, "%s", msg)
	case dialects[before] != "":
		hint = dialects[before]
	case t.Text == "R":
		hint = dialects["R"]
	case t.Type == expr.EOF && i == 0:
		return s.fail(t.Start, "such as [] (p -> <> q)", "the formula is empty")
	case end == i+1 && t.Type != expr.Name && expr.IsOperator(t.Text):
		hint = "a formula or expression is missing before " + s.show(i)
	}
	if t.Type == expr.EOF {
		return s.fail(t.Start, hint, "the formula ends too early")
	}
	return s.fail(s.toks[i].Start, hint, "unexpected %s", s.between(i, max(end, i+1)))
}
