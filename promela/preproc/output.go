package preproc

// output collects the expanded text.
type output struct {
	text    []byte
	marks   []mark
	in      *inclusion // whose lines are being written
	line    int32      // the line being written
	written bool       // something stands on it
	last    token      // the token before, for the question of glue
	space   spacing
}

// mark leads the text from an offset on back to its source.
type mark struct {
	off int32
	loc int32
	exp int32 // the expansion that the text comes from; 0: from the running text
}

func (o *output) grow(n int) {
	o.text = make([]byte, 0, n+n/8)
	o.marks = make([]mark, 0, n/3+8)
}

// mark says that running text from loc on comes next.
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

// newline ends the line being written. The newline belongs to the end of that line in the source.
func (o *output) newline() {
	o.mark(o.in.base + o.in.file.lineEnd(o.line))
	o.text = append(o.text, '\n')
	o.line++
	o.written = false
}

// catchUp goes to a line of a file, writing newlines for the lines between.
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

// changeFile goes from one inclusion to another, which may be nested in it or around it.
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

// lineChange is called for the first token of a line, unless that is in a macro's arguments.
func (p *reader) lineChange(in *inclusion, line int32) {
	if p.main == nil {
		return
	}
	p.look()
	p.out.catchUp(in, line)
	p.out.written = true
	p.out.last = token{}
	p.out.space = spacing{}
}

// write expands the whole file. Blanks come where the source has them, and where tokens that a macro brought
// together would otherwise be read as one.
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

// finish writes the lines that are left, so that the text ends where the file does.
func (o *output) finish(in *inclusion) {
	o.catchUp(in, max(int32(len(in.file.starts)), o.line))
	if o.written {
		o.newline()
	}
}

func (o *output) put(c byte) { o.text = append(o.text, c) }

// origin tells on which line the last token read is to be written, where it comes from, and by which
// expansion. A token of a macro's replacement comes from where the outermost macro is used, on the line of
// its name. If the token is written as an argument on that line, it comes from just there.
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
