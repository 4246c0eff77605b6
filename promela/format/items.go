package format

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"gospin/promela/expr"
)

// kind is the kind of an item.
type kind uint8

const (
	token kind = iota
	comment
	lineComment // ends its line
	directive
)

// tab is the width of a tab.
const tab = 8

// item is a token, a comment or a directive, as it stands in the text.
type item struct {
	expr.Token
	kind   kind
	at     int  // its index
	breaks int  // newlines before it
	blank  bool // blanks or newlines precede it
	col    int  // its column
	// its spacing on both sides
	left, right side
}

// Tokens returns the tokens of a text before preprocessing, without comments and directives. Lines must end
// in
//
// . The last token is EOF.
func Tokens(text []byte) []expr.Token {
	code, _ := blanked(text)
	return expr.Lex(code)
}

// Comments returns the comments and directives of a text whose lines end in
//
// . Blanks may precede the # of a directive.
func Comments(text []byte) (out []expr.Token) {
	_, others := blanked(text)
	for _, it := range others {
		out = append(out, it.Token)
	}
	return out
}

// items splits a text whose lines end in
//
// . The last item is EOF. With calls, the text between the parentheses of a call is one token.
func items(text []byte, calls bool) []item {
	code, others := blanked(text)
	toks := expr.Lex(code)
	out := make([]item, 0, len(toks)+len(others))
	at, col := 0, 0 // after the last item
	add := func(it item) {
		if it.Start < at {
			return // inside an unclosed item
		}
		gap := text[at:it.Start]
		it.breaks = bytes.Count(gap, []byte("\n"))
		it.blank = len(gap) > 0
		it.at = len(out)
		it.col = advanced(col, gap)
		col = advanced(it.col, text[it.Start:it.End])
		out = append(out, it)
		at = it.End
	}
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		for len(others) > 0 && others[0].Start <= t.Start {
			add(others[0])
			others = others[1:]
		}
		if end := t.Start + len(number().Find(code[t.Start:])); t.Type == expr.Const && end > t.End &&
			bytes.ContainsFunc(code[t.End:end], unicode.IsLetter) {
			for t.End, t.Text = end, string(code[t.Start:end]); toks[i+1].Start < end; {
				i++
			}
		}
		if calls && t.Is("(") && i > 0 && toks[i-1].Type == expr.Name {
			if end := matching(toks, i); end > i {
				t.End = toks[end].End
				t.Text, t.Type = string(text[t.Start:t.End]), expr.Name
				for len(others) > 0 && others[0].Start < t.End {
					others = others[1:]
				}
				i = end
			}
		}
		add(item{Token: t})
	}
	return out
}

// number matches what the preprocessor reads as one token, so that 0..N does not contain N.
var number = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9]([eEpP][+-]|[.\w])*`)
})

// matching returns the index of the token that closes a parenthesis, or 0.
func matching(toks []expr.Token, open int) int {
	depth := 0
	for i := open; i < len(toks); i++ {
		switch {
		case toks[i].Is("("):
			depth++
		case toks[i].Is(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// width returns the width of a text that begins a line.
func width(s string) int { return advanced(0, []byte(s)) }

// advanced returns the column after a text that begins in a column.
func advanced(col int, text []byte) int {
	for _, c := range text {
		switch {
		case c == '\n':
			col = 0
		case c == '\t':
			col = indented(col)
		case c&0xC0 != 0x80: // first byte of a character
			col++
		}
	}
	return col
}

// blanked replaces comments, directives, and newlines after a backslash by blanks. It returns the first two
// as items.
func blanked(text []byte) ([]byte, []item) {
	code := bytes.Clone(text)
	var out []item
	begins := true // the line has only blanks so far
	for i := 0; i < len(text); {
		c := text[i]
		next := byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		end, k := i, token
		switch {
		case c == '\n':
			begins = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r':
			i++
			continue
		case c == '\\':
			end := i + 1
			for end < len(text) && strings.IndexByte(" \t\f\v", text[end]) >= 0 {
				end++
			}
			if end < len(text) && text[end] == '\n' {
				code[i], code[end] = ' ', ' '
				i = end
			}
			i++
			continue
		case c == '#' && begins:
			end, k = directiveEnd(text, i), directive
			if never().Match(text[i:end]) {
				end = groupEnd(text, end)
			}
			if i = bytes.LastIndexByte(text[:i], '\n') + 1; len(out) > 0 {
				i = max(i, out[len(out)-1].End)
			}
		case c == '/' && next == '/':
			end, k = lineEnd(text, i), lineComment
		case c == '/' && next == '*':
			end, k = commentEnd(text, i), comment
		case c == '"' || c == '\'':
			begins = false
			i = quotedEnd(text, i)
			continue
		default:
			begins = false
			i++
			continue
		}
		it := item{kind: k}
		it.Start, it.End = i, end
		it.Text = strings.TrimRight(string(text[i:end]), " \t\f\v\r\n")
		out = append(out, it)
		for j := i; j < end; j++ {
			if code[j] != '\n' {
				code[j] = ' '
			}
		}
		i = end
	}
	return code, out
}

// lineEnd returns the end of a line, including lines continued by a backslash.
func lineEnd(text []byte, i int) int {
	for ; i < len(text); i++ {
		if text[i] == '\n' && !continued(text[:i]) {
			break
		}
	}
	return i
}

// continued reports whether a line ends with a backslash, ignoring blanks after it.
func continued(line []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(line, " \t\f\v\r"), []byte(`\`))
}

// directiveEnd returns the end of a directive, whose comments may extend beyond its line.
func directiveEnd(text []byte, i int) int {
	for i < len(text) {
		switch {
		case text[i] == '\n' && !continued(text[:i]):
			return i
		case bytes.HasPrefix(text[i:], []byte("/*")):
			i = commentEnd(text, i)
		case bytes.HasPrefix(text[i:], []byte("//")):
			return lineEnd(text, i)
		case text[i] == '"' || text[i] == '\'':
			i = quotedEnd(text, i)
		default:
			i++
		}
	}
	return i
}

// never matches the beginning of a group that is always excluded.
var never = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^#[ \t]*if[ \t]+0\s*$`)
})

var conditional = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b`)
})

// groupEnd returns the end of the group of an #if that ends at a place: before the newline that precedes
// #endif or #else.
func groupEnd(text []byte, from int) int {
	depth := 0
	for _, m := range conditional().FindAllSubmatchIndex(text[from:], -1) {
		word := string(text[from+m[2] : from+m[3]])
		switch {
		case strings.HasPrefix(word, "if"):
			depth++
		case depth == 0:
			return max(from, from+m[0]-1)
		case word == "endif":
			depth--
		}
	}
	return len(text)
}

func commentEnd(text []byte, i int) int {
	if n := bytes.Index(text[i+2:], []byte("*/")); n >= 0 {
		return i + 2 + n + 2
	}
	return len(text)
}

// quotedEnd returns the end of a string or a character, or, if it is unclosed, the end of the line.
func quotedEnd(text []byte, i int) int {
	for j := i + 1; j < len(text) && text[j] != '\n'; j++ {
		switch text[j] {
		case '\\':
			j++
		case text[i]:
			return j + 1
		}
	}
	return lineEnd(text, i)
}

// separates reports whether an item is ; or ->.
func (t *item) separates() bool { return t.kind == token && t.Type == expr.Separator }

// Is reports whether an item is a keyword or a sign.
func (t *item) Is(text string) bool { return t.kind == token && t.Token.Is(text) }
