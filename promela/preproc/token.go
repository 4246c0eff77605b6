package preproc

// kind classifies a preprocessing token.
type kind uint8

const (
	kEOF     kind = iota
	kPadding      // no text; flags tell whether it stands for a token, and whether that had a blank before it
	kName
	kNumber
	kChar
	kString
	kOther // a byte that is nothing in C, or a quote without its partner and the rest of the line
	kParam // a parameter in a macro's replacement

	// Operators. Those up to kShl become another operator when '=' is glued to them.
	kEq
	kNot
	kGt
	kLt
	kPlus
	kMinus
	kMul
	kDiv
	kMod
	kAnd
	kOr
	kXor
	kShr
	kShl

	kTilde
	kAndAnd
	kOrOr
	kQuery
	kColon
	kScope
	kComma
	kOpen
	kClose
	kEqEq
	kNotEq
	kGe
	kLe
	kAssignOp // += and the like
	kArrow
	kDot
	kEllipsis
	kHash
	kPaste // ##
	kPunct // any other: never glued to anything
)

const (
	fBOL       uint8 = 1 << iota // first on its line
	fWhite                       // a blank, a comment or a newline stood before it
	fStringify                   // a parameter after #
	fPasteLeft                   // ## follows
	fNoExpand                    // was met while its macro was being expanded: never a macro again
	fSource                      // padding that stands for a token
)

// token is a preprocessing token.
type token struct {
	text  string
	id    *ident // of a kName or kParam
	loc   int32  // where it is written
	line  int32  // the line of loc, as the file counts
	exp   int32  // the expansion whose macro's body it is written in; 0 if it is written in the running text
	kind  kind
	flags uint8
	param uint16 // which parameter a kParam is
}

func (t *token) white() bool { return t.flags&fWhite != 0 }

// gluePadding says that nothing stood here, but that the neighbours must not be glued together.
var gluePadding = token{kind: kPadding}

// paddingFor stands for the token in whose place a replacement comes.
func paddingFor(t *token) token {
	return token{kind: kPadding, flags: fSource | t.flags&fWhite}
}

// spacing decides on the blank before a token from the padding in front of it.
type spacing struct{ set, white bool }

func (s *spacing) pad(t *token) {
	if !s.set || !s.white && t.flags&fSource == 0 {
		s.of(t)
	}
}

func (s *spacing) of(t *token) {
	s.set = t.kind != kPadding || t.flags&fSource != 0
	s.white = t.white()
}

// glues reports whether b written right after a would be read as something else.
func glues(a, b *token) bool {
	var c byte
	if b.kind >= kEq {
		c = b.text[0]
	}
	if a.kind >= kEq && a.kind <= kShl && c == '=' {
		return true
	}
	switch a.kind {
	case kGt:
		return c == '>'
	case kLt:
		return c == '<' || c == '%' || c == ':'
	case kPlus:
		return c == '+'
	case kMinus:
		return c == '-' || c == '>'
	case kDiv:
		return c == '/' || c == '*'
	case kMod:
		return c == ':' || c == '%'
	case kAnd:
		return c == '&'
	case kOr:
		return c == '|'
	case kColon:
		return c == ':' || c == '>'
	case kArrow:
		return c == '*'
	case kDot:
		return c == '.' || c == '%' || b.kind == kNumber
	case kHash:
		return c == '#' || c == '%'
	case kName:
		return b.kind == kName || b.kind == kChar || b.kind == kString || b.kind == kNumber && allWord(b.text)
	case kNumber:
		return b.kind == kNumber || b.kind == kName || b.kind == kChar || c == '.' || c == '+' || c == '-'
	case kOther:
		return a.text[0] == '\\' && b.kind == kName
	}
	return false
}

func allWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if class[s[i]]&isWord == 0 {
			return false
		}
	}
	return true
}
