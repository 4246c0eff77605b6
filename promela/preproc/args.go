package preproc

import (
	"strings"

	"gospin/promela/diag"
)

// argument is the argument of a macro call for a parameter. A kEOF follows toks in memory, so that it can be
// read as a run.
type argument struct {
	toks     []token
	absent   bool // missing, for a variadic parameter: not even empty
	full     []token
	isFull   bool
	quoted   token
	isQuoted bool
}

// readArgs reads the arguments of a call, up to the closing parenthesis.
func (p *reader) readArgs(name token, m *macro) ([]argument, bool) {
	args := make([]argument, 0, max(1, len(m.params)))
	argc := 0
	for end := kComma; end == kComma; {
		argc++
		variable := m.variadic && argc == len(m.params)
		toks, closer := p.readArg(variable)
		end = closer.kind
		if argc <= len(m.params) || argc == 1 {
			args = append(args, argument{toks: toks})
		}
		if end == kEOF {
			if len(p.runs) > 0 {
				p.putBack(closer)
			}
			if !p.stopped {
				p.reportCall(name, m, "unterminated argument list invoking macro %q", m.name)
			}
			return nil, false
		}
	}
	if argc == 1 && len(m.params) == 0 && len(args[0].toks) == 0 {
		argc = 0
	}
	if !p.countFits(name, m, argc) {
		return nil, false
	}
	if m.variadic {
		last := len(m.params) - 1
		if argc <= last {
			args = append(args, argument{toks: []token{{kind: kEOF}}[:0], absent: true})
		} else if argc == 1 && len(args[0].toks) == 0 {
			args[last].absent = true
		}
	}
	return args, true
}

// readArg reads one argument, and the token that ends it.
func (p *reader) readArg(variable bool) (toks []token, closer token) {
	from := len(p.scratch)
	depth := 0
	var t token
	for {
		p.expand(&t)
		switch t.kind {
		case kPadding:
			if len(p.scratch) == from {
				continue
			}
		case kOpen:
			depth++
		case kClose:
			depth--
		}
		if t.kind == kEOF || depth < 0 || t.kind == kComma && depth == 0 && !variable {
			for len(p.scratch) > from && p.scratch[len(p.scratch)-1].kind == kPadding {
				p.scratch = p.scratch[:len(p.scratch)-1]
			}
			p.scratch = append(p.scratch, token{kind: kEOF})
			toks = p.keep(p.scratch[from:])
			p.scratch = p.scratch[:from]
			return toks[:len(toks)-1], t
		}
		if p.expanded++; p.expanded > maxExpanded {
			p.fatalf(p.top.loc, "macros expand to too much text")
			return nil, token{kind: kEOF}
		}
		p.scratch = append(p.scratch, t)
	}
}

// keep copies tokens to permanent memory.
func (p *reader) keep(toks []token) []token {
	if len(toks) > cap(p.arena)-len(p.arena) {
		p.arena = make([]token, 0, max(512, 2*len(toks)))
	}
	n := len(p.arena)
	p.arena = append(p.arena, toks...)
	return p.arena[n:len(p.arena):len(p.arena)]
}

func (p *reader) countFits(name token, m *macro, argc int) bool {
	want := len(m.params)
	switch {
	case argc == want, argc == want-1 && m.variadic:
		return true
	case argc < want && m.variadic:
		p.reportCall(name, m, "macro %q requires at least %d arguments, but only %d given", m.name, want-1, argc)
	case argc < want:
		p.reportCall(name, m, "macro %q requires %d arguments, but only %d given", m.name, want, argc)
	default:
		p.reportCall(name, m, "macro %q passed %d arguments, but takes just %d", m.name, argc, want)
	}
	return false
}

// reportCall reports a wrong call, at the outermost use, with a note on the macro's definition.
func (p *reader) reportCall(name token, m *macro, format string, args ...any) {
	loc := name.loc
	if name.exp != 0 {
		loc = p.records[name.exp].use
	}
	d := p.errorf(loc, format, args...)
	d.Notes = append([]diag.Note{p.note(m.loc, "macro %q is defined here", m.name)}, d.Notes...)
}

// replaceParams returns the replacement of a call: the body with the arguments substituted.
func (p *reader) replaceParams(m *macro, args []argument, exp int32) []token {
	for i := range m.body {
		if src := &m.body[i]; src.kind == kParam && m.wantsFull(i) && !args[src.param].isFull {
			args[src.param].full, args[src.param].isFull = p.expandArg(&args[src.param], exp), true
		}
	}
	out := p.building[:0]
	for i := range m.body {
		src := &m.body[i]
		if src.kind != kParam {
			out = append(out, *src)
			out[len(out)-1].exp = exp
			continue
		}
		arg := &args[src.param]
		pasteRight := src.flags&fPasteLeft != 0 && src.flags&fStringify == 0
		pastedLeft := i > 0 && m.body[i-1].flags&fPasteLeft != 0
		var from []token
		repaste := -1 // the token that must get src's paste mark
		switch {
		case src.flags&fStringify != 0:
			if !arg.isQuoted {
				arg.quoted, arg.isQuoted = p.quote(arg.toks, src, exp), true
			}
			from = []token{arg.quoted}
		case pasteRight:
			from = arg.toks
		case pastedLeft:
			from = arg.toks
			if last := len(out) - 1; last >= 0 {
				if out[last].kind == kComma && m.variadic && int(src.param) == len(m.params)-1 {
					if arg.absent {
						out = out[:last]
					} else {
						repaste = last
					}
				} else if len(from) == 0 {
					repaste = last
				}
			}
		default:
			from = arg.full
		}
		if !p.inDirective && i > 0 && !pastedLeft {
			out = append(out, paddingFor(src))
		}
		if len(from) > 0 {
			out = append(out, from...)
			if src.flags&fPasteLeft != 0 {
				repaste = len(out) - 1
			}
		}
		if p.expanded += len(from); p.expanded > maxExpanded {
			p.fatalf(p.top.loc, "macros expand to too much text").Hint = "do macros double their argument again and again?"
			return nil
		}
		if !p.inDirective && src.flags&fPasteLeft == 0 {
			out = append(out, gluePadding)
		}
		if repaste >= 0 {
			out[repaste].flags = out[repaste].flags&^fPasteLeft | src.flags&fPasteLeft
		}
	}
	p.building = out
	return p.keep(out)
}

// wantsFull reports whether a parameter in the body is replaced by its expanded argument: it is not next to #
// or ##.
func (m *macro) wantsFull(i int) bool {
	return m.body[i].flags&(fStringify|fPasteLeft) == 0 && (i == 0 || m.body[i-1].flags&fPasteLeft == 0)
}

// expandArg expands an argument by itself, as if nothing came after it.
func (p *reader) expandArg(arg *argument, exp int32) (full []token) {
	if len(arg.toks) == 0 {
		return nil
	}
	if p.nesting++; p.nesting > maxNesting {
		p.fatalf(p.top.loc, "macro calls are nested more than %d deep", maxNesting)
	}
	p.push(run{toks: arg.toks[:len(arg.toks)+1], exp: exp})
	from := len(p.scratch)
	var t token
	for {
		p.expand(&t)
		if t.kind == kEOF {
			break
		}
		p.scratch = append(p.scratch, t)
	}
	if !p.stopped {
		p.pop()
	}
	p.nesting--
	full = p.keep(p.scratch[from:])
	p.scratch = p.scratch[:from]
	return full
}

// quote implements the # operator.
func (p *reader) quote(toks []token, at *token, exp int32) token {
	var b strings.Builder
	b.WriteByte('"')
	var space spacing
	backslashes := 0
	for i := range toks {
		t := &toks[i]
		if t.kind == kPadding {
			space.pad(t)
			continue
		}
		if b.Len() > 1 {
			if !space.set {
				space.of(t)
			}
			if space.white {
				b.WriteByte(' ')
			}
		}
		space = spacing{}
		if t.kind == kString || t.kind == kChar {
			for j := 0; j < len(t.text); j++ {
				if c := t.text[j]; c == '"' || c == '\\' {
					b.WriteByte('\\')
				}
				b.WriteByte(t.text[j])
			}
		} else {
			b.WriteString(t.text)
		}
		backslashes++
		if t.text != "\\" {
			backslashes = 0
		}
	}
	text := b.String()
	if backslashes%2 == 1 {
		p.warnf(p.top.loc, "invalid string literal, ignoring final '\\'")
		text = text[:len(text)-1]
	}
	return token{
		kind:  kString,
		text:  text + `"`,
		loc:   at.loc,
		line:  at.line,
		exp:   exp,
		flags: at.flags & fPasteLeft,
	}
}

// pasteAll implements the ## operator: it glues t to the token that follows it in the run, and puts the
// result into a new run.
func (p *reader) pasteAll(left token) {
	c := &p.runs[len(p.runs)-1]
	for more := true; more && c.pos < len(c.toks); {
		right := c.toks[c.pos]
		c.pos++
		more = right.flags&fPasteLeft != 0
		if right.kind == kPadding {
			continue
		}
		if c.stamp {
			right.exp = c.exp
		}
		glued, ok := p.paste(left, right)
		if !ok {
			c.pos--
			break
		}
		left = glued
	}
	left.flags &^= fPasteLeft
	p.push(run{toks: []token{left}, exp: c.exp})
}

func (p *reader) paste(left, right token) (token, bool) {
	if p.expanded += len(left.text) / 16; p.expanded > maxExpanded {
		p.fatalf(p.top.loc, "macros expand to too much text")
		return left, false
	}
	text := left.text + right.text
	comment := left.kind == kDiv && right.kind != kEq && right.kind != kEqEq
	if k, end := scan(text, 0); end == len(text) && !comment && !(k == kOther && end > 1) {
		left.kind, left.text = k, text
		left.flags &= fWhite
		left.id = nil
		if k == kName {
			left.id = p.ident(text)
		}
		return left, true
	}
	p.errorf(p.top.loc, "pasting %q and %q does not give a valid token", left.text, right.text)
	return left, false
}
