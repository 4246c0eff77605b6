package syntax

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"unsafe"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"gospin/promela/diag"
	"gospin/promela/expr"
	"gospin/promela/preproc"
)

// File is a model as it is written.
type File struct {
	Src      *preproc.Text
	Toks     []Token // a Pos.Offset is an index into them
	Units    []*Unit
	Formulas [][]Token // the ltl blocks, from "ltl" on
	// Lost are the names in what couldn't be read. That one of them isn't known is no error of its own.
	Lost map[string]bool
	// LeftOut are the names in text between directives, and in macros and inlines that are never used.
	LeftOut map[string]bool
	// Passed are the names in the arguments of inlines' calls, by the brace that begins what a call stands
	// for.
	Passed map[int][]string
}

// Step is a Sentence, or Lost.
type Step interface{ isStep() }

// Lost stands for a statement that couldn't be read.
type Lost struct {
	Err        error
	At         int       // the token that Err is about
	Start, End int       // the tokens that it stands for
	Part       *Sentence // what could be read
}

// Within are the statements inside it that could not be read either.
func (l *Lost) Within() []*Lost { return l.Part.lost() }

// lost are the innermost statements of a sentence that could not be read.
func (s *Sentence) lost() (out []*Lost) {
	if s == nil {
		return nil
	}
	for _, x := range append([]*Stmt{s.Stmt}, s.Escapes...) {
		for _, q := range x.sequences() {
			for _, step := range q.Steps {
				switch step := step.(type) {
				case *Lost:
					out = append(out, step)
				case *Sentence:
					out = append(out, step.lost()...)
				}
			}
		}
	}
	return out
}

// Whole reports whether all statements could be read.
func (f *File) Whole() bool {
	for _, u := range f.Units {
		var b *Body
		switch {
		case u.Proctype != nil:
			b = u.Proctype.Body
		case u.Init != nil:
			b = u.Init.Body
		case u.Claim != nil:
			b = u.Claim.Body
		}
		if b == nil || b.Steps == nil {
			continue
		}
		for _, step := range b.Steps.Steps {
			if s, ok := step.(*Sentence); !ok || len(s.lost()) > 0 {
				return false
			}
		}
	}
	return true
}

// sequences are those inside a statement, as far as it could be read.
func (s *Stmt) sequences() (out []*Sequence) {
	if s == nil {
		return nil
	}
	blocks := []*Block{s.Block, s.Atomic, s.DStep}
	if s.For != nil {
		blocks = append(blocks, s.For.Body)
	}
	for _, b := range blocks {
		if b != nil && b.Steps != nil {
			out = append(out, b.Steps)
		}
	}
	for _, x := range []*Selection{s.If, s.Do} {
		if x != nil {
			out = append(out, x.Options...)
		}
	}
	return out
}

func (*Sentence) isStep() {}
func (*Lost) isStep()     {}

// kinds are the tokens' names in the grammar. Names for one use are there for the messages (messages.go).
type kinds struct{}

func (kinds) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Name": expr.Name, "Const": expr.Const, "Basic": expr.Basic,
		"Visibility": expr.Visibility,
		"Separator":  expr.Separator, "Keyword": expr.Keyword, "Label": expr.Label, "Type": expr.Type,
		"ProctypeName": expr.Name, "TypedefName": expr.Name, "Parameter": expr.Name, "Variable": expr.Name,
		"Constant": expr.Name, "Subtype": expr.Name, "GotoLabel": expr.Name, "Bits": expr.Const,
		"Format": expr.String,
	}
}

// Lex is not called: the parsers are given the tokens.
func (kinds) Lex(string, io.Reader) (lexer.Lexer, error) { return nil, errors.ErrUnsupported }

// There is one parser for each production that reading starts at. Making one takes about a millisecond, so it
// waits until it is needed.
var (
	unit     = sync.OnceValue(parser[Unit])
	sentence = sync.OnceValue(parser[Sentence])
	ltl      = sync.OnceValue(parser[LTL])
	part     = sync.OnceValue(parser[Part])
)

func parser[P any]() *participle.Parser[P] {
	// One token decides: what has begun is never tried as something else.
	return participle.MustBuild[P](participle.Lexer(kinds{}), participle.UseLookahead(0),
		participle.ParseTypeWith(readStep), participle.ParseTypeWith(expr.Read),
		participle.ParseTypeWith(expr.ReadOperand), participle.ParseTypeWith(expr.ReadArgs),
		participle.ParseTypeWith(expr.ReadFormula))
}

// trailing lets a parser stop before the end of the tokens.
var trailing = participle.AllowTrailing(true)

// readSentence is set when the program starts, since its parser contains readStep.
var readSentence func(l *lexer.PeekingLexer) (*Sentence, error)

func init() {
	readSentence = func(l *lexer.PeekingLexer) (*Sentence, error) {
		return sentence().ParseFromLexer(l, trailing)
	}
}

// contexts has the context of each text that is read: a production is given the lexer alone.
var contexts sync.Map

// textOf is what a lexer has in common with its copies, with which alternatives are tried: its first token.
func textOf(l *lexer.PeekingLexer) *lexer.Token { return &l.Range(0, 1)[0] }

// errEnded is what reading a statement panics with when its context is done.
var errEnded = errors.New("ended")

// Bounds of a text, so that none exhausts the stack: how deeply brackets and statements may be nested, and
// how many operators a statement may have, since each may have the ones before it as an operand.
const (
	maxDepth     = 1000
	maxOperators = 10_000
)

// Read reads a preprocessed model. The file has all that could be read, and the list says what could not.
// When ctx is done, it ends with what it has.
func Read(ctx context.Context, src *preproc.Text) (f *File, errs diag.List) {
	if err := nested(src); err != nil {
		return &File{Src: src, Lost: map[string]bool{}, LeftOut: map[string]bool{}}, diag.List{err}
	}
	s, errs := scan(ctx, src)
	f = &File{Src: src, Toks: s.out, Formulas: s.ltl, Lost: map[string]bool{}, LeftOut: s.leftOut(),
		Passed: s.passed}
	if errs.Errors() > 0 || ctx.Err() != nil || f.tooDeep(&errs) || ctx.Err() != nil {
		return f, errs
	}
	defer func() {
		if r := recover(); r != nil && r != errEnded {
			panic(r)
		}
	}()
	roles(f.Toks)
	reserve(ctx, len(f.Toks)*int(unsafe.Sizeof(lexer.Token{})))
	l := expr.Peeking(len(f.Toks), func(i int) lexer.Token {
		if ctx.Err() != nil {
			panic(errEnded)
		}
		return tokens(f.Toks).at(i)
	})
	contexts.Store(textOf(l), ctx)
	defer contexts.Delete(textOf(l))
	for !l.Peek().EOF() && len(errs) < maxErrors {
		start := l.Cursor()
		if l.Peek().Type == expr.Separator {
			l.Next()
			continue
		}
		u, err := unit().ParseFromLexer(l, trailing)
		f.Units = append(f.Units, u)
		if err != nil {
			at := position(err)
			errs.Add(f.Explain(&Lost{Err: err, At: at, Start: start}, true))
			f.skipUnit(l, at)
			f.Lose(at, l.Cursor())
		}
	}
	return f, errs
}

// reserve says that a list of this many bytes is about to be made, which for a time is there twice where it
// grows.
func reserve(ctx context.Context, bytes int) {
	if c, ok := ctx.(interface{ Reserve(bytes int64) }); ok && bytes > 1<<20 {
		c.Reserve(2 * int64(bytes))
	}
}

// ReadFormula reads an ltl block of the file. What it declares is found by the names of its variables and
// proctypes.
func (f *File) ReadFormula(block []Token, declared func(name string) (variable, proctype bool)) (*LTL,
	[]Token, *diag.Diagnostic) {
	last := &block[len(block)-1]
	toks := append(block[1:len(block):len(block)], made(expr.EOF, "", last))
	g := &File{Src: f.Src, Toks: toks}
	var errs diag.List
	if g.tooDeep(&errs) {
		return nil, toks, errs[0]
	}
	from := 0
	if !toks[0].Is("{") {
		from = 1
	}
	temporal(toks[from:], declared)
	l := expr.Peeking(len(toks), tokens(toks).at)
	x, err := ltl().ParseFromLexer(l)
	if err != nil {
		return x, toks, g.Explain(&Lost{Err: err, At: position(err), Start: formula}, false)
	}
	return x, toks, nil
}

// binary are the operators that an expression may have many of in a row.
const binary = " + - * / % & | ^ << >> && || == != < <= > >= ~ ! "

// tooDeep refuses a text with too many brackets or statements around a token.
func (f *File) tooDeep(errs *diag.List) bool {
	depth, operators := 0, 0
	for i := range f.Toks {
		t := &f.Toks[i]
		switch {
		case t.IsSeparator(), one(t, " { } , : :: "):
			operators = 0
		case t.Type == expr.Punct && one(t, binary):
			if operators++; operators > maxOperators {
				errs.Add(f.diagnose(t, fmt.Sprintf("the expression has more than %d operators", maxOperators),
					"compute it in several statements"))
				return true
			}
		}
		switch {
		case one(t, " ( [ { if do "):
			if depth++; depth > maxDepth {
				errs.Add(f.diagnose(t, "nested too deeply", ""))
				return true
			}
		case one(t, " ) ] } fi od "):
			depth = max(0, depth-1)
		}
	}
	return false
}

// formula stands for Lost.Start in an ltl block.
const formula = -1

// position is the number of the token that an error is about.
func position(err error) int {
	var e participle.Error
	if errors.As(err, &e) {
		return e.Position().Offset
	}
	return 0
}

// Lose notes the names among tokens that were skipped.
func (f *File) Lose(from, to int) {
	for i := max(0, from); i < to; i++ {
		switch t := &f.Toks[i]; t.Type {
		case expr.Name, expr.Label, expr.Type, expr.Proc:
			f.Lost[t.Text] = true
		}
	}
}

// skipUnit goes to where the next unit seems to begin.
func (f *File) skipUnit(l *lexer.PeekingLexer, at int) {
	const units = " proctype active init never typedef trace notrace D_proctype "
	for l.Cursor() < at {
		l.Next()
	}
	for !l.Peek().EOF() {
		end := l.Next().Value == "}"
		n := l.Cursor()
		if end && (one(&f.Toks[n], units) || f.Toks[n].IsSeparator() && one(&f.Toks[n+1], units)) {
			return
		}
	}
}

// ends reports whether a sequence of statements ends at a token.
func ends(t *lexer.Token) bool {
	switch t.Value {
	case "}", "fi", "od", "::":
		return true
	}
	return t.EOF()
}

// brackets are those that are open, if and do among them.
type brackets []string

// outside takes a token, and reports whether it belongs to what is around them.
func (b *brackets) outside(t *lexer.Token) bool {
	switch t.Value {
	case "(", "[", "{", "if", "do":
		*b = append(*b, t.Value)
		return false
	case ")":
		return !b.close("(")
	case "]":
		return !b.close("[")
	case "}":
		return !b.close("{")
	case "fi", "od":
		return !b.close("if", "do")
	}
	return len(*b) == 0 && (t.Type == expr.Separator || ends(t))
}

// close closes the innermost bracket of a kind, and what is open within it; false if none is open within
// the braces around.
func (b *brackets) close(kinds ...string) bool {
	for i, k := range slices.Backward(*b) {
		if slices.Contains(kinds, k) {
			*b = (*b)[:i]
			return true
		}
		if k == "{" {
			break
		}
	}
	return false
}

// readStep reads a statement and the separators after it. If it can't be read, the rest of it is
// skipped, and its error is left in its place.
func readStep(l *lexer.PeekingLexer) (Step, error) {
	if ends(l.Peek()) {
		return nil, participle.NextMatch
	}
	if ctx, ok := contexts.Load(textOf(l)); ok && ctx.(context.Context).Err() != nil {
		panic(errEnded)
	}
	before, start := l.MakeCheckpoint(), l.Cursor()
	s, err := readSentence(l)
	if next := l.Peek(); err == nil {
		if l.Cursor() > start && (next.Type == expr.Separator || ends(next)) {
			separators(l)
			return s, nil
		}
		err = &participle.UnexpectedTokenError{Unexpected: *next, Expect: "Step"}
	}
	l.LoadCheckpoint(before)
	at := max(position(err), start+1)
	for open := (brackets{}); !l.Peek().EOF(); l.Next() {
		if t := l.Peek(); open.outside(t) && t.Value != ")" && t.Value != "]" && l.Cursor() >= at {
			break
		}
	}
	end := l.Cursor()
	separators(l)
	return &Lost{Err: err, At: position(err), Start: start, End: end, Part: s}, nil
}

func separators(l *lexer.PeekingLexer) {
	for l.Peek().Type == expr.Separator {
		l.Next()
	}
}
