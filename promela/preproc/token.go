package preproc

import "strings"

// kind classifies a preprocessing token.
type kind uint8

const (
	kEOF     kind = iota
	kPadding      // no text; flags report whether it replaces a token, and whether a blank preceded that
	kName
	kNumber
	kChar
	kString
	kOther // a byte that is no token in C, or an unclosed quote with the rest of the line
	kParam // a parameter in a macro's replacement

	// Operators. Those up to kShl become another operator if '=' follows.
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
	kPunct // any other, which is never combined
)

const (
	fBOL       uint8 = 1 << iota // first on its line
	fWhite                       // preceded by a blank, comment or newline
	fStringify                   // a parameter after #
	fPasteLeft                   // ## follows
	fNoExpand                    // seen while its macro was being expanded, so never expanded again
	fSource                      // padding that replaces a token
)

// token is a preprocessing token.
type token struct {
	text  string
	id    *ident // for a kName or kParam
	loc   int32  // its place
	line  int32  // line of loc, in the file's own count
	exp   int32  // the expansion whose macro's body contains it; 0 in running text
	kind  kind
	flags uint8
	param uint16 // index of the parameter, for a kParam
}

func (t *token) white() bool { return t.flags&fWhite != 0 }

// gluePadding separates its neighbours without a blank of its own.
var gluePadding = token{kind: kPadding}

// paddingFor returns padding that replaces an expanded token.
func paddingFor(t *token) token {
	return token{kind: kPadding, flags: fSource | t.flags&fWhite}
}

// spacing determines the blank before a token from the padding before it.
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

// gluing has, by kind, the first bytes of operators that would extend a token.
var gluing = [kPunct + 1]string{
	kGt: ">", kLt: "<%:", kPlus: "+", kMinus: "->", kDiv: "/*", kMod: ":%", kAnd: "&", kOr: "|", kColon: ":>",
	kArrow: "*", kHash: "#%",
}

// glues reports whether b directly after a would be read differently.
func glues(a, b *token) bool {
	var c byte
	if b.kind >= kEq {
		c = b.text[0]
	}
	if a.kind >= kEq && a.kind <= kShl && c == '=' {
		return true
	}
	switch a.kind {
	case kDot:
		return c == '.' || c == '%' || b.kind == kNumber
	case kName:
		return b.kind == kName || b.kind == kChar || b.kind == kString || b.kind == kNumber && allWord(b.text)
	case kNumber:
		return b.kind == kNumber || b.kind == kName || b.kind == kChar || c == '.' || c == '+' || c == '-'
	case kOther:
		return a.text[0] == '\\' && b.kind == kName
	}
	return strings.IndexByte(gluing[a.kind], c) >= 0
}

func allWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if class[s[i]]&isWord == 0 {
			return false
		}
	}
	return true
}
