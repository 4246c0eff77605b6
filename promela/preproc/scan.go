package preproc

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

func scanOperator(s string, i int) (kind, int) {
	var d, e byte // the two bytes after the first
	if i+1 < len(s) {
		d = s[i+1]
	}
	if i+2 < len(s) {
		e = s[i+2]
	}
	// choose handles operators that can be doubled or followed by '='.
	choose := func(single, double, withEq kind) (kind, int) {
		switch {
		case d == s[i] && double != kEOF:
			return double, i + 2
		case d == '=' && withEq != kEOF:
			return withEq, i + 2
		}
		return single, i + 1
	}
	switch s[i] {
	case '=':
		return choose(kEq, kEqEq, kEOF)
	case '!':
		return choose(kNot, kEOF, kNotEq)
	case '+':
		return choose(kPlus, kPunct, kAssignOp)
	case '-':
		if d == '>' {
			return kArrow, i + 2
		}
		return choose(kMinus, kPunct, kAssignOp)
	case '*':
		return choose(kMul, kEOF, kAssignOp)
	case '/':
		return choose(kDiv, kEOF, kAssignOp)
	case '&':
		return choose(kAnd, kAndAnd, kAssignOp)
	case '|':
		return choose(kOr, kOrOr, kAssignOp)
	case '^':
		return choose(kXor, kEOF, kAssignOp)
	case '#':
		return choose(kHash, kPaste, kEOF)
	case '>':
		if d == '>' && e == '=' {
			return kAssignOp, i + 3
		}
		return choose(kGt, kShr, kGe)
	case '<':
		switch {
		case d == '<' && e == '=':
			return kAssignOp, i + 3
		case d == ':' || d == '%':
			return kPunct, i + 2
		}
		return choose(kLt, kShl, kLe)
	case '%':
		switch {
		case d == ':' && e == '%' && i+3 < len(s) && s[i+3] == ':':
			return kPaste, i + 4
		case d == ':':
			return kHash, i + 2
		case d == '>':
			return kPunct, i + 2
		}
		return choose(kMod, kEOF, kAssignOp)
	case ':':
		if d == '>' {
			return kPunct, i + 2
		}
		return choose(kColon, kScope, kEOF)
	case '.':
		if d == '.' && e == '.' {
			return kEllipsis, i + 3
		}
		return kDot, i + 1
	case '~':
		return kTilde, i + 1
	case '?':
		return kQuery, i + 1
	case ',':
		return kComma, i + 1
	case '(':
		return kOpen, i + 1
	case ')':
		return kClose, i + 1
	case '[', ']', '{', '}', ';':
		return kPunct, i + 1
	}
	return kOther, i + 1
}
