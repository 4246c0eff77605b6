package preproc

import "strings"

// Classes of bytes.
const (
	isStart uint8 = 1 << iota // can begin a name
	isWord                    // can continue a name
	isDigit
	isBlank
)

var class = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c == '$', c >= 0x80:
			t[c] = isStart | isWord
		case c >= '0' && c <= '9':
			t[c] = isDigit | isWord
		case c == ' ', c == '\t', c == '\f', c == '\v', c == '\r':
			t[c] = isBlank
		}
	}
	return t
}()

// scan reads the token at s[i], which must not be a blank, a newline or the start of a comment, and returns
// its kind and end.
func scan(s string, i int) (kind, int) {
	c := s[i]
	switch {
	case class[c]&isStart != 0:
		for i++; i < len(s) && class[s[i]]&isWord != 0; i++ {
		}
		return kName, i
	case class[c]&isDigit != 0, c == '.' && i+1 < len(s) && class[s[i+1]]&isDigit != 0:
		return kNumber, scanNumber(s, i)
	case c == '\'' || c == '"':
		return scanQuoted(s, i)
	}
	return scanOperator(s, i)
}

func scanNumber(s string, i int) int {
	for i++; i < len(s); i++ {
		c := s[i]
		if class[c]&isWord != 0 || c == '.' {
			continue
		}
		if c == '+' || c == '-' {
			switch s[i-1] {
			case 'e', 'E', 'p', 'P':
				continue
			}
		}
		break
	}
	return i
}

func scanQuoted(s string, i int) (kind, int) {
	quote := s[i]
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case quote:
			if quote == '"' {
				return kString, j + 1
			}
			return kChar, j + 1
		case '\\':
			if j+1 < len(s) && s[j+1] != '\n' && (s[j+1] != '\r' || j+2 < len(s) && s[j+2] != '\n') {
				j++
			}
		case '\n':
			return kOther, trimBlanks(s, i, j)
		}
	}
	return kOther, trimBlanks(s, i, len(s))
}

// trimBlanks excludes the carriage return at the end of a line from the token.
func trimBlanks(s string, from, to int) int {
	if to > from && s[to-1] == '\r' {
		to--
	}
	return to
}

type operator struct {
	text string
	kind kind
}

// operators has the operators of C by their first bytes, longer ones before those that begin like them.
var operators = func() (t [256][]operator) {
	for _, o := range []struct {
		kind  kind
		texts string
	}{
		{kPaste, "%:%: ##"}, {kEllipsis, "..."}, {kAssignOp, ">>= <<= += -= *= /= %= &= |= ^="},
		{kArrow, "->"}, {kEqEq, "=="}, {kNotEq, "!="}, {kGe, ">="}, {kLe, "<="}, {kShr, ">>"}, {kShl, "<<"},
		{kAndAnd, "&&"}, {kOrOr, "||"}, {kScope, "::"}, {kHash, "%: #"},
		{kPunct, "++ -- <: <% %> :> [ ] { } ;"},
		{kEq, "="}, {kNot, "!"}, {kGt, ">"}, {kLt, "<"}, {kPlus, "+"}, {kMinus, "-"}, {kMul, "*"}, {kDiv, "/"},
		{kMod, "%"}, {kAnd, "&"}, {kOr, "|"}, {kXor, "^"}, {kTilde, "~"}, {kQuery, "?"}, {kColon, ":"},
		{kComma, ","}, {kOpen, "("}, {kClose, ")"}, {kDot, "."},
	} {
		for text := range strings.FieldsSeq(o.texts) {
			t[text[0]] = append(t[text[0]], operator{text, o.kind})
		}
	}
	return t
}()

func scanOperator(s string, i int) (kind, int) {
	for _, o := range operators[s[i]] {
		if strings.HasPrefix(s[i:], o.text) {
			return o.kind, i + len(o.text)
		}
	}
	return kOther, i + 1
}
