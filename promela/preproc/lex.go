package preproc

import "strings"

// buffer is a file being read.
type buffer struct {
	in      *inclusion
	pos     int
	line    int32
	next    int   // index of the next splice
	delta   int32 // offset in raw minus offset in clean
	newLine bool  // at the beginning of a line
	ifs     []conditional
	outer   *buffer
}

// lex reads a token from the file into t. At the end of a directive's line, it returns kEOF repeatedly.
func (p *reader) lex(t *token) {
	var flags uint8
	for {
		b := p.buf
		if b == nil || p.stopped {
			*t = token{kind: kEOF}
			return
		}
		if b.newLine {
			if p.inDirective {
				p.eof(t)
				return
			}
			if b.pos >= len(b.in.file.clean) {
				if p.argState != noArgs {
					p.eof(t)
					return
				}
				p.endFile()
				flags = 0
				continue
			}
			b.newLine = false
			flags |= fBOL
			if p.argState == inArgs {
				flags |= fWhite
			}
		}
		s := b.in.file.clean
		for class[s[b.pos]]&isBlank != 0 {
			b.pos++
			flags |= fWhite
		}
		switch c := s[b.pos]; {
		case c == '\n':
			if p.inDirective {
				p.eof(t)
				return
			}
			b.endLine()
			flags &^= fBOL
			if p.argState != inArgs {
				flags &^= fWhite
			}
			continue
		case c == '/' && s[b.pos+1] == '/':
			b.pos += strings.IndexByte(s[b.pos:], '\n')
			flags |= fWhite
			continue
		case c == '/' && s[b.pos+1] == '*':
			p.blockComment()
			flags |= fWhite
			continue
		}
		p.scanToken(t, flags)
		return
	}
}

// eof sets t to the end of a directive or file.
func (p *reader) eof(t *token) {
	b := p.buf
	b.sync(b.pos)
	*t = token{kind: kEOF, loc: b.in.base + int32(b.pos) + b.delta, line: b.line}
}

func (p *reader) scanToken(t *token, flags uint8) {
	b := p.buf
	s := b.in.file.clean
	start := b.pos
	if b.next < len(b.in.file.splices) {
		b.sync(start)
	}
	*t = token{flags: flags, loc: b.in.base + int32(start) + b.delta, line: b.line}
	t.kind, b.pos = scan(s, start)
	t.text = s[start:b.pos]
	switch t.kind {
	case kName:
		t.id = p.ident(t.text)
	case kOther:
		if c := t.text[0]; (c == '\'' || c == '"') && !p.skipping {
			p.warnf(t.loc, "missing terminating %c character", c)
		}
	}
}

// sync passes the line continuations before an offset.
func (b *buffer) sync(pos int) {
	for sp := b.in.file.splices; b.next < len(sp) && int(sp[b.next].clean) <= pos; b.next++ {
		b.delta = sp[b.next].delta
		b.line++
	}
}

func (b *buffer) endLine() {
	b.sync(b.pos)
	b.pos++
	b.line++
	b.newLine = true
}

func (p *reader) blockComment() {
	b := p.buf
	s := b.in.file.clean
	n := strings.Index(s[b.pos+2:], "*/")
	if n < 0 {
		b.sync(b.pos)
		p.errorf(b.in.base+int32(b.pos)+b.delta, "unterminated comment")
		// The last newline stays, so that the following text sees the end of the line.
		n = len(s) - 1 - (b.pos + 2) - 2
	}
	end := b.pos + 2 + n + 2
	b.line += int32(strings.Count(s[b.pos:end], "\n"))
	b.pos = end
}

// endFile leaves a file at its end.
func (p *reader) endFile() {
	b := p.buf
	for i := len(b.ifs) - 1; i >= 0; i-- {
		p.errorf(b.ifs[i].loc, "unterminated #%s", b.ifs[i].name).Hint = "add the missing #endif"
	}
	if len(b.ifs) > 0 {
		p.skipping = false
	}
	p.buf = b.outer
}

// lexToken reads an unexpanded token of a directive.
func (p *reader) lexToken() (t token) {
	p.lexLive(&t)
	return t
}

// lexLive reads a token from the file, after executing the directives before it.
func (p *reader) lexLive(t *token) {
	for {
		if p.hasAhead {
			*t, p.hasAhead = p.ahead, false
		} else {
			p.lex(t)
		}
		if t.flags&fBOL != 0 {
			if t.kind == kHash && p.argState != beforeArgs {
				p.directive(*t)
				continue
			}
			if !p.skipping && p.argState == noArgs {
				p.lineChange(p.buf.in, t.line)
			}
		}
		if p.inDirective || !p.skipping || t.kind == kEOF {
			return
		}
		if t.kind == kName {
			t.id.leftOut = true
		}
	}
}
