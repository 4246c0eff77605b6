package expr

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// operators of several characters, the longest first, so that the longest one matches
var operators = []string{"<->", longArrow, "::", "..", "->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++",
	"--", "!!", "??"}

// longArrow is an arrow to SPIN, too.
const longArrow = "-->"

const single = "()[]{},.:;=<>+-*/%&|^~!?@"

// Lex splits a text into tokens; the last is EOF.
func Lex(text []byte) []Token {
	out := make([]Token, 0, 16+len(text)/3)
	for at := 0; ; {
		t := Next(text, at)
		out = append(out, t)
		if t.Type == EOF {
			return out
		}
		at = t.End
	}
}

// Next returns the first token at or after a byte of the text, or EOF at its end.
func Next(text []byte, from int) Token {
	newline := false
	for i := from; i < len(text); {
		switch c := text[i]; {
		case c == '\n':
			newline = true
			i++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
		case c == '*' && i+1 < len(text) && text[i+1] == '/':
			i += 2
		default:
			t := read(text[i:])
			t.Newline, t.Start, t.End = newline, i, i+len(t.Text)
			if t.Text == longArrow {
				t.Type, t.Text = Separator, "->"
			}
			return t
		}
	}
	return Token{Type: EOF, Newline: true, Start: len(text), End: len(text)}
}

func isLetter(c byte) bool { return c == '_' || c|32 >= 'a' && c|32 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// read reads the token at the start of a text.
func read(b []byte) Token {
	n := 0
	for n < len(b) && (isLetter(b[n]) || isDigit(b[n])) {
		n++
	}
	switch c := b[0]; {
	case isDigit(c):
		return number(string(b[:n]))
	case isLetter(c):
		t := Token{Type: Name, Text: string(b[:n])}
		if k, ok := keywords[t.Text]; ok {
			t.Type = k
			if k == Const && t.Text != "false" {
				t.Val = 1
			}
		}
		return t
	case c == '"':
		return quoted(b)
	case c == '\'':
		return character(b)
	}
	for _, op := range operators {
		if len(b) >= len(op) && string(b[:len(op)]) == op {
			if op == "->" {
				return Token{Type: Separator, Text: op}
			}
			return Token{Type: Punct, Text: op}
		}
	}
	switch {
	case b[0] == ';':
		return Token{Type: Separator, Text: ";"}
	case strings.IndexByte(single, b[0]) >= 0:
		return Token{Type: Punct, Text: string(b[:1])}
	}
	_, size := utf8.DecodeRune(b)
	return Token{Type: Bad, Text: string(b[:size])}
}

// Why explains a Bad token, with a hint what to write instead.
func (t *Token) Why() (msg, hint string) {
	switch c := t.Text[0]; {
	case isDigit(c):
		return "bad number " + t.Text, "numbers are decimal, without a suffix"
	case c == '"':
		return "unterminated string", `close it with " on the same line`
	case c == '\'':
		return "bad character constant", "write it as 'c'"
	}
	r, _ := utf8.DecodeRuneInString(t.Text)
	return "unexpected character " + strconv.QuoteRune(r), ""
}

func number(word string) Token {
	t := Token{Type: Const, Text: word}
	if strings.ContainsFunc(word, func(r rune) bool { return !isDigit(byte(r)) }) {
		t.Type = Bad
		return t
	}
	v, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		v = -1
	}
	t.Val = int32(v)
	return t
}

func quoted(b []byte) Token {
	for i := 1; i < len(b) && b[i] != '\n'; i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return Token{Type: String, Text: string(b[:i+1])}
		}
	}
	n := len(b)
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		n = i
	}
	return Token{Type: Bad, Text: string(b[:n])}
}

// escapes has the characters for letters after \. All others mean themselves.
var escapes = map[byte]int32{'n': '\n', 'r': '\r', 't': '\t', 'f': '\f'}

func character(b []byte) Token {
	switch {
	case len(b) >= 4 && b[1] == '\\' && b[3] == '\'':
		v, ok := escapes[b[2]]
		if !ok {
			v = int32(b[2])
		}
		return Token{Type: Const, Text: string(b[:4]), Val: v}
	case len(b) >= 3 && b[1] != '\n' && b[1] != '\'' && b[2] == '\'':
		return Token{Type: Const, Text: string(b[:3]), Val: int32(b[1])}
	}
	return Token{Type: Bad, Text: "'"}
}
