package promela

import (
	"strings"
	"unicode"
)

// Written returns a statement as in the source. If a part that is not a constant comes from a macro or an
// inline's parameter, it returns the expanded statement.
func (m *Model) Written(s Stmt) string {
	s = Unlabelled(s)
	plain := Plain(s)
	if text := match(m.from(s.At()), plain, m.reading(s), true); text != "" {
		return text
	}
	return plain
}

// WrittenExpr returns an expression of a statement as in the source, if it can be found there.
func (m *Model) WrittenExpr(s Stmt, e Expr) string {
	plain := PlainExpr(e)
	s = Unlabelled(s)
	if text := match(m.from(s.At()), plain, m.reading(s), false); text != "" {
		return text
	}
	return plain
}

// WrittenFormula returns a formula as in the source.
func (m *Model) WrittenFormula(l *LTL) string {
	_, text, found := strings.Cut(m.from(l.Pos), "{")
	depth := 1
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 && found && !l.FromOptions {
			return strings.Join(strings.Fields(text[:i]), " ")
		}
	}
	return PlainExpr(l.X)
}

// maxLines limits the lines of a statement that is shown as in the source.
const maxLines = 6

// from returns the text that begins at a place, without comments.
func (m *Model) from(p Pos) string {
	if m.Line == nil || p.Line == 0 {
		return ""
	}
	var b strings.Builder
	for i := range maxLines {
		line := m.Line(Pos{File: p.File, Line: p.Line + i, Col: 1})
		if i == 0 {
			if p.Col < 1 || p.Col > len(line) {
				return ""
			}
			line = line[p.Col-1:]
		}
		line, _, _ = strings.Cut(line, "//")
		b.WriteString(line + " ")
	}
	text := b.String()
	for {
		before, rest, found := strings.Cut(text, "/*")
		if !found {
			return text
		}
		_, after, _ := strings.Cut(rest, "*/")
		text = before + " " + after
	}
}

// word is a token of a text, with its position.
type word struct {
	text     string
	from, to int
}

// wordsOf returns the tokens of a text, except parentheses and commas.
func wordsOf(text string) (out []word) {
	for i := 0; i < len(text); {
		n := wordLength(text[i:])
		if w := text[i : i+n]; strings.TrimSpace(w) != "" && !strings.Contains("(),", w) {
			out = append(out, word{w, i, i + n})
		}
		i += n
	}
	return out
}

func inName(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// wordLength returns the length of the token at the beginning of a text.
func wordLength(text string) int {
	if text[0] == '"' {
		for i := 1; i < len(text); i++ {
			if text[i] == '\\' {
				i++
			} else if text[i] == '"' {
				return i + 1
			}
		}
		return len(text)
	}
	if n := strings.IndexFunc(text, func(c rune) bool { return !inName(c) }); n > 0 {
		return n
	} else if n < 0 {
		return len(text)
	}
	for _, op := range []string{"<->", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "->", "++", "--", "[]", "<>"} {
		if strings.HasPrefix(text, op) {
			return len(op)
		}
	}
	return 1
}

// match finds the words of a plain text in the source, or, with atStart, only at its beginning. It returns
// that part of the source with single blanks, or "" if the words are not there.
func match(source, plain string, means meaning, atStart bool) string {
	want, have := wordsOf(plain), wordsOf(source)
	for first := range have {
		if first+len(want) > len(have) || atStart && first > 0 || len(want) == 0 {
			break
		}
		n := 0
		for n < len(want) && means(have[first+n].text, want[n].text) {
			n++
		}
		if n == len(want) {
			to := have[first+n-1].to
			if rest := source[to:]; strings.HasSuffix(plain, "()") && strings.HasPrefix(rest, "()") {
				to += len("()")
			}
			return cut(source, have[first].from, to)
		}
	}
	return ""
}

// meaning reports whether a word of the source can mean a word of a plain text.
type meaning func(have, want string) bool

// reading returns the meaning for a statement's source: a macro may mean a constant. In an inline, a name may
// be a parameter, so only the names of Promela's own constants are accepted.
func (m *Model) reading(s Stmt) meaning {
	inlined := len(m.Calls[s]) > 0
	return func(have, want string) bool {
		switch {
		case have == want:
			return true
		case strings.Trim(want, "0123456789") != "" || !unicode.IsLetter(rune(have[0])) && have[0] != '_':
			return false
		case have == "true" || have == "false" || have == "skip":
			return true
		}
		return !inlined && have != "else" && have != "timeout"
	}
}

// cut returns a part of the source with all its parentheses, and without unnecessary blanks.
func cut(source string, from, to int) string {
	// closing ones whose opening ones lie before, and then opening ones whose closing ones lie behind
	depth, least := 0, 0
	for _, c := range source[from:to] {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		least = min(least, depth)
	}
	for depth -= least; least < 0 && from > 0 && strings.ContainsRune("( \t", rune(source[from-1])); {
		if from--; source[from] == '(' {
			least++
		}
	}
	for depth > 0 && to < len(source) && strings.ContainsRune(") \t", rune(source[to])) {
		if source[to] == ')' {
			depth--
		}
		to++
	}
	if depth != 0 || least != 0 {
		return ""
	}
	return strings.Join(strings.Fields(source[from:to]), " ")
}
