package promela

import (
	"fmt"
	"strconv"
	"strings"

	"gospin/promela/diag"
	"gospin/promela/preproc"
)

const (
	maxTokens = 10_000_000
	maxCalls  = 100 // inlines within inlines
)

// inline is a macro of the language: its body stands, with the arguments put in as text, where it is called.
type inline struct {
	name   token
	params []string
	body   []token
}

// source is a run of tokens that is read from: the file, or the body of an inline.
type source struct {
	toks   []token
	i      int
	inline *inline
}

// stream makes what the parser reads: separators that the text leaves out are put in, inlines are expanded, select
// over literals is written out, ltl blocks are cut out.
type stream struct {
	src     *preproc.Text
	stack   []*source
	out     []token
	ltl     [][]token
	inlines map[string]*inline
	errs    diag.List
	depth   int  // braces
	parens  int  // parentheses
	body    bool // inside a body, where newlines separate
	opens   bool // the next brace opens a body
	forHead bool // between for and its body
}

func scan(src *preproc.Text) (*stream, diag.List) {
	toks, errs := lex(src)
	s := &stream{src: src, stack: []*source{{toks: toks}}, inlines: map[string]*inline{}, errs: errs}
	for s.step() {
		if len(s.out) > maxTokens || len(s.errs) > 20 {
			break
		}
	}
	if len(s.out) > maxTokens {
		s.fail(&s.out[0], "the inlines expand to too many tokens", "")
	}
	return s, s.errs
}

func (s *stream) fail(t *token, msg, hint string) {
	s.errs = append(s.errs, &diag.Diagnostic{Pos: t.pos, Msg: msg, Hint: hint, Source: s.src.Line(t.pos), Notes: t.notes})
}

func (s *stream) top() *source { return s.stack[len(s.stack)-1] }

// take returns the next raw token, nil at the end.
func (s *stream) take() *token {
	for len(s.stack) > 0 {
		t := s.top()
		if t.i < len(t.toks) {
			t.i++
			return &t.toks[t.i-1]
		}
		s.stack = s.stack[:len(s.stack)-1]
	}
	return nil
}

// look returns the n-th raw token ahead within the same source.
func (s *stream) look(n int) *token {
	if t := s.top(); t.i+n < len(t.toks) {
		return &t.toks[t.i+n]
	}
	return &token{}
}

func (s *stream) step() bool {
	t := s.take()
	if t == nil {
		return false
	}
	switch {
	case t.is("inline"):
		s.define()
		return true
	case t.is("ltl") && s.depth == 0:
		s.cutLTL(t)
		return true
	case t.is("select"):
		if s.expandSelect(t) {
			return true
		}
	case t.kind == tName && s.inlines[t.text] != nil && !s.prevIs("."):
		s.call(s.inlines[t.text], t)
		return true
	case t.is("return"):
		s.fail(t, "return belongs into an inline that is called as x = f(...)", "")
		return true
	}
	s.put(*t)
	return true
}

func (s *stream) prevIs(text string) bool {
	return len(s.out) > 0 && s.out[len(s.out)-1].is(text)
}

// endsStatement tells if a newline behind the token separates statements.
func endsStatement(t *token) bool {
	switch t.kind {
	case tName, tConst:
		return true
	case tKeyword, tPunct:
		switch t.text {
		case "}", ")", "]", "od", "fi", "else", "break", "++", "--", "timeout":
			return true
		}
	}
	return false
}

func isSep(t *token) bool { return t.is(";") || t.is("->") }

func one(t *token, texts string) bool {
	return (t.kind == tKeyword || t.kind == tPunct) && strings.Contains(texts, " "+t.text+" ")
}

// put passes a token on, with the separators before it that the language implies.
func (s *stream) put(t token) {
	if n := len(s.out); n > 0 {
		prev := &s.out[n-1]
		sep := false
		switch {
		case prev.is("}"):
			sep = t.kind != tEOF && !one(&t, " proctype init never :: fi od } unless ; -> ")
		case prev.is("else"):
			sep = t.kind != tEOF && !one(&t, " ; -> fi ")
		case t.nl && s.body && s.parens == 0 && endsStatement(prev) && !(t.is("{") && s.forHead):
			sep = true
		}
		if sep {
			s.out = append(s.out, token{kind: tPunct, text: ";", pos: t.pos, notes: t.notes})
			n++
		}
		if isSep(&s.out[n-1]) && one(&t, " } ; -> ") && s.depth > 0 {
			s.out = s.out[:n-1]
		}
	}
	switch {
	case one(&t, " proctype init never typedef trace notrace "):
		s.opens = s.depth == 0
	case t.is("{"):
		s.depth++
		if s.opens {
			s.body, s.opens = true, false
		}
	case t.is("}"):
		if s.depth--; s.depth <= 0 {
			s.depth, s.body = 0, false
		}
	case t.is("("):
		s.parens++
	case t.is(")"):
		s.parens = max(0, s.parens-1)
	}
	if t.is("for") {
		s.forHead = true
	} else if s.parens == 0 && !t.is(")") {
		s.forHead = false
	}
	s.out = append(s.out, t)
}

// define reads an inline definition.
func (s *stream) define() {
	in := &inline{}
	n := s.take()
	if n == nil || n.kind != tName {
		s.fail(s.orEOF(n), "a name must follow inline", "inline name(parameters) { ... }")
		return
	}
	in.name = *n
	if t := s.take(); t == nil || !t.is("(") {
		s.fail(s.orEOF(t), "( expected after the name of an inline", "inline name(parameters) { ... }")
		return
	}
	for {
		t := s.take()
		switch {
		case t == nil || t.kind == tEOF || t.is("{"):
			s.fail(s.orEOF(t), ") expected", "")
			return
		case t.kind == tName:
			in.params = append(in.params, t.text)
			continue
		case t.is(","):
			continue
		case !t.is(")"):
			s.fail(t, "a parameter of an inline is a name", "")
			return
		}
		break
	}
	if t := s.take(); t == nil || !t.is("{") {
		s.fail(s.orEOF(t), "{ expected: the body of the inline", "")
		return
	}
	for depth := 1; ; {
		t := s.take()
		if t == nil || t.kind == tEOF {
			s.fail(&in.name, "the body of inline "+in.name.text+" does not end", "close it with }")
			return
		}
		if t.is("{") {
			depth++
		}
		if t.is("}") {
			if depth--; depth == 0 {
				break
			}
		}
		in.body = append(in.body, *t)
	}
	if len(in.body) == 0 {
		s.fail(&in.name, "inline "+in.name.text+" has an empty body", "write skip in it")
		return
	}
	if s.inlines[in.name.text] != nil {
		s.fail(&in.name, "inline "+in.name.text+" is defined twice", "")
		return
	}
	s.inlines[in.name.text] = in
}

func (s *stream) orEOF(t *token) *token {
	if t != nil {
		return t
	}
	if n := len(s.out); n > 0 {
		return &s.out[n-1]
	}
	return &token{}
}

// call expands an inline.
func (s *stream) call(in *inline, at *token) {
	for _, src := range s.stack {
		if src.inline == in {
			s.fail(at, "inline "+in.name.text+" calls itself", "")
			return
		}
	}
	if len(s.stack) > maxCalls {
		s.fail(at, "inlines are nested too deeply", "")
		return
	}
	if !s.look(0).is("(") {
		s.fail(at, in.name.text+" is an inline", "call it as "+in.name.text+"(...)")
		return
	}
	s.take()
	args, ok := s.arguments(at)
	if !ok {
		return
	}
	if len(args) != len(in.params) {
		s.fail(at, fmt.Sprintf("inline %s takes %d arguments, not %d", in.name.text, len(in.params), len(args)), "")
		return
	}
	var target []token
	if s.prevIs("=") {
		target = s.target()
	}
	note := diag.Note{Pos: at.pos, Msg: "in the call of " + in.name.text}
	own := func(t token) token {
		t.notes = append(append([]diag.Note{}, t.notes...), note)
		return t
	}
	body := []token{own(token{kind: tPunct, text: "{", pos: at.pos, nl: at.nl})}
	for i, t := range in.body {
		if t.is("return") {
			if target == nil {
				s.fail(at, "the value that "+in.name.text+" returns is not used", "write x = "+in.name.text+"(...)")
				return
			}
			body = append(body, target...)
			body = append(body, token{kind: tPunct, text: "=", pos: t.pos})
			continue
		}
		k := -1
		if t.kind == tName {
			for j, p := range in.params {
				if p == t.text {
					k = j
				}
			}
		}
		if k < 0 {
			body = append(body, own(t))
			continue
		}
		if i > 0 && in.body[i-1].is(".") {
			s.fail(at, "parameter "+t.text+" of inline "+in.name.text+" has the name of a field that its body uses", "rename the parameter")
			return
		}
		for j, a := range args[k] {
			a = own(a)
			a.nl = j == 0 && t.nl
			body = append(body, a)
		}
	}
	body = append(body, own(token{kind: tPunct, text: "}", pos: at.pos}))
	s.stack = append(s.stack, &source{toks: body, inline: in})
}

// arguments reads the arguments of a call up to the closing parenthesis.
func (s *stream) arguments(at *token) ([][]token, bool) {
	var args [][]token
	var arg []token
	for depth := 1; ; {
		t := s.take()
		switch {
		case t == nil || t.kind == tEOF:
			s.fail(at, "the arguments of "+at.text+" do not end", "close them with )")
			return nil, false
		case t.kind == tString:
			s.fail(t, "a string cannot be the argument of an inline", "")
			return nil, false
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			if depth--; depth == 0 {
				if len(arg) > 0 || len(args) > 0 {
					args = append(args, arg)
				}
				return args, true
			}
		case t.is(",") && depth == 1:
			args = append(args, arg)
			arg = nil
			continue
		}
		arg = append(arg, *t)
	}
}

// target takes back the tokens of an assignment's left side, "=" included.
func (s *stream) target() []token {
	n := len(s.out) - 1
	i := n
	for i > 0 && !isSep(&s.out[i-1]) && !one(&s.out[i-1], " { } :: : else ") {
		i--
	}
	t := append([]token{}, s.out[i:n]...)
	s.out = s.out[:i]
	return t
}

// expandSelect rewrites select (x : 2 .. 5) as SPIN's lexer does; other forms are left to the parser.
func (s *stream) expandSelect(at *token) bool {
	x, lo, hi := s.look(1), s.look(3), s.look(5)
	plain := func(t *token) bool { return t.kind == tConst && isDigit(t.text[0]) }
	if len(s.stack) > 1 || !s.look(0).is("(") || x.kind != tName || strings.Contains(x.text, "_") || !s.look(2).is(":") ||
		!plain(lo) || !s.look(4).is("..") || !plain(hi) || !s.look(6).is(")") {
		return false
	}
	s.top().i += 7
	if lo.val > hi.val {
		s.fail(at, "the range of select descends", "")
		return true
	}
	p := func(text string) token { return token{kind: tPunct, text: text, pos: at.pos, notes: at.notes} }
	k := func(text string) token { return token{kind: tKeyword, text: text, pos: at.pos, notes: at.notes} }
	num := func(v int32) token {
		return token{kind: tConst, text: strconv.Itoa(int(v)), val: v, pos: at.pos, notes: at.notes}
	}
	name := *x
	name.nl = false
	var out []token
	if hi.val-lo.val > 32 {
		out = []token{name, p("="), num(lo.val), p(";"), k("do"), p("::"), p("("), name, p("<"), num(hi.val), p(")"), p("->"), name, p("++"), p("::"), k("break"), k("od")}
	} else {
		out = []token{k("if")}
		for v := lo.val; v <= hi.val; v++ {
			out = append(out, p("::"), name, p("="), num(v))
		}
		out = append(out, k("fi"))
	}
	out[0].nl = at.nl
	s.stack = append(s.stack, &source{toks: out})
	return true
}

// cutLTL sets an ltl block aside.
func (s *stream) cutLTL(at *token) {
	block := []token{*at}
	for depth := 0; ; {
		t := s.take()
		if t == nil || t.kind == tEOF {
			s.fail(at, "the ltl block does not end", "close it with }")
			return
		}
		block = append(block, *t)
		if t.is("{") {
			depth++
		}
		if t.is("}") {
			if depth--; depth <= 0 {
				break
			}
		}
	}
	s.ltl = append(s.ltl, block)
}
