package format

import (
	"slices"

	"gospin/promela/expr"
)

// sort is the kind of a frame.
type sort uint8

const (
	file sort = iota
	block
	list      // { a, b }
	formula   // the braces of ltl
	paren     // ( or [
	selection // if or do
	option
)

// frame is an open bracket.
type frame struct {
	sort
	base  int    // column of the statement it belongs to
	col   int    // column of its contents
	flat  bool   // it is closed on its line
	first bool   // of an option: before its first separator
	conds int    // of a paren: number of -> before their colons
	loop  bool   // of a paren: of for or select, before its colon
	angle bool   // of a paren: the message of c?<m>
	name  string // of a paren: the preceding token
}

// state is the state of formatting at a token.
type state struct {
	frames []frame
	prev   *item  // previous token; nil at the start
	begins bool   // the next token begins a statement
	opened bool   // prev began one
	head   string // the first token of the statement
	narrow bool   // inside the declaration of an unsigned, where a colon precedes the width
	closed sort   // sort of the frame that a brace closed last
	// the last separator was an option's first one
	guarded bool
}

func (s *state) top() *frame { return &s.frames[len(s.frames)-1] }

func (s *state) push(f frame) {
	f.flat = f.flat || s.top().flat
	s.frames = append(s.frames, f)
}

// pop closes the innermost frame of some sorts and all frames within it, unless a brace is in between. It
// returns the frame, or the file's if there is none.
func (s *state) pop(sorts ...sort) frame {
	if i := s.innermost(sorts...); i > 0 {
		f := s.frames[i]
		s.frames = s.frames[:i]
		return f
	}
	return s.frames[0]
}

// innermost returns the index of the frame that pop closes, or 0.
func (s *state) innermost(sorts ...sort) int {
	for i := len(s.frames) - 1; i > 0; i-- {
		switch f := s.frames[i]; {
		case slices.Contains(sorts, f.sort):
			return i
		case f.sort == block, f.sort == list, f.sort == formula, f.sort == selection && sorts[0] == option:
			return 0
		}
	}
	return 0
}

// sequence reports whether the innermost frame contains statements.
func (s *state) sequence() bool {
	k := s.top().sort
	return k == file || k == block || k == option
}

// copied copies a state for the other groups of an #if.
func (s *state) copied() state {
	c := *s
	c.frames = append([]frame(nil), s.frames...)
	return c
}

// operand reports whether an expression can end with a token.
func operand(t *item) bool {
	switch {
	case t == nil:
		return false
	case t.Type == expr.Name, t.Type == expr.Const, t.Type == expr.String:
		return true
	}
	switch t.Text {
	case ")", "]", "++", "--", "timeout", "np_":
		return t.right != temporal
	}
	return false
}

// endsStatement reports whether a newline after a token can end a statement.
func endsStatement(t *item) bool {
	switch {
	case t == nil:
		return true
	case t.Type == expr.Name, t.Type == expr.Const:
		return true
	}
	switch t.Text {
	case "}", ")", "]", "od", "fi", "else", "break", "++", "--", "timeout":
		return true
	}
	return false
}

// units are the words that begin something whose brace may stand on its own line.
var units = map[string]bool{"active": true, "proctype": true, "D_proctype": true, "init": true, "never": true,
	"trace": true, "notrace": true, "inline": true, "typedef": true, "ltl": true}

// next updates the state after a token.
func (l *layout) next(i int) {
	s, t := &l.state, &l.items[i]
	if s.begins {
		s.head, s.narrow = t.Text, false
	}
	if t.Type == expr.Basic {
		s.narrow = t.Text == "unsigned"
	}
	if p := s.prev; p != nil && (p.Is("proctype") || p.Is("D_proctype")) {
		l.procs[t.Text] = true
	}
	begins, f := false, *s.top()
	switch {
	case t.separates():
		begins = l.separate(t)
	case t.Type == expr.Keyword && (t.Text == "if" || t.Text == "do"):
		s.push(frame{sort: selection, base: f.col, col: f.col})
	case t.Is("fi"), t.Is("od"):
		s.pop(selection)
	case t.Is("::"):
		begins = true
		s.pop(option)
		at := s.top().col
		s.push(frame{sort: option, base: at, col: at + optionIndent, first: true, flat: l.flatOption(i)})
	case t.Is("{"):
		begins = l.brace(i)
	case t.Is("}"):
		l.closed = s.pop(block, list, formula).sort
		begins = l.closed != list
	case t.Is("("), t.Is("["):
		loop := s.prev != nil && (s.prev.Is("for") || s.prev.Is("select"))
		g := frame{sort: paren, base: f.col, col: f.col, loop: loop}
		if s.prev != nil {
			g.name = s.prev.Text
		}
		s.push(g)
	case t.Is("<") && t.right == tight:
		s.push(frame{sort: paren, base: f.col, col: f.col, angle: true})
	case t.Is(")"), t.Is("]"), t.Is(">") && t.left == tight:
		l.indexed = s.pop(paren).name
	case t.Is(":") && t.left == label, t.Is("unless"):
		begins = true
	}
	s.prev, s.opened, s.begins = t, s.begins, begins
}

// separate updates the state after ; or ->, and reports whether a statement begins there.
func (l *layout) separate(t *item) bool {
	f := l.state.top()
	if f.sort == paren && t.Text == "->" {
		f.conds++
	}
	if f.sort == paren && t.Text == ";" {
		l.state.narrow = false
	}
	l.guarded = f.sort == option && f.first
	if l.guarded {
		f.first = false
		if t.Text == "->" {
			f.col = indented(f.base)
		}
	}
	return l.state.sequence()
}

// brace updates the state after an opening brace, and reports whether it contains statements.
func (l *layout) brace(i int) bool {
	s := &l.state
	f := frame{sort: block, base: s.top().col, col: indented(s.top().col), flat: l.flatBraces(i)}
	switch p := s.prev; {
	case p != nil && (p.Is("=") || p.Is("of")), s.head == "mtype":
		f.sort, f.col, f.flat = list, f.base, s.top().flat
	case s.head == "ltl":
		f.sort = formula
	}
	s.push(f)
	return f.sort == block
}

// optionIndent is the indentation of an option's statements relative to its ::.
const optionIndent = 3

// indented returns the column one tab further in.
func indented(col int) int { return col/tab*tab + tab }

// flatBraces reports whether braces are closed on their line, without a selection inside.
func (l *layout) flatBraces(i int) bool {
	depth := 0
	for ; i < len(l.items); i++ {
		t := &l.items[i]
		switch {
		case depth > 0 && (t.breaks > 0 || t.kind == directive || t.kind == lineComment || selects(t)),
			t.kind == comment && multiline(t):
			return false
		case t.Is("{"):
			depth++
		case t.Is("}"):
			if depth--; depth == 0 {
				return true
			}
		}
	}
	return false
}

// flatOption reports whether an option ends on its line, without a selection inside.
func (l *layout) flatOption(i int) bool {
	depth := 0
	for i++; i < len(l.items); i++ {
		t := &l.items[i]
		ends := t.kind == token && (t.Is("::") || t.Is("fi") || t.Is("od") || t.Type == expr.EOF)
		switch {
		case depth == 0 && ends:
			return true
		case t.kind == lineComment || t.kind == comment && multiline(t):
			// a line break follows
		case t.breaks > 0:
			return depth == 0 && l.endsOption(i)
		case selects(t):
			return false
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		}
	}
	return false
}

// endsOption reports whether the next item, except comments and directives, ends an option.
func (l *layout) endsOption(i int) bool {
	for l.items[i].kind != token {
		i++
	}
	t := &l.items[i]
	return t.Is("::") || t.Is("fi") || t.Is("od")
}

func selects(t *item) bool { return t.kind == token && (t.Is("if") || t.Is("do")) }
