package promela

import (
	"fmt"
	"os"

	"gospin/promela/diag"
	"gospin/promela/preproc"
)

// Options say how a model is read.
type Options struct {
	Defines  []string                          // NAME=VALUE or NAME, as after -D
	Undefs   []string                          // as after -U
	ReadFile func(path string) ([]byte, error) // nil: os.ReadFile
	// Formulas are read as if each stood in an ltl block at the end of the model; its name is its text. What is wrong with
	// it is in the file FormulaFile.
	Formulas []string
}

// FormulaFile is how places in Options.Formulas are called.
const FormulaFile = "formula"

// ParseFile reads a model. The error is a diag.List with everything found wrong.
func ParseFile(path string, o Options) (*Model, error) {
	if len(o.Formulas) == 0 {
		return parseFile(path, o)
	}
	plain := o
	plain.Formulas = nil
	if _, err := parseFile(path, plain); err != nil {
		return nil, err // what is wrong with the model itself is told without them
	}
	o.ReadFile = withFormulas(path, o)
	return parseFile(path, o)
}

func parseFile(path string, o Options) (*Model, error) {
	src, errs := preproc.Run(path, preproc.Options{Defines: o.Defines, Undefs: o.Undefs, ReadFile: o.ReadFile})
	if err := errs.Err(); err != nil {
		return nil, err
	}
	s, more := scan(src)
	errs = append(errs, more...)
	if err := errs.Err(); err != nil {
		return nil, err
	}
	p := newParser(path, src, s)
	p.model.Warnings = errs
	if err := p.parse(); err != nil {
		return nil, err
	}
	p.formulas(o.Formulas)
	p.finish()
	if err := p.errs.Err(); err != nil {
		return nil, p.errs.Sorted()
	}
	p.model.Warnings = append(p.model.Warnings, p.errs...)
	return p.model, nil
}

// ParseString reads a model from a string; name stands for its path.
func ParseString(name, text string, o Options) (*Model, error) {
	read := o.ReadFile
	o.ReadFile = func(path string) ([]byte, error) {
		if path == name {
			return []byte(text), nil
		}
		if read == nil {
			return os.ReadFile(path)
		}
		return read(path)
	}
	return ParseFile(name, o)
}

// parser reads tokens and resolves names as it goes: a name is declared before it is used, but for proctypes, labels
// and what remote references mention, which are resolved at the end of the file.
type parser struct {
	src      *preproc.Text
	toks     []token
	i        int
	model    *Model
	errs     diag.List
	types    map[string]*Typedef
	consts   map[string]*Const // mtype constants
	procs    map[string]*Proc
	scopes   []map[string]*Var // the first holds the globals
	proc     *Proc
	later    []func() // what waits for the end of the file
	depth    int      // nesting of expressions and statements
	maxMsg   int
	dstep    int
	named    map[string]bool // of claims and formulas
	unnamed  int
	ltl      [][]token
	structs  bool // whole typedef variables may stand here
	whole    bool // whole arrays may
	dsteps   int  // number of d_steps so far
	dstepID  int  // the d_step around, 0 for none
	loops    []int
	labels   map[string]labelAt
	gotos    []gotoAt
	labelsOf map[*Proc]map[string]labelAt
}

const (
	maxDepth  = 1000
	maxErrors = 20
)

// syntax is panicked with at an error from which only the next unit recovers.
type syntax struct{}

func newParser(path string, src *preproc.Text, s *stream) *parser {
	p := &parser{src: src, toks: s.out, types: map[string]*Typedef{}, consts: map[string]*Const{}, procs: map[string]*Proc{},
		scopes: []map[string]*Var{{}}, named: map[string]bool{}}
	p.model = &Model{Name: path, Mtypes: map[string][]string{}, Remote: map[LabelRef]bool{}}
	for _, v := range []*Var{
		{Name: "_", Special: Scratch, Type: Type{Kind: Int}}, {Name: "_pid", Special: PidVar, Type: Type{Kind: Pid}},
		{Name: "_nr_pr", Special: NrPr, Type: Type{Kind: Byte}}, {Name: "_last", Special: Last, Type: Type{Kind: Pid}},
		{Name: "_priority", Special: PriorityVar, Type: Type{Kind: Byte}},
	} {
		p.scopes[0][v.Name] = v
	}
	p.ltl = s.ltl
	p.labelsOf = map[*Proc]map[string]labelAt{}
	p.labels = map[string]labelAt{}
	return p
}

func (p *parser) peek() *token { return &p.toks[p.i] }

func (p *parser) peekAt(n int) *token {
	if p.i+n < len(p.toks) {
		return &p.toks[p.i+n]
	}
	return &p.toks[len(p.toks)-1]
}

func (p *parser) next() *token {
	t := &p.toks[p.i]
	if p.i < len(p.toks)-1 {
		p.i++
	}
	return t
}

// lastPos is the place of the token that was taken last.
func (p *parser) lastPos() Pos { return p.toks[max(0, p.i-1)].pos }

// accept takes the token if it is the one.
func (p *parser) accept(text string) bool {
	if p.peek().is(text) {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(text, where string) *token {
	t := p.peek()
	if !t.is(text) {
		p.fail(t, fmt.Sprintf("%s expected %s, not %s", text, where, show(t)), "")
	}
	return p.next()
}

func (p *parser) name(what string) *token {
	t := p.peek()
	if t.kind != tName {
		hint := ""
		if t.kind == tKeyword {
			hint = t.text + " is a word of the language; choose another name"
		}
		p.fail(t, fmt.Sprintf("%s expected, not %s", what, show(t)), hint)
	}
	return p.next()
}

func show(t *token) string {
	switch t.kind {
	case tEOF:
		return "the end of the file"
	case tString:
		return "a string"
	}
	return "'" + t.text + "'"
}

// errorAt notes an error and goes on.
func (p *parser) errorAt(t *token, msg, hint string) {
	p.report(diag.Error, t.pos, t.notes, msg, hint)
}

func (p *parser) warnAt(t *token, msg, hint string) {
	p.report(diag.Warning, t.pos, t.notes, msg, hint)
}

func (p *parser) errorPos(pos Pos, msg, hint string) { p.report(diag.Error, pos, nil, msg, hint) }

func (p *parser) report(s diag.Severity, pos Pos, notes []diag.Note, msg, hint string) {
	p.errs = append(p.errs, &diag.Diagnostic{Severity: s, Pos: pos, Msg: msg, Hint: hint, Source: p.src.Line(pos), Notes: notes})
}

// fail notes an error and gives up the unit.
func (p *parser) fail(t *token, msg, hint string) {
	p.errorAt(t, msg, hint)
	panic(syntax{})
}

// enter guards against nesting that would exhaust the stack; leave with the returned function.
func (p *parser) enter(t *token) func() {
	p.depth++
	if p.depth > maxDepth {
		p.fail(t, "nested too deeply", "")
	}
	return func() { p.depth-- }
}

// recovering runs read and turns a syntax panic into a jump to the next unit.
func (p *parser) recovering(read func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(syntax); !ok {
				panic(r)
			}
			p.skipUnit()
		}
	}()
	read()
}

// skipUnit goes to where the next unit seems to begin.
func (p *parser) skipUnit() {
	p.depth, p.dstep, p.dstepID, p.loops = 0, 0, 0, nil
	p.structs, p.whole = false, false
	p.scopes = p.scopes[:1]
	p.proc = nil
	for p.peek().kind != tEOF {
		t := p.next()
		n := p.peek()
		if t.is("}") && (one(n, " proctype active init never typedef trace notrace D_proctype ") || n.is(";") && one(p.peekAt(1), " proctype active init never typedef trace notrace D_proctype ")) {
			return
		}
	}
}

func (p *parser) unit() {
	t := p.peek()
	switch {
	case isSep(t):
		p.next()
	case one(t, " active proctype D_proctype "):
		p.proctype()
	case t.is("init"):
		p.initProc()
	case t.is("never"), t.is("trace"), t.is("notrace"):
		p.claim()
	case t.is("typedef"):
		p.typedef()
	case t.is("mtype") && p.mtypeList():
	case one(t, " c_code c_expr c_decl c_state c_track "):
		p.fail(t, "embedded C is not supported", "write the model in Promela alone")
	case p.startsDecl():
		p.model.Globals = append(p.model.Globals, p.declaration(true)...)
	default:
		hint := ""
		if t.kind == tName {
			hint = diag.DidYouMean(t.text, []string{"proctype", "active", "init", "never", "typedef", "mtype", "byte", "bool", "bit", "short", "int", "chan", "inline", "ltl"})
		}
		p.fail(t, "a declaration, proctype, init, claim or typedef expected, not "+show(t), hint)
	}
}
