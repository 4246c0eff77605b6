package preproc

// run is a sequence of tokens that is read before the rest of the file.
type run struct {
	toks  []token
	pos   int
	macro *ident // the macro whose replacement it is; may be nil
	exp   int32
	stamp bool // all tokens are from the macro's body: set their exp
}

// expansion records the use of a macro.
type expansion struct {
	macro  *macro
	parent int32 // the expansion that produced the name
	use    int32 // the outermost name in running text
	line   int32 // of use
}

// expand reads the next expanded token into t.
func (p *reader) expand(t *token) {
	for {
		if p.stopped {
			*t = token{kind: kEOF}
			return
		}
		exp, depth := int32(0), len(p.runs)
		if depth == 0 {
			p.lexLive(t)
		} else {
			c := &p.runs[depth-1]
			exp = c.exp
			if c.pos == len(c.toks) {
				p.pop()
				if p.inDirective {
					continue
				}
				*t = gluePadding
				return
			}
			*t = c.toks[c.pos]
			c.pos++
			if c.stamp {
				t.exp = exp
			}
			if t.flags&fPasteLeft != 0 {
				p.pasteAll(*t)
				if p.inDirective {
					continue
				}
				*t = paddingFor(t)
				return
			}
		}
		if t.kind == kName && t.flags&fNoExpand == 0 && t.id.defined() {
			if t.id.active {
				t.flags |= fNoExpand
			} else if p.noExpand == 0 {
				if depth == 0 {
					p.top = use{p.buf.in, t.loc, t.line}
				}
				if p.enterMacro(*t, exp) {
					if p.inDirective {
						continue
					}
					*t = paddingFor(t)
					return
				}
			}
		}
		p.fromMacro, p.lastExp = depth > 0, exp
		return
	}
}

func (p *reader) push(c run) {
	p.checkContext()
	if p.expanded += len(c.toks) + 1; p.expanded > maxExpanded {
		p.fatalf(p.top.loc, "macros expand to too much text").Hint = "do macros double their argument again and again?"
		return
	}
	p.runs = append(p.runs, c)
}

func (p *reader) pop() {
	n := len(p.runs) - 1
	m := p.runs[n].macro
	p.runs[n] = run{}
	p.runs = p.runs[:n]
	if m != nil && (n == 0 || p.runs[n-1].macro != m) {
		m.active = false
	}
}

// enterMacro begins to read a macro's replacement. It returns false if the macro needs arguments and there
// are none.
func (p *reader) enterMacro(name token, exp int32) bool {
	id := name.id
	if id.macro == nil {
		return p.enterBuiltin(name)
	}
	m := id.macro
	rec := expansion{macro: m, parent: exp, use: name.loc, line: name.line}
	if name.exp != 0 {
		rec.parent = name.exp
		rec.use, rec.line = p.records[name.exp].use, p.records[name.exp].line
	}
	c := run{toks: m.body, macro: id, stamp: true}
	if !m.function {
		p.records = append(p.records, rec)
		c.exp = int32(len(p.records) - 1)
	} else {
		args, ok := p.findArgs(name, m)
		if !ok {
			return false
		}
		p.records = append(p.records, rec)
		c.exp = int32(len(p.records) - 1)
		if len(m.params) > 0 {
			c.toks, c.stamp = p.replaceParams(m, args, c.exp), false
		}
	}
	id.active = true
	p.push(c)
	m.used = true
	return true
}

// findArgs searches for an opening parenthesis and reads the arguments. If there is none, it puts back what
// it has read.
func (p *reader) findArgs(name token, m *macro) ([]argument, bool) {
	p.noExpand++
	defer func() { p.noExpand--; p.argState = noArgs }()
	p.argState = beforeArgs
	var pad token
	padded := false
	var t token
	for {
		p.expand(&t)
		if t.kind == kPadding {
			if !padded || pad.flags&fSource == 0 || !pad.white() && t.flags&fSource == 0 {
				pad, padded = t, true
			}
			continue
		}
		if t.kind == kOpen {
			p.argState = inArgs
			return p.readArgs(name, m)
		}
		p.putBack(t)
		if padded {
			p.push(run{toks: []token{pad}, exp: p.currentExp()})
		}
		return nil, false
	}
}

// putBack puts back the last token. The end of a file or directive needs no putting back, since it is read
// repeatedly.
func (p *reader) putBack(t token) {
	if n := len(p.runs); n > 0 {
		p.runs[n-1].pos--
	} else if t.kind != kEOF {
		p.ahead, p.hasAhead = t, true
	}
}

func (p *reader) currentExp() int32 {
	if n := len(p.runs); n > 0 {
		return p.runs[n-1].exp
	}
	return 0
}
