package preproc

import (
	"path/filepath"
	"strings"
)

// include executes #include, #include_next and #import.
func (p *reader) include(t token) {
	b := p.buf
	name, at, ok := p.includeName(t)
	if !ok {
		return
	}
	if b.in.depth+1 >= maxDepth {
		d := p.fatalf(t.loc, "#include is nested more than %d deep", maxDepth)
		d.Hint = "does the file include itself? Put its text between #ifndef and #endif"
		d.Notes = d.Notes[:min(2, len(d.Notes))]
		return
	}
	path := name
	if !filepath.IsAbs(name) {
		if dir := filepath.Dir(b.in.file.name); dir != "." ||
			strings.HasPrefix(b.in.file.name, "."+string(filepath.Separator)) {
			path = dir + string(filepath.Separator) + name
		}
	}
	f, problem := p.load(path)
	if problem != "" {
		p.fatalf(at, "cannot include %q: %s", name, problem)
		return
	}
	if f.once {
		return
	}
	if t.text == "import" {
		f.once = true
	}
	// read the rest of the directive's line before the other file begins
	var rest token
	for p.lex(&rest); rest.kind != kEOF; p.lex(&rest) {
	}
	b.sync(b.pos)
	line := b.line
	b.endLine()
	p.enter(f, b.in, at, line)
}

// includeName reads the name between quotes or angle brackets, which a macro may expand to.
func (p *reader) includeName(t token) (name string, at int32, ok bool) {
	b := p.buf
	s := b.in.file.clean
	for class[s[b.pos]]&isBlank != 0 {
		b.pos++
	}
	b.sync(b.pos)
	at = b.in.base + int32(b.pos) + b.delta
	if c := s[b.pos]; c == '"' || c == '<' {
		if c == '<' {
			c = '>'
		}
		rest := s[b.pos+1:]
		rest = rest[:strings.IndexByte(rest, '\n')]
		n := strings.IndexByte(rest, c)
		if n < 0 {
			p.errorf(at, "missing terminating %c character", c)
			return "", at, false
		}
		b.pos += n + 2
		p.endOfDirective(t.text)
		return p.checkName(rest[:n], t, at)
	}
	switch first := p.directiveToken(); first.kind {
	case kString:
		return p.checkName(first.text[1:len(first.text)-1], t, at)
	case kLt:
		var path strings.Builder
		for {
			next := p.directiveToken()
			switch {
			case next.kind == kGt:
				return p.checkName(path.String(), t, at)
			case next.kind == kEOF:
				p.errorf(at, "missing terminating > character")
				return "", at, false
			case next.white() && path.Len() > 0:
				path.WriteByte(' ')
			}
			path.WriteString(next.text)
		}
	}
	p.errorf(t.loc, "#%s expects \"FILENAME\" or <FILENAME>", t.text)
	return "", at, false
}

func (p *reader) checkName(name string, t token, at int32) (string, int32, bool) {
	if name == "" {
		p.errorf(t.loc, "empty file name in #%s", t.text)
		return "", at, false
	}
	return name, at, true
}
