package preproc

import (
	"math"
	"strconv"
	"strings"

	"gospin/promela/diag"
)

// conditional is an open #if.
type conditional struct {
	name     string // if, ifdef or ifndef
	loc      int32
	outer    bool // it is in a group that is skipped
	skipElse bool // a group has been taken, or all must be skipped
	inElse   bool
}

var directives = []string{
	"define",
	"undef",
	"include",
	"if",
	"ifdef",
	"ifndef",
	"elif",
	"else",
	"endif",
	"error",
	"warning",
	"line",
	"pragma",
	"ident",
}

// directive executes the directive after a # that begins a line.
func (p *reader) directive(hash token) {
	state, top := p.argState, p.top
	noExpand := p.noExpand
	p.argState, p.noExpand = noArgs, 0
	p.inDirective = true
	b := p.buf

	t := p.lexToken()
	switch {
	case t.kind == kEOF:
	case t.kind == kName:
		p.execute(t)
	case p.skipping:
	case t.kind == kNumber:
		p.lineDirective(t, false)
	default:
		p.errorf(hash.loc, "invalid preprocessing directive #%s", t.text)
	}

	p.dropRuns()
	// The rest of the line. Comments in it may extend beyond the line.
	skipping := p.skipping
	p.skipping = true
	for t.kind = kName; p.buf == b && !p.stopped && t.kind != kEOF; {
		p.lex(&t)
	}
	p.skipping = skipping
	p.inDirective = false
	p.argState, p.noExpand = state, noExpand
	p.top = top
	if p.buf == b && !b.newLine {
		b.endLine()
	}
}

// dropRuns removes the expanded tokens that a directive has not read.
func (p *reader) dropRuns() {
	for len(p.runs) > 0 {
		p.pop()
	}
	p.hasAhead = false
}

func (p *reader) execute(t token) {
	switch t.text {
	case "if":
		p.openConditional(t, func() bool { return p.condition(t) })
	case "ifdef":
		p.openConditional(t, func() bool { return p.isDefined(t) == 1 })
	case "ifndef":
		p.openConditional(t, func() bool { return p.isDefined(t) == 0 })
	case "elif", "else":
		p.otherGroup(t)
	case "endif":
		p.endIf(t)
	default:
		if !p.skipping {
			p.executeLive(t)
		}
	}
}

// executeLive executes a directive that is ignored in skipped groups.
func (p *reader) executeLive(t token) {
	switch t.text {
	case "define":
		p.define()
	case "undef":
		if id, _, ok := p.macroName("undef"); ok {
			id.macro, id.builtin = nil, noBuiltin
			p.endOfDirective("undef")
		}
	case "include", "include_next", "import":
		p.include(t)
	case "error":
		p.errorf(t.loc, "#error %s", p.restOfLine())
	case "warning":
		p.warnf(t.loc, "#warning %s", p.restOfLine())
	case "line":
		first := p.directiveToken()
		if first.kind != kNumber {
			p.errorf(first.loc, "%s after #line is not a positive integer", found(first))
			return
		}
		p.lineDirective(first, true)
	case "pragma":
		p.pragma(t)
	case "ident", "sccs":
	default:
		d := p.errorf(t.loc, "invalid preprocessing directive #%s", t.text)
		d.Hint = diag.DidYouMean(t.text, directives)
	}
}

// restOfLine returns the text up to the end of the line.
func (p *reader) restOfLine() string {
	b := p.buf
	rest := b.in.file.clean[b.pos:]
	return strings.TrimSpace(rest[:strings.IndexByte(rest, '\n')])
}

// directiveToken reads an expanded token of a directive.
func (p *reader) directiveToken() (t token) {
	for {
		if p.expand(&t); t.kind != kPadding {
			return t
		}
	}
}

func (p *reader) endOfDirective(name string) {
	if t := p.lexToken(); t.kind != kEOF {
		p.warnf(t.loc, "extra tokens at end of #%s directive", name)
	}
}

func (p *reader) openConditional(t token, holds func() bool) {
	c := conditional{name: t.text, loc: t.loc, outer: p.skipping, skipElse: true}
	b := p.buf
	if !p.skipping {
		taken := holds()
		c.skipElse = taken
		p.skipping = !taken
	}
	b.ifs = append(b.ifs, c)
}

// isDefined reads the name of an #ifdef. It returns 1 if it is a macro, 0 if not, and -1 if there is no name.
func (p *reader) isDefined(t token) int {
	id, _, ok := p.macroName(t.text)
	if !ok {
		return -1
	}
	p.endOfDirective(t.text)
	if id.defined() {
		return 1
	}
	return 0
}

// otherGroup executes #elif and #else.
func (p *reader) otherGroup(t token) {
	b := p.buf
	if len(b.ifs) == 0 {
		p.errorf(t.loc, "#%s without #if", t.text)
		return
	}
	c := &b.ifs[len(b.ifs)-1]
	if c.inElse {
		d := p.errorf(t.loc, "#%s after #else", t.text)
		d.Notes = append([]diag.Note{p.note(c.loc, "the conditional began here")}, d.Notes...)
	}
	c.inElse = t.text == "else"
	switch {
	case c.outer:
	case c.skipElse:
		p.skipping = true
	case t.text == "else":
		p.skipping = false
		c.skipElse = true
	default:
		p.skipping = false
		taken := p.condition(t)
		c.skipElse = taken
		p.skipping = !taken
	}
	if t.text == "else" && !c.outer {
		p.endOfDirective("else")
	}
}

func (p *reader) endIf(t token) {
	b := p.buf
	if len(b.ifs) == 0 {
		p.errorf(t.loc, "#endif without #if")
		return
	}
	c := b.ifs[len(b.ifs)-1]
	b.ifs = b.ifs[:len(b.ifs)-1]
	p.skipping = c.outer
	if !c.outer {
		p.endOfDirective("endif")
	}
}

// lineDirective executes #line, or the line marker of a preprocessor, from the number on.
func (p *reader) lineDirective(t token, strict bool) {
	n, err := strconv.ParseUint(t.text, 10, 31)
	if err != nil || n >= math.MaxInt32 {
		p.errorf(t.loc, "%s after # is not a line number", found(t))
		return
	}
	b := p.buf
	name, _ := b.in.presumed(int(b.line))
	switch f := p.directiveToken(); f.kind {
	case kEOF:
	case kString:
		name = unquote(f.text)
		if strict {
			if rest := p.directiveToken(); rest.kind != kEOF {
				p.warnf(rest.loc, "extra tokens at end of #line directive")
			}
		}
	default:
		p.errorf(f.loc, "%s is not a file name", found(f))
		return
	}
	b.sync(b.pos)
	b.in.shifts = append(b.in.shifts, shift{after: b.line + 1, line: int32(n), name: name})
}

func unquote(s string) string {
	s = s[1 : len(s)-1]
	if !strings.ContainsRune(s, '\\') {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// pragma rejects pragmas that gcc would pass on to SPIN, since SPIN stops at them.
func (p *reader) pragma(t token) {
	if what := p.lexToken(); what.text == "once" {
		if b := p.buf; b.in.parent != nil {
			b.in.file.once = true
		}
		return
	}
	p.errorf(t.loc, "#pragma is not allowed in a model").Hint = "remove it, or put it between #if 0 and #endif"
}
