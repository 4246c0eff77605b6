package promela

import (
	"strconv"

	"gospin/promela/diag"
	"gospin/promela/preproc"
)

// operators in order of length, so that the longest matches.
var operators = []string{"<->", "::", "..", "->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++", "--", "!!", "??"}

type scanner struct {
	src  *preproc.Text
	b    []byte
	i    int
	errs diag.List
}

// lex splits the preprocessed text into tokens; the last is tEOF.
func lex(src *preproc.Text) ([]token, diag.List) {
	l := &scanner{src: src, b: src.Bytes}
	var out []token
	nl := false
	for l.i < len(l.b) {
		c := l.b[l.i]
		switch {
		case c == '\n':
			nl = true
			l.i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			l.i++
			continue
		case c == '*' && l.i+1 < len(l.b) && l.b[l.i+1] == '/':
			l.i += 2
			continue
		}
		t := token{nl: nl}
		t.pos, t.notes = l.src.At(l.i)
		if l.token(&t) {
			out = append(out, t)
			nl = false
		}
		if len(l.errs) > 20 {
			break
		}
	}
	end := token{kind: tEOF, nl: true}
	end.pos, end.notes = src.At(len(l.b))
	return append(out, end), l.errs
}

func (l *scanner) fail(t *token, msg, hint string) bool {
	l.errs = append(l.errs, &diag.Diagnostic{Pos: t.pos, Msg: msg, Hint: hint, Source: l.src.Line(t.pos), Notes: t.notes})
	return false
}

func isLetter(c byte) bool { return c == '_' || c|32 >= 'a' && c|32 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// token reads one token at l.i; false if it is no token.
func (l *scanner) token(t *token) bool {
	start := l.i
	c := l.b[l.i]
	for l.i < len(l.b) && (isLetter(l.b[l.i]) || isDigit(l.b[l.i])) {
		l.i++
	}
	word := string(l.b[start:l.i])
	switch {
	case isLetter(c):
		t.kind, t.text = tName, word
		if keywords[word] {
			t.kind = tKeyword
		}
		switch word {
		case "true", "skip":
			t.kind, t.val = tConst, 1
		case "false":
			t.kind = tConst
		}
		return true
	case isDigit(c):
		for _, d := range []byte(word) {
			if !isDigit(d) {
				return l.fail(t, "bad number "+word, "numbers are decimal, without a suffix")
			}
		}
		v, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			v = -1
		}
		t.kind, t.text, t.val = tConst, word, int32(v)
		return true
	case c == '"':
		return l.str(t)
	case c == '\'':
		return l.char(t)
	}
	for _, op := range operators {
		if len(l.b)-start >= len(op) && string(l.b[start:start+len(op)]) == op {
			l.i = start + len(op)
			t.kind, t.text = tPunct, op
			return true
		}
	}
	l.i = start + 1
	switch c {
	case '(', ')', '[', ']', '{', '}', ',', '.', ':', ';', '=', '<', '>', '+', '-', '*', '/', '%', '&', '|', '^', '~', '!', '?', '@':
		t.kind, t.text = tPunct, string(c)
		return true
	}
	return l.fail(t, "unexpected character "+strconv.QuoteRune(rune(c)), "")
}

func (l *scanner) str(t *token) bool {
	start := l.i
	for l.i++; l.i < len(l.b); l.i++ {
		switch l.b[l.i] {
		case '\\':
			l.i++
		case '\n':
			return l.fail(t, "unterminated string", `close it with " on the same line`)
		case '"':
			l.i++
			t.kind, t.text = tString, string(l.b[start:l.i])
			return true
		}
	}
	l.i = len(l.b)
	return l.fail(t, "unterminated string", `close it with " on the same line`)
}

func (l *scanner) char(t *token) bool {
	b := l.b[l.i:]
	t.kind = tConst
	switch {
	case len(b) >= 4 && b[1] == '\\' && b[3] == '\'':
		t.text, t.val = string(b[:4]), int32(b[2])
		switch b[2] {
		case 'n':
			t.val = '\n'
		case 'r':
			t.val = '\r'
		case 't':
			t.val = '\t'
		case 'f':
			t.val = '\f'
		}
		l.i += 4
	case len(b) >= 3 && b[1] != '\n' && b[1] != '\'' && b[2] == '\'':
		t.text, t.val = string(b[:3]), int32(b[1])
		l.i += 3
	default:
		l.i++
		return l.fail(t, "bad character constant", "write it as 'c'")
	}
	return true
}
