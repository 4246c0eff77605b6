package ltl

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error is what is wrong with a formula's text.
type Error struct {
	Text   string // the formula
	Column int    // in bytes from 1, of the first offending character
	Msg    string
	Hint   string // what to write instead; may be empty
}

// Error is the message on one line, without the hint.
func (e *Error) Error() string { return fmt.Sprintf("formula, column %d: %s", e.Column, e.Msg) }

// Caret is the line of the formula in which the error is, with a caret below the place.
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

// bad is the panic with which the parser leaves; Parse turns it into the error.
type bad struct{ err *Error }

func (p *parser) fail(at int, hint, format string, args ...any) {
	for at > 0 && at < len(p.text) && !utf8.RuneStart(p.text[at]) {
		at--
	}
	panic(bad{&Error{Text: p.text, Column: at + 1, Msg: fmt.Sprintf(format, args...), Hint: hint}})
}
