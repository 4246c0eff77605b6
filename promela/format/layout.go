package format

import (
	"slices"
	"strings"

	"gospin/promela/expr"
)

// layout formats items in order.
type layout struct {
	state
	items   []item
	procs   map[string]bool // known names of proctypes
	indexed string          // the token before the bracket that was closed last
	ifs     []state         // state at each open #if
	lines   []line
	open    bool // the last line may be continued
	broken  bool // the present gap contains a newline
	leads   bool // a comment has begun the next token's line
	opener  bool // the last line ends with an opening bracket
}

// line is a line of the result.
type line struct {
	empty bool // an empty line precedes it
	col   int
	text  string
	notes []item // comments at its end
}

func newLayout(items []item) *layout {
	return &layout{items: items, procs: map[string]bool{},
		state: state{frames: []frame{{sort: file}}, begins: true}}
}

func (l *layout) run() {
	for i := range l.items {
		switch t := &l.items[i]; t.kind {
		case directive:
			l.directive(t)
		case comment, lineComment:
			l.comment(i)
		default:
			if t.Type != expr.EOF {
				l.token(i)
			}
		}
	}
}

// start begins a line.
func (l *layout) start(t *item, col int, text string) {
	closes := t.kind == token && (t.Is("}") || t.Is("fi") || t.Is("od"))
	empty := t.breaks > 1 && len(l.lines) > 0 && !l.opener && !closes
	l.lines = append(l.lines, line{empty: empty, col: col, text: text})
	l.open, l.opener = true, false
}

// current returns the last line.
func (l *layout) current() *line { return &l.lines[len(l.lines)-1] }

// directive copies a directive. Each group of an #if begins with the state before it.
func (l *layout) directive(t *item) {
	l.start(t, 0, t.Text)
	l.open, l.broken = false, true
	switch m := conditional().FindStringSubmatch(t.Text); {
	case m == nil:
	case strings.HasPrefix(m[1], "if"):
		l.ifs = append(l.ifs, l.state.copied())
	case len(l.ifs) == 0:
	case m[1] == "endif":
		l.ifs = l.ifs[:len(l.ifs)-1]
	default:
		l.state = l.ifs[len(l.ifs)-1].copied()
	}
}

// comment formats a comment: at the end of its line, before the next token, or on its own line.
func (l *layout) comment(i int) {
	t, n := &l.items[i], &l.items[i+1]
	broken := l.broken || t.breaks > 0
	l.broken = broken || multiline(t)
	last := n.breaks > 0 || n.kind == directive || n.kind == token && n.Type == expr.EOF
	switch {
	case l.open && t.breaks == 0 && last:
		c := l.current()
		c.notes = append(c.notes, *t)
		l.open = t.kind != lineComment && l.open
	case l.open && t.breaks == 0 && !l.wants(i):
		l.current().text += " " + t.Text
	case l.open && l.leads && t.breaks == 0:
		l.current().text += " " + t.Text
	default:
		l.start(t, l.commentColumn(i), "")
		c := l.current()
		c.text = shifted(t.Text, t.col, c.col)
		l.leads = !last
		l.open = !last
	}
}

// wants reports whether the token after a comment begins a line.
func (l *layout) wants(i int) bool {
	n := l.ahead(i)
	saved := l.state.begins
	l.begin(n)
	w := n.Type != expr.EOF && l.newline(n)
	l.state.begins = saved
	return w && !l.leads
}

// commentColumn returns the column of a comment that begins a line: that of the token after it, or, if it was
// further in, that of the text before.
func (l *layout) commentColumn(i int) int {
	t, n := &l.items[i], l.ahead(i)
	saved := l.state.begins
	l.begin(n)
	defer func() { l.state.begins = saved }()
	col := l.column(n)
	if n.Type == expr.EOF {
		return 0
	}
	if outer := n.Is("::") || n.Is("fi") || n.Is("od") || n.Is("}") || l.isLabel(n); outer && t.col > n.col {
		return l.inside()
	}
	return col
}

// inside returns the column of the statements in the innermost frame that has statements.
func (l *layout) inside() int {
	for _, f := range slices.Backward(l.state.frames) {
		if f.sort != paren {
			return f.col
		}
	}
	return 0
}

// begin marks a token that begins a statement because of the newline before it.
func (l *layout) begin(t *item) {
	s := &l.state
	if s.begins || !l.broken && t.breaks == 0 || !s.sequence() || !endsStatement(s.prev) {
		return
	}
	switch t.Text {
	case ";", "->", "}", "::", "fi", "od", "unless", ",", "provided", "priority":
		return
	case "{":
		s.begins = l.body() && s.head != "for"
		return
	}
	s.begins = l.body() || t.Type == expr.Name || t.Type <= expr.Keyword && t.Type >= expr.Embedded
}

// body reports whether the innermost frame is in a body, where newlines separate statements.
func (l *layout) body() bool {
	return slices.ContainsFunc(l.state.frames, func(f frame) bool { return f.sort == block })
}

// token formats a token: on its own line, or at the end of the present one.
func (l *layout) token(i int) {
	t := &l.items[i]
	l.begin(t)
	l.setSpacing(i)
	nl := l.newline(t)
	switch {
	case !l.open:
		l.start(t, l.column(t), t.Text)
	case l.leads:
		l.current().text += " " + t.Text
	case nl:
		l.start(t, l.column(t), t.Text)
	case l.tabbed():
		l.current().text += "\t" + t.Text
	default:
		c := l.current()
		for _, n := range c.notes { // they are not at the end of the line after all
			c.text += " " + n.Text
		}
		c.notes = nil
		c.text += gap(&l.items[i-1], t) + t.Text
	}
	l.broken, l.leads = false, false
	l.next(i)
	l.opener = t.Is("{") && !l.state.top().flat || t.Is("if") || t.Is("do")
}

// tabbed reports whether a tab precedes the next token: after a label, or after the brace of a body.
func (l *layout) tabbed() bool {
	p, c := l.state.prev, l.current()
	switch {
	case p.Is("{"):
		return c.text == "{" && units[l.state.head] && l.state.top().sort == block && !l.state.top().flat
	case p.left == label:
		return labelLine(c.text)
	}
	return false
}

// labelLine reports whether a line only has a label.
func labelLine(text string) bool { return strings.IndexByte(text, ':') == len(text)-1 }

// newline reports whether a token begins a line.
func (l *layout) newline(t *item) bool {
	s := &l.state
	p, f := s.prev, s.top()
	broken := l.broken || t.breaks > 0
	switch {
	case p == nil:
		return true
	case t.Is("::"):
		return s.innermost(option) > 0 || f.sort == selection || broken
	case t.Is("fi"), t.Is("od"):
		return s.innermost(selection) > 0 || broken
	case t.Is("}"):
		if i := s.innermost(block, list, formula); i > 0 && s.frames[i].sort != list {
			return !s.frames[i].flat
		}
		return broken
	case p.Is("{"):
		return f.sort == list && broken || f.sort != list && !f.flat && (broken || !l.open || !l.tabbed())
	case p.Is("}") && l.closed != list && s.sequence():
		return !f.flat && !after(t, ";", "->", "unless", ",", ")")
	case t.separates() && s.sequence(), p.Is("::"):
		return broken && t.Text == "->" && len(l.current().notes) > 0
	case p.separates() && s.sequence() && !(f.sort == block && f.flat):
		return !f.flat && (p.Text == ";" || f.sort == option && l.guarded && l.lastText() != "->" || broken)
	case p.left == label:
		return labelLine(l.lastText()) && !f.flat && (broken || width(l.lastText()) >= tab || f.col%tab != 0)
	case t.Is("{"):
		// An opening brace begins a line only where one did before.
		return broken && (s.top().sort == file || s.begins || s.prev.Is("=") || s.prev.Is("of"))
	case t.Is("unless") && p.Is("}"):
		return false
	}
	return broken
}

func after(t *item, texts ...string) bool {
	return t.kind == token && t.Type <= expr.Keyword && slices.Contains(texts, t.Text)
}

// lastText returns the text of the last line.
func (l *layout) lastText() string {
	if !l.open {
		return ""
	}
	return l.current().text
}

// column returns the column of a token that begins a line.
func (l *layout) column(t *item) int {
	s := &l.state
	f := s.top()
	switch {
	case t.Is("::"):
		if i := s.innermost(option); i > 0 {
			return s.frames[i].base
		}
		return f.col
	case t.Is("fi"), t.Is("od"):
		if i := s.innermost(selection); i > 0 {
			return s.frames[i].base
		}
		return f.col
	case t.Is("}"):
		if i := s.innermost(block, list, formula); i > 0 {
			return s.frames[i].base
		}
		return 0
	case l.isLabel(t):
		return max(0, (f.col-1)/tab*tab)
	case s.begins && s.sequence(),
		s.prev == nil,
		t.Is("->") && s.sequence(),
		f.sort == formula && s.prev.Is("{"):
		return f.col
	case f.sort == file && t.Is("{"):
		return 0
	}
	return l.continuation()
}

// continuation returns the column of a statement's further lines.
func (l *layout) continuation() int {
	for _, f := range slices.Backward(l.state.frames) {
		switch {
		case f.sort == option && f.first:
			return f.col
		case f.sort != paren:
			return indented(f.col)
		}
	}
	return tab
}

// isLabel reports whether a token is a label.
func (l *layout) isLabel(t *item) bool {
	s := &l.state
	if !s.begins || t.Type != expr.Name || s.top().sort == file {
		return false
	}
	n := l.ahead(t.at)
	return n.Is(":") && !(l.procs[t.Text] && l.ahead(n.at).Type == expr.Name)
}

func multiline(t *item) bool { return strings.Contains(t.Text, "\n") }
