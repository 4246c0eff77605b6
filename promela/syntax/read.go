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

// File is a model as a syntax tree.
type File struct {
	Src      *preproc.Text
	Toks     []Token // indexed by Pos.Offset
	Units    []*Unit
	Formulas [][]Token // ltl blocks, beginning with "ltl"
	// Lost are the names in unreadable text. If one of them is unknown, that is no further error.
	Lost map[string]bool
	// LeftOut are the names in text that directives exclude, and in unused macros and inlines.
	LeftOut map[string]bool
	// Passed are the names in the arguments of inline calls, by the brace that begins the expanded body.
	Passed map[int][]string
}

// Step is a Sentence, or Lost.
type Step interface{ isStep() }

// Lost replaces an unreadable statement.
type Lost struct {
	Err        error
	At         int       // the token of the error
	Start, End int       // the tokens that it replaces
	Part       *Sentence // the readable part
}

// Within returns the unreadable statements inside of it.
func (l *Lost) Within() []*Lost { return l.Part.lost() }

// lost returns the innermost unreadable statements of a sentence.
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

// Whole reports whether all statements are readable.
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

// sequences returns the sequences inside a statement, as far as they are readable.
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

// Loops reports whether the statement is a loop. A select whose limits are not literals is one.
func (s *Stmt) Loops() bool { return s.Do != nil || s.For != nil || s.Select != nil }

// Encloses reports whether the statement is a block, an atomic or a d_step sequence.
func (s *Stmt) Encloses() bool { return s.Block != nil || s.Atomic != nil || s.DStep != nil }

func (*Sentence) isStep() {}
func (*Lost) isStep()     {}

// kinds are the grammar's names of tokens. Some names have one use and exist for the messages (messages.go).
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

// Lex is never called: the parsers get tokens.
func (kinds) Lex(string, io.Reader) (lexer.Lexer, error) { return nil, errors.ErrUnsupported }

// There is a parser for each production at which parsing can start. Building one takes about a millisecond,
// so it is done when needed.
var (
	unit     = sync.OnceValue(parser[Unit])
	sentence = sync.OnceValue(parser[Sentence])
	ltl      = sync.OnceValue(parser[LTL])
	part     = sync.OnceValue(parser[Part])
)

func parser[P any]() *participle.Parser[P] {
	// one token decides: a production that has begun is never abandoned for another
	return participle.MustBuild[P](participle.Lexer(kinds{}), participle.UseLookahead(0),
		participle.ParseTypeWith(readStep), participle.ParseTypeWith(expr.Read),
		participle.ParseTypeWith(expr.ReadOperand), participle.ParseTypeWith(expr.ReadArgs),
		participle.ParseTypeWith(expr.ReadFormula))
}

// trailing lets a parser stop before the end of the tokens.
var trailing = participle.AllowTrailing(true)

// readSentence is set at the start of the program, since its parser contains readStep.
var readSentence func(l *lexer.PeekingLexer) (*Sentence, error)

func init() {
	readSentence = func(l *lexer.PeekingLexer) (*Sentence, error) {
		return sentence().ParseFromLexer(l, trailing)
	}
}

// contexts has the context of each text being read, since a production only gets the lexer.
var contexts sync.Map

// textOf identifies the text of a lexer and its copies, which participle uses to try alternatives, by the
// first token.
func textOf(l *lexer.PeekingLexer) *lexer.Token { return &l.Range(0, 1)[0] }

// errEnded is the panic value when a statement's context is done.
var errEnded = errors.New("ended")

// Limits of a text, so that none exhausts the stack: nesting of brackets and statements, and the number of
// operators in a statement, since each may have the previous ones as an operand.
const (
	maxDepth     = 1000
	maxOperators = 10_000
)

// Read parses a preprocessed model. The file has everything that is readable, and the list has the errors.
// When ctx is done, Read returns what it has.
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
	reserve(ctx, 2*len(f.Toks)*int(unsafe.Sizeof(lexer.Token{}))) // it exists twice while it grows
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

// reserve announces that a list of this many bytes will be made.
func reserve(ctx context.Context, bytes int) {
	if c, ok := ctx.(interface{ Reserve(bytes int64) }); ok && bytes > 1<<20 {
		c.Reserve(int64(bytes))
	}
}

// ReadFormula parses an ltl block of the file. The function declared reports whether a name is a variable or
// a proctype.
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

// binary are the operators that may occur many times in a row.
const binary = " + - * / % & | ^ << >> && || == != < <= > >= ~ ! "

// tooDeep rejects a text with too many brackets or statements around a token.
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

// formula is the value of Lost.Start in an ltl block.
const formula = -1

// position returns the number of an error's token.
func position(err error) int {
	var e participle.Error
	if errors.As(err, &e) {
		return e.Position().Offset
	}
	return 0
}

// Lose records the names among tokens that were skipped.
func (f *File) Lose(from, to int) {
	for i := max(0, from); i < to; i++ {
		switch t := &f.Toks[i]; t.Type {
		case expr.Name, expr.Label, expr.Type, expr.Proc:
			f.Lost[t.Text] = true
		}
	}
}

// skipUnit skips tokens up to the probable beginning of the next unit.
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

// ends reports whether a token ends a sequence of statements.
func ends(t *lexer.Token) bool {
	switch t.Value {
	case "}", "fi", "od", "::":
		return true
	}
	return t.EOF()
}

// brackets are the open brackets, including if and do.
type brackets []string

// outside adds a token, and reports whether it is outside of all of them.
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

// close closes the innermost bracket of a kind and all brackets in it. It returns false if there is none
// within the enclosing braces.
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

// readStep parses a statement and the separators after it. If the statement is unreadable, its rest is
// skipped, and the step is the error.
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
