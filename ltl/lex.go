package ltl

import (
	"strings"
	"unicode/utf8"
)

// kind is what sort of token it is.
type kind uint8

const (
	tEnd kind = iota
	tName
	tNumber
	tSign // an operator or bracket; words for operators too, in SPIN's sign for them
	tOther
)

// token is a piece of the formula text. start and end are byte offsets.
type token struct {
	kind       kind
	text       string // for a word like "always", the sign
	start, end int
}

// words stand for signs. They cannot be names of variables in a formula; in SPIN neither.
var words = map[string]string{
	"always": "[]", "eventually": "<>", "next": "X", "X": "X", "until": "U", "stronguntil": "U", "U": "U",
	"weakuntil": "W", "W": "W", "release": "V", "V": "V", "implies": "->", "equivalent": "<->", "not": "!",
}

// longSigns are those of more than one character, longest first.
var longSigns = []string{
	"<->", "[]", "<>", "->", "&&", "||", "/\\", "\\/", "==", "!=", "<=", ">=", "<<", ">>", "??", "++", "--",
}

// lex splits a formula. A character that begins no token becomes a tOther, which the parser refuses.
func lex(text string) []token {
	var out []token
	for i := 0; i < len(text); {
		c := text[i]
		if strings.IndexByte(" \t\r\n\f\v", c) >= 0 {
			i++
			continue
		}
		t := token{start: i}
		switch rest := text[i:]; {
		case isNameRune(rune(c)):
			n := 1
			for n < len(rest) && isNameRune(rune(rest[n])) {
				n++
			}
			t.kind, t.text = tName, rest[:n]
			if '0' <= c && c <= '9' {
				t.kind = tNumber
			} else if sign, ok := words[t.text]; ok {
				t.kind, t.text = tSign, sign
			}
			i += n
		case c == '\'' && len(rest) >= 3 && (rest[2] == '\'' && rest[1] != '\\' || len(rest) >= 4 && rest[1] == '\\' && rest[3] == '\''):
			n := strings.IndexByte(rest[2:], '\'') + 3
			t.kind, t.text = tNumber, rest[:n]
			i += n
		default:
			i += t.sign(rest)
		}
		t.end = i
		out = append(out, t)
	}
	return append(out, token{kind: tEnd, start: len(text), end: len(text)})
}

// sign makes the token an operator or bracket, and returns its length.
func (t *token) sign(rest string) int {
	for _, s := range longSigns {
		if strings.HasPrefix(rest, s) {
			t.kind, t.text = tSign, s
			switch s {
			case "/\\":
				t.text = "&&"
			case "\\/":
				t.text = "||"
			}
			return len(s)
		}
	}
	if strings.IndexByte("!~()[]{}+-*/%&^|<>=@:.,?;", rest[0]) >= 0 {
		t.kind, t.text = tSign, rest[:1]
		return 1
	}
	_, n := utf8.DecodeRuneInString(rest)
	t.kind, t.text = tOther, rest[:n]
	return n
}
