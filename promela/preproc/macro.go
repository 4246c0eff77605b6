package preproc

import (
	"math"

	"gospin/promela/diag"
)

// macro is a definition.
type macro struct {
	name     string
	loc      int32 // of the name
	function bool
	variadic bool // the last parameter takes all remaining arguments
	params   []*ident
	body     []token
	used     bool
}

// define executes #define.
func (p *reader) define() {
	id, at, ok := p.macroName("define")
	if !ok {
		return
	}
	m := &macro{name: id.name, loc: at.loc}
	t := p.lexToken()
	if t.kind == kOpen && !t.white() {
		m.function = true
		if !p.parameters(m) {
			return
		}
		t = p.lexToken()
	} else if t.kind != kEOF && !t.white() {
		p.warnf(t.loc, "no blank after the macro's name")
	}
	if !p.body(m, t) {
		return
	}
	p.noteRedefinition(id, m, at)
	id.macro, id.builtin = m, noBuiltin
}

func (p *reader) noteRedefinition(id *ident, m *macro, at token) {
	switch {
	case id.builtin != noBuiltin:
		p.warnf(at.loc, "%q redefined", id.name).Name = "macro-redefined"
	case id.macro != nil && !same(id.macro, m):
		first, _ := p.position(id.macro.loc)
		text := "%q redefined"
		if first.File == commandLine {
			text += ": its -D has no effect"
		}
		d := p.warnf(at.loc, text, id.name)
		d.Name = "macro-redefined"
		d.Hint = "put it between #ifndef " + id.name + " and #endif to keep the first definition"
		d.Notes = append([]diag.Note{p.note(id.macro.loc, "the first definition is here")}, d.Notes...)
	}
}

// macroName reads the name for #define, #undef and #ifdef.
func (p *reader) macroName(directive string) (*ident, token, bool) {
	t := p.lexToken()
	switch {
	case t.kind == kEOF:
		p.errorf(t.loc, "no macro name given in #%s directive", directive)
	case t.kind != kName:
		p.errorf(t.loc, "macro names must be identifiers")
	case t.text == "defined" && (directive == "define" || directive == "undef"):
		p.errorf(t.loc, "%q cannot be used as a macro name", t.text)
	default:
		return t.id, t, true
	}
	return nil, t, false
}

// parameters reads a parameter list after its opening parenthesis.
func (p *reader) parameters(m *macro) bool {
	for first := true; ; first = false {
		t := p.lexToken()
		switch {
		case t.kind == kClose && first:
			return true
		case t.kind == kEllipsis:
			m.variadic = true
			m.params = append(m.params, p.ident("__VA_ARGS__"))
			return p.closeParameters()
		case t.kind != kName:
			p.errorf(t.loc, "expected a parameter name, found %s", found(t))
			return false
		}
		for _, q := range m.params {
			if q == t.id {
				p.errorf(t.loc, "duplicate macro parameter %q", t.text)
				return false
			}
		}
		if m.params = append(m.params, t.id); len(m.params) > math.MaxUint16 {
			p.errorf(t.loc, "too many macro parameters")
			return false
		}
		switch t = p.lexToken(); t.kind {
		case kComma:
		case kClose:
			return true
		case kEllipsis:
			m.variadic = true
			return p.closeParameters()
		default:
			p.errorf(t.loc, "expected ',' or ')', found %s", found(t))
			return false
		}
	}
}

func (p *reader) closeParameters() bool {
	t := p.lexToken()
	if t.kind != kClose {
		p.errorf(t.loc, "expected ')' after \"...\"")
	}
	return t.kind == kClose
}

func found(t token) string {
	if t.kind == kEOF {
		return "the end of the line"
	}
	return "\"" + t.text + "\""
}

// body reads a macro's replacement, whose first token is t, and resolves parameters, # and ##.
func (p *reader) body(m *macro, t token) bool {
	pasting := false // the last token was ##
	for ; t.kind != kEOF; t = p.lexToken() {
		t.flags &= fWhite
		if t.kind == kName && m.function {
			for i, q := range m.params {
				if q == t.id {
					t.kind, t.param = kParam, uint16(i)
					break
				}
			}
		}
		n := len(m.body)
		switch {
		case t.kind == kPaste:
			if n == 0 {
				p.errorf(t.loc, "'##' cannot appear at either end of a macro expansion")
				return false
			}
			m.body[n-1].flags |= fPasteLeft
			pasting = true
			continue
		case m.function && !pasting && n > 0 && m.body[n-1].kind == kHash,
			m.function && pasting && n > 0 && m.body[n-1].kind == kHash && m.body[n-1].flags&fPasteLeft == 0:
			if t.kind != kParam {
				p.errorf(m.body[n-1].loc, "'#' is not followed by a macro parameter").Hint = parameterHint(t,
					m)
				return false
			}
			t.flags = fStringify | m.body[n-1].flags&fWhite
			m.body[n-1] = t
			pasting = false
			continue
		}
		pasting = false
		m.body = append(m.body, t)
	}
	n := len(m.body)
	if pasting {
		p.errorf(t.loc, "'##' cannot appear at either end of a macro expansion")
		return false
	}
	if n > 0 {
		if m.function && m.body[n-1].kind == kHash {
			p.errorf(m.body[n-1].loc, "'#' is not followed by a macro parameter")
			return false
		}
		m.body[0].flags &^= fWhite
	}
	return true
}

func parameterHint(t token, m *macro) string {
	if t.kind != kName {
		return ""
	}
	var names []string
	for _, q := range m.params {
		names = append(names, q.name)
	}
	return diag.DidYouMean(t.text, names)
}

// same reports whether two definitions are equal, so that the second needs no warning.
func same(a, b *macro) bool {
	if a.function != b.function || a.variadic != b.variadic || len(a.params) != len(b.params) ||
		len(a.body) != len(b.body) {
		return false
	}
	for i := range a.params {
		if a.params[i] != b.params[i] {
			return false
		}
	}
	for i := range a.body {
		if x, y := a.body[i], b.body[i]; x.kind != y.kind || x.flags != y.flags || x.text != y.text {
			return false
		}
	}
	return true
}
