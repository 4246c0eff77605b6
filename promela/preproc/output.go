package preproc

// output collects the expanded text.
type output struct {
	text    []byte
	marks   []mark
	in      *inclusion // its line is being written
	line    int32      // the line being written
	written bool       // the line is not empty
	last    token      // previous token, to decide whether a blank is needed
	space   spacing
}

// mark maps the text from an offset on to its source.
type mark struct {
	off int32
	loc int32
	exp int32 // the expansion that produced the text; 0 for running text
}

func (o *output) grow(n int) {
	o.text = make([]byte, 0, n+n/8)
	o.marks = make([]mark, 0, n/3+8)
}

// mark records that running text from loc follows.
func (o *output) mark(loc int32) { o.markExpansion(loc, 0) }

func (o *output) markExpansion(loc, exp int32) {
	off := int32(len(o.text))
	if n := len(o.marks); n > 0 {
		if m := o.marks[n-1]; m.exp == exp &&
			(exp == 0 && loc-m.loc == off-m.off || exp != 0 && loc == m.loc) {
			return
		}
	}
	o.marks = append(o.marks, mark{off, loc, exp})
}

// newline ends the line. The newline's place is the end of the line in the source.
func (o *output) newline() {
	o.mark(o.in.base + o.in.file.lineEnd(o.line))
	o.text = append(o.text, '\n')
	o.line++
	o.written = false
}

// catchUp goes to a line of a file, writing newlines for the lines in between.
func (o *output) catchUp(in *inclusion, line int32) {
	if in != o.in {
		o.changeFile(in)
	}
	if o.written && o.line != line {
		o.newline()
	}
	for o.line < line {
		o.newline()
	}
	o.line = line
}

// changeFile changes to another inclusion, which may be nested in the present one or contain it.
func (o *output) changeFile(in *inclusion) {
	if o.in == nil {
		o.in, o.line = in, 1
		return
	}
	if o.written {
		o.newline()
	}
	for o.in.depth > in.depth || !in.within(o.in) {
		o.in = o.in.parent
		o.line = o.in.out
	}
	o.descend(in)
}

func (o *output) descend(in *inclusion) {
	if in == o.in {
		return
	}
	o.descend(in.parent)
	o.catchUp(o.in, in.line)
	o.in.out = o.line
	o.in, o.line = in, 1
}

func (in *inclusion) within(outer *inclusion) bool {
	for in.depth > outer.depth {
		in = in.parent
	}
	return in == outer
}

// lineChange is called for the first token of a line, unless it is in a macro's arguments.
func (p *reader) lineChange(in *inclusion, line int32) {
	if p.main == nil {
		return
	}
	p.checkContext()
	p.out.catchUp(in, line)
	p.out.written = true
	p.out.last = token{}
	p.out.space = spacing{}
}

// write expands the whole file. It writes blanks where the source has them, and between tokens from macros
// that would otherwise be read as one.
func (p *reader) write() {
	o := &p.out
	padded := false
	var t token
	for {
		p.expand(&t)
		switch t.kind {
		case kPadding:
			padded = true
			o.space.pad(&t)
			continue
		case kEOF:
			o.finish(p.main)
			return
		}
		in, loc, line, exp := p.origin(&t)
		if padded || t.white() {
			if !o.space.set {
				o.space.of(&t)
			}
			switch {
			case line != o.line || in != o.in:
				p.lineChange(in, line)
				o.put(' ')
			case !padded, o.space.white,
				o.last.kind != kEOF && glues(&o.last, &t),
				o.last.kind == kEOF && t.kind == kHash:
				o.put(' ')
			}
		}
		padded = false
		o.space = spacing{}
		o.last = t
		o.written = true
		o.markExpansion(loc, exp)
		o.text = append(o.text, t.text...)
		if len(o.text) > maxOutput {
			p.fatalf(loc, "the expanded text is larger than %d MiB", maxOutput>>20)
		}
	}
}

// finish writes the remaining newlines, so that the text ends like the file.
func (o *output) finish(in *inclusion) {
	o.catchUp(in, max(int32(len(in.file.starts)), o.line))
	if o.written {
		o.newline()
	}
}

func (o *output) put(c byte) { o.text = append(o.text, c) }

// origin returns the line on which the last token is to be written, its place, and its expansion. The place
// of a token from a macro's replacement is the outermost macro's name, and its line is that name's line. A
// token that is written as an argument on that line keeps its own place.
func (p *reader) origin(t *token) (in *inclusion, loc, line, exp int32) {
	if !p.fromMacro {
		return p.buf.in, t.loc, t.line, 0
	}
	exp = t.exp
	loc, line = t.loc, t.line
	if exp != 0 {
		loc, line = p.records[exp].use, p.records[exp].line
	} else {
		exp = p.lastExp
	}
	if end := p.top.in.base + int32(len(p.top.in.file.raw)); line != p.top.line || loc < p.top.in.base ||
		loc > end {
		loc = p.top.loc
	}
	return p.top.in, loc, p.top.line, exp
}
