package syntax

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/alecthomas/participle/v2/lexer"

	"gospin/promela/diag"
	"gospin/promela/expr"
	"gospin/promela/preproc"
)

const (
	maxTokens   = 10_000_000
	maxExpanded = 1 << 20 // limit of tokens from inlines
	maxErrors   = 20
	maxCalls    = 100 // nesting of inlines
)

// inline is an inline definition. A call is replaced by the body, with the arguments inserted as text.
type inline struct {
	name   Token
	params []string
	body   []Token
	called bool
}

// source is a sequence of tokens being read: the file, or the body of an inline.
type source struct {
	toks   []Token
	i      int
	inline *inline
	rest   *reading // of the file; nil if toks has all tokens
}

// stream filters the tokens for the parser: it inserts omitted separators, expands inlines and select over
// literals, and removes ltl blocks.
type stream struct {
	src     *preproc.Text
	stack   []*source
	out     []Token
	ltl     [][]Token
	inlines map[string]*inline
	errs    diag.List
	depth   int              // open braces
	parens  int              // open parentheses
	body    bool             // inside a body, where newlines separate statements
	opens   bool             // the next brace opens a body
	forHead bool             // between for and its body
	passes  []string         // File.Passed for the next brace
	passed  map[int][]string // File.Passed

	expanded int // number of tokens from inlines
}

func scan(ctx context.Context, src *preproc.Text) (*stream, diag.List) {
	r := &reading{ctx: ctx, src: src, told: map[string]bool{}}
	n := r.count()
	reserve(ctx, n*int(unsafe.Sizeof(Token{})+2*unsafe.Sizeof(lexer.Token{}))) // Read needs the latter
	s := &stream{src: src, stack: []*source{{rest: r}}, inlines: map[string]*inline{},
		passed: map[int][]string{}, out: make([]Token, 0, n*5/4)}
	for s.step() && len(s.errs) <= maxErrors && s.expanded <= maxExpanded && ctx.Err() == nil {
		if len(s.out) > maxTokens {
			s.fail(&s.out[len(s.out)-1], fmt.Sprintf("the model has more than %d words and signs", maxTokens), "")
			break
		}
	}
	return s, s.errs
}

func (s *stream) fail(t *Token, msg, hint string) {
	s.errs = append(s.errs, &diag.Diagnostic{Pos: t.Pos, Msg: msg, Hint: hint, Source: s.src.Line(t.Pos),
		Notes: t.Notes})
}

func (s *stream) add(d *diag.Diagnostic) { s.errs.Add(d) }

func (s *stream) top() *source { return s.stack[len(s.stack)-1] }

// take returns the next unfiltered token, or nil at the end.
func (s *stream) take() *Token {
	for len(s.stack) > 0 {
		t := s.top()
		if s.reach(t, 0) {
			t.i++
			return &t.toks[t.i-1]
		}
		s.stack = s.stack[:len(s.stack)-1]
	}
	return nil
}

// reach reads until the n-th token ahead is available, and reports whether it exists.
func (s *stream) reach(t *source, n int) bool {
	for t.i+n >= len(t.toks) {
		if t.rest == nil {
			return false
		}
		before := len(t.toks) - t.i
		t.toks = t.rest.fill(append(make([]Token, 0, before+window), t.toks[t.i:]...), s.add)
		if t.i = 0; len(t.toks) == before {
			return false
		}
	}
	return true
}

// peek returns the n-th unfiltered token ahead in the same source.
func (s *stream) peek(n int) *Token {
	if t := s.top(); s.reach(t, n) {
		return &t.toks[t.i+n]
	}
	return &Token{}
}

func (s *stream) step() bool {
	t := s.take()
	if t == nil {
		return false
	}
	switch {
	case t.Is("inline"):
		s.define()
		return true
	case t.Is("ltl") && s.depth == 0:
		s.cutLTL(t)
		return true
	case t.Is("select"):
		if s.expandSelect(t) {
			return true
		}
	case t.Type == expr.Name && s.inlines[t.Text] != nil && !s.prevIs("."):
		s.call(s.inlines[t.Text], t)
		return true
	case t.Is("return"):
		s.fail(t, "return belongs into an inline that is called as x = f(...)", "")
		return true
	}
	s.put(*t)
	return true
}

func (s *stream) prevIs(text string) bool {
	return len(s.out) > 0 && s.out[len(s.out)-1].Is(text)
}

// endsStatement reports whether a newline after the token separates statements.
func endsStatement(t *Token) bool {
	switch t.Type {
	case expr.Name, expr.Const:
		return true
	case expr.Keyword, expr.Punct:
		switch t.Text {
		case "}", ")", "]", "od", "fi", "else", "break", "++", "--", "timeout":
			return true
		}
	}
	return false
}

// made returns a token that is not in the text, at the place of another.
func made(kind lexer.TokenType, text string, at *Token) Token {
	return Token{Token: expr.Token{Type: kind, Text: text}, Pos: at.Pos, Notes: at.Notes}
}

// put passes a token on, after the separators that the language implies before it.
func (s *stream) put(t Token) {
	if n := len(s.out); n > 0 {
		prev := &s.out[n-1]
		sep := false
		switch {
		case prev.Is("}"):
			sep = t.Type != expr.EOF && !one(&t, " proctype init never :: fi od } unless ; -> ")
		case prev.Is("else"):
			sep = t.Type != expr.EOF && !one(&t, " ; -> fi ")
		case t.Newline && s.body && s.parens == 0 && endsStatement(prev) && !(t.Is("{") && s.forHead):
			sep = true
		}
		if sep {
			s.out = append(s.out, made(expr.Separator, ";", &t))
			n++
		}
		if s.out[n-1].IsSeparator() && one(&t, " } ; -> ") && s.depth > 0 {
			s.out = s.out[:n-1]
		}
	}
	switch {
	case one(&t, " proctype init never typedef trace notrace "):
		s.opens = s.depth == 0
	case t.Is("{"):
		if len(s.passes) > 0 {
			s.passed[len(s.out)], s.passes = s.passes, nil
		}
		s.depth++
		if s.opens {
			s.body, s.opens = true, false
		}
	case t.Is("}"):
		if s.depth--; s.depth <= 0 {
			s.depth, s.body = 0, false
		}
	case t.Is("("):
		s.parens++
	case t.Is(")"):
		s.parens = max(0, s.parens-1)
	}
	if t.Is("for") {
		s.forHead = true
	} else if s.parens == 0 && !t.Is(")") {
		s.forHead = false
	}
	s.out = append(s.out, t)
}

// define parses an inline definition.
func (s *stream) define() {
	in := &inline{}
	n := s.take()
	if n == nil || n.Type != expr.Name {
		s.fail(s.orEOF(n), "a name must follow inline", "inline name(parameters) { ... }")
		return
	}
	in.name = *n
	if t := s.take(); t == nil || !t.Is("(") {
		s.fail(s.orEOF(t), "( expected after the name of an inline", "inline name(parameters) { ... }")
		return
	}
	if !s.parameters(in) {
		return
	}
	if t := s.take(); t == nil || !t.Is("{") {
		s.fail(s.orEOF(t), "{ expected: the body of the inline", "")
		return
	}
	for depth := 1; ; {
		t := s.take()
		if t == nil || t.Type == expr.EOF {
			s.fail(&in.name, "the body of inline "+in.name.Text+" does not end", "close it with }")
			return
		}
		if t.Is("{") {
			depth++
		}
		if t.Is("}") {
			if depth--; depth == 0 {
				break
			}
		}
		in.body = append(in.body, *t)
	}
	if len(in.body) == 0 {
		s.fail(&in.name, "inline "+in.name.Text+" has an empty body", "write skip in it")
		return
	}
	if s.inlines[in.name.Text] != nil {
		s.fail(&in.name, "inline "+in.name.Text+" is defined twice", "")
		return
	}
	s.inlines[in.name.Text] = in
}

// parameters parses an inline's parameters, up to the closing parenthesis.
func (s *stream) parameters(in *inline) bool {
	for {
		t := s.take()
		switch {
		case t == nil || t.Type == expr.EOF || t.Is("{"):
			s.fail(s.orEOF(t), ") expected", "")
			return false
		case t.Is(")") && len(in.params) == 0:
			return true
		case t.Type != expr.Name:
			s.fail(t, "a parameter of an inline is a name, not "+t.Show(), "")
			return false
		}
		in.params = append(in.params, t.Text)
		switch t := s.take(); {
		case t != nil && t.Is(")"):
			return true
		case t == nil || !t.Is(","):
			t = s.orEOF(t)
			s.fail(t, ", or ) expected after a parameter, not "+t.Show(), "inline name(a, b) { ... }")
			return false
		}
	}
}

func (s *stream) orEOF(t *Token) *Token {
	if t != nil {
		return t
	}
	if n := len(s.out); n > 0 {
		return &s.out[n-1]
	}
	return &Token{}
}

// leftOut returns the names in text that the preprocessor excluded, and in inlines that are never called.
func (s *stream) leftOut() map[string]bool {
	out := s.src.LeftOut()
	for _, in := range s.inlines {
		for _, t := range in.body {
			if !in.called && t.Type == expr.Name {
				out[t.Text] = true
			}
		}
	}
	return out
}

// call expands an inline.
func (s *stream) call(in *inline, at *Token) {
	for _, src := range s.stack {
		if src.inline == in {
			s.fail(at, "inline "+in.name.Text+" calls itself", "")
			return
		}
	}
	if len(s.stack) > maxCalls {
		s.fail(at, "inlines are nested too deeply", "")
		return
	}
	if !s.peek(0).Is("(") {
		s.fail(at, in.name.Text+" is an inline", "call it as "+in.name.Text+"(...)")
		return
	}
	in.called = true
	s.take()
	args, ok := s.arguments(at)
	if !ok {
		return
	}
	if len(args) != len(in.params) {
		s.fail(at, fmt.Sprintf("inline %s takes %d arguments, not %d", in.name.Text, len(in.params),
			len(args)), "")
		return
	}
	var target []Token
	if s.prevIs("=") {
		target = s.target()
	}
	own := noting(in, at)
	s.passes = names(args)
	body := make([]Token, 0, 2*len(in.body))
	body = append(body, own(Token{Token: expr.Token{Type: expr.Punct, Text: "{", Newline: at.Newline},
		Pos: at.Pos}))
	for i, t := range in.body {
		if t.Is("return") {
			if target == nil {
				s.fail(at, "the value that "+in.name.Text+" returns is not used",
					"write x = "+in.name.Text+"(...)")
				return
			}
			body = append(body, target...)
			body = append(body, Token{Token: expr.Token{Type: expr.Punct, Text: "="}, Pos: t.Pos})
			continue
		}
		k := -1
		if t.Type == expr.Name {
			for j, p := range in.params {
				if p == t.Text {
					k = j
				}
			}
		}
		if k < 0 {
			body = append(body, own(t))
			continue
		}
		if i > 0 && in.body[i-1].Is(".") {
			what := "parameter " + t.Text + " of inline " + in.name.Text
			s.fail(at, what+" has the name of a field that its body uses", "rename the parameter")
			return
		}
		for j, a := range args[k] {
			a = own(a)
			a.Newline = j == 0 && t.Newline
			body = append(body, a)
		}
	}
	body = append(body, own(Token{Token: expr.Token{Type: expr.Punct, Text: "}"}, Pos: at.Pos}))
	if s.expanded += len(body); s.expanded > maxExpanded {
		s.fail(at, fmt.Sprintf("inlines expand to more than %d words and signs", maxExpanded),
			"do inlines call others several times, again and again? Make a proctype or a loop of one")
		return
	}
	s.stack = append(s.stack, &source{toks: body, inline: in})
}

// noting returns a function that adds notes on an inline's call to a token.
func noting(in *inline, at *Token) func(Token) Token {
	note := diag.Note{Pos: at.Pos, Msg: InCall + in.name.Text}
	alone := append([]diag.Note{note}, at.Notes...) // the call may come from an inline itself
	longer := map[*diag.Note][]diag.Note{}          // by the first of the notes, which tokens share
	return func(t Token) Token {
		if len(t.Notes) == 0 {
			t.Notes = alone
			return t
		}
		first := &t.Notes[0]
		if longer[first] == nil {
			longer[first] = append(slices.Clip(t.Notes), alone...)
		}
		t.Notes = longer[first]
		return t
	}
}

// names returns the names in the arguments of a call, except field names.
func names(args [][]Token) (out []string) {
	for _, a := range args {
		for i := range a {
			if a[i].Type == expr.Name && (i == 0 || !a[i-1].Is(".")) {
				out = append(out, a[i].Text)
			}
		}
	}
	return out
}

// arguments parses the arguments of a call, up to the closing parenthesis.
func (s *stream) arguments(at *Token) ([][]Token, bool) {
	var args [][]Token
	var arg []Token
	for depth := 1; ; {
		t := s.take()
		switch {
		case t == nil || t.Type == expr.EOF:
			s.fail(at, "the arguments of "+at.Text+" do not end", "close them with )")
			return nil, false
		case t.Type == expr.String:
			s.fail(t, "a string cannot be the argument of an inline", "")
			return nil, false
		case t.Is("(") || t.Is("["):
			depth++
		case t.Is(")") || t.Is("]"):
			if depth--; depth == 0 {
				if len(arg) > 0 || len(args) > 0 {
					args = append(args, arg)
				}
				return args, true
			}
		case t.Is(",") && depth == 1:
			args = append(args, arg)
			arg = nil
			continue
		}
		arg = append(arg, *t)
	}
}

// target removes the tokens of an assignment's left side and "=", and returns them.
func (s *stream) target() []Token {
	n := len(s.out) - 1
	i := n
	for i > 0 && !s.out[i-1].IsSeparator() && !one(&s.out[i-1], " { } :: : else ") {
		i--
	}
	t := append([]Token{}, s.out[i:n]...)
	s.out = s.out[:i]
	return t
}

// expandSelect expands select (x : 2 .. 5) as SPIN's lexer does. The parser handles other forms.
func (s *stream) expandSelect(at *Token) bool {
	x, lo, hi := s.peek(1), s.peek(3), s.peek(5)
	plain := func(t *Token) bool { return t.Type == expr.Const && t.Text[0] >= '0' && t.Text[0] <= '9' }
	if len(s.stack) > 1 || !s.peek(0).Is("(") || x.Type != expr.Name || strings.Contains(x.Text, "_") ||
		!s.peek(2).Is(":") ||
		!plain(lo) || !s.peek(4).Is("..") || !plain(hi) || !s.peek(6).Is(")") {
		return false
	}
	s.top().i += 7
	if lo.Val > hi.Val {
		s.fail(at, "the range of select descends", "")
		return true
	}
	p := func(text string) Token { return made(expr.Punct, text, at) }
	k := func(text string) Token { return made(expr.Keyword, text, at) }
	num := func(v int32) Token {
		t := made(expr.Const, strconv.Itoa(int(v)), at)
		t.Val = v
		return t
	}
	sep := func(text string) Token { return made(expr.Separator, text, at) }
	name := *x
	name.Newline = false
	var out []Token
	if hi.Val-lo.Val > 32 {
		out = []Token{name, p("="), num(lo.Val), sep(";"), k("do"), p("::"), p("("), name, p("<"),
			num(hi.Val), p(")"),
			sep("->"), name, p("++"), p("::"), k("break"), k("od")}
		if t := s.peek(0); t.Is("unless") { // SPIN puts a semicolon after od
			s.fail(t, "a select over more than 33 values cannot have an unless",
				"put braces around it: { select (...) } unless ESCAPE")
		}
	} else {
		out = []Token{k("if")}
		for v := lo.Val; v <= hi.Val; v++ {
			out = append(out, p("::"), name, p("="), num(v))
		}
		out = append(out, k("fi"))
	}
	out[0].Newline = at.Newline
	s.stack = append(s.stack, &source{toks: out})
	return true
}

// cutLTL removes an ltl block and stores it.
func (s *stream) cutLTL(at *Token) {
	block := []Token{*at}
	for depth := 0; ; {
		t := s.take()
		if t == nil || t.Type == expr.EOF {
			s.fail(at, "the ltl block does not end", "close it with }")
			return
		}
		block = append(block, *t)
		if t.Is("{") {
			depth++
		}
		if t.Is("}") {
			if depth--; depth <= 0 {
				break
			}
		}
	}
	s.ltl = append(s.ltl, block)
}
