package resolve

import (
	"context"
	"maps"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/preproc"
	"gospin/promela/syntax"
)

// Options configure reading a model.
type Options struct {
	Defines  []string                          // NAME=VALUE or NAME, as after -D
	Undefs   []string                          // as after -U
	ReadFile func(path string) ([]byte, error) // nil for preproc.ReadFile
	// Formulas are read as if each were an ltl block at the end of the model, named by its text. Errors in
	// them are in the file FormulaFile.
	Formulas []string
	Measures []Measure // read after the model and the formulas
	// Uses is called for each place of a name, even in a rejected model. It may be nil.
	Uses func(Use)
}

// FormulaFile is the file name for places in Options.Formulas.
const FormulaFile = "formula"

// ParseFile reads a model. The error is a diag.List of all errors found. If the model itself has errors,
// formulas are not checked.
func ParseFile(ctx context.Context, path string, o Options) (*promela.Model, error) {
	if len(o.Formulas) == 0 && len(o.Measures) == 0 {
		return parseFile(ctx, path, o)
	}
	with := o
	with.ReadFile = withTexts(path, o)
	var m *promela.Model
	err := closed(o.Measures).Err()
	if err == nil {
		if m, err = parseFile(ctx, path, with); err == nil {
			return m, nil
		}
	}
	o.Formulas, o.Measures = nil, nil
	if ctx.Err() != nil {
		return nil, err
	}
	if _, alone := parseFile(ctx, path, o); alone != nil {
		return nil, alone
	}
	return nil, err
}

func parseFile(ctx context.Context, path string, o Options) (*promela.Model, error) {
	src, errs := preproc.Run(ctx, path, preproc.Options{Defines: o.Defines, Undefs: o.Undefs,
		ReadFile: o.ReadFile})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := errs.Err(); err != nil {
		return nil, err
	}
	file, more := syntax.Read(ctx, src)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	errs = append(errs, more...)
	if len(file.Units) == 0 && errs.Errors() > 0 {
		return nil, errs.Err()
	}
	r := newResolver(path, file, errs)
	r.ctx, r.uses = ctx, o.Uses
	for _, u := range file.Units {
		if !r.ended() {
			r.attempt(func() { r.unit(u) })
		}
	}
	all := r.file.Formulas
	at := max(0, len(all)-len(o.Measures))
	r.file.Formulas = all[:at]
	blocks := all[at:]
	r.formulas(o.Formulas)
	r.measures(o.Measures, blocks)
	r.finish()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := r.errs.Err(); err != nil {
		return nil, r.errs.Sorted()
	}
	r.model.Warnings, r.model.Line, r.model.LeftOut = r.errs, src.Line, file.LeftOut
	return r.model, nil
}

// ParseString reads a model from a string. The name serves as its path.
func ParseString(ctx context.Context, name, text string, o Options) (*promela.Model, error) {
	read := o.ReadFile
	o.ReadFile = func(path string) ([]byte, error) {
		if path == name {
			return []byte(text), nil
		}
		if read == nil {
			return preproc.ReadFile(path)
		}
		return read(path)
	}
	return ParseFile(ctx, name, o)
}

// resolver builds the model of a file, in the order of the text. Names must be declared before their use,
// except proctypes, labels and the names in remote references, which are looked up at the end.
type resolver struct {
	ctx      context.Context
	file     *syntax.File
	toks     []syntax.Token // of the file, or of a formula
	model    *promela.Model
	errs     diag.List
	types    map[string]*promela.Typedef
	consts   map[string]*promela.Const // mtype constants
	hidden   map[string]bool           // variables whose names are redeclared as mtype constants
	procs    map[string]*promela.Proc
	scopes   []map[string]*promela.Var // the first has the globals
	proc     *promela.Proc
	later    []func() // to be done at the end of the file
	longest  int      // largest number of fields of a message
	channels int      // number of channels so far
	named    map[string]bool
	unnamed  int  // number of formulas without a name
	structs  bool // typedef variables are allowed here as a whole
	whole    bool // arrays are allowed as a whole
	formula  bool // inside a formula, whose logical operators are temporal
	measure  bool // inside a measure, which must not change the model
	uses     func(Use)
	jumps
	labelsOf map[*promela.Proc]map[string][]*labelAt
}

const maxErrors = 20

// ended reports whether the rest of the model is skipped, because the context is done or there are enough
// errors.
func (r *resolver) ended() bool { return r.ctx.Err() != nil || r.errs.Errors() >= maxErrors }

// giveUp is the panic value after an error that makes it impossible to resolve the rest of the statement or
// unit.
type giveUp struct{}

func newResolver(path string, file *syntax.File, errs diag.List) *resolver {
	r := &resolver{file: file, toks: file.Toks, errs: errs, types: map[string]*promela.Typedef{},
		consts: map[string]*promela.Const{}, hidden: map[string]bool{}, procs: map[string]*promela.Proc{},
		scopes: []map[string]*promela.Var{{}},
		named:  map[string]bool{}, labelsOf: map[*promela.Proc]map[string][]*labelAt{}}
	r.model = &promela.Model{Name: path, Mtypes: map[string][]string{}, Remote: map[promela.LabelRef]bool{},
		Calls: map[promela.Stmt][]promela.InlineCall{}}
	for _, v := range []*promela.Var{
		{Name: "_", Special: promela.Scratch, Type: promela.Type{Kind: promela.Int}},
		{Name: "_pid", Special: promela.PidVar, Type: promela.Type{Kind: promela.Pid}},
		{Name: "_nr_pr", Special: promela.NrPr, Type: promela.Type{Kind: promela.Byte}},
		{Name: "_last", Special: promela.Last, Type: promela.Type{Kind: promela.Pid}},
		{Name: "_priority", Special: promela.PriorityVar, Type: promela.Type{Kind: promela.Byte}},
	} {
		r.scopes[0][v.Name] = v
	}
	return r
}

// attempt resolves a part, and returns false if that gave up.
func (r *resolver) attempt(part func()) (ok bool) {
	scopes, jumps, proc := len(r.scopes), r.jumps, r.proc
	defer func() {
		if p := recover(); p != nil {
			if _, is := p.(giveUp); !is {
				panic(p)
			}
			r.scopes, r.proc = r.scopes[:scopes], proc
			r.dstep, r.open, r.loops, r.blocks = jumps.dstep, jumps.open, jumps.loops, jumps.blocks
			r.structs, r.whole, r.formula, r.measure = false, false, false, false
			ok = false
		}
	}()
	part()
	return true
}

// scoped calls part in a new scope.
func (r *resolver) scoped(part func()) {
	r.scopes = append(r.scopes, map[string]*promela.Var{})
	part()
	r.scopes = r.scopes[:len(r.scopes)-1]
}

// tok returns a token of the tree as a token of the file.
func (r *resolver) tok(t lexer.Token) *syntax.Token { return r.at(t.Pos) }

func (r *resolver) at(pos lexer.Position) *syntax.Token { return r.nth(pos.Offset) }

func (r *resolver) nth(i int) *syntax.Token { return &r.toks[min(max(0, i), len(r.toks)-1)] }

// errorAt reports an error.
func (r *resolver) errorAt(t *syntax.Token, msg, hint string) {
	r.report(t.Pos, t.Notes, msg, hint)
}

// warnAt reports a warning of a lint, which promela/lint lists.
func (r *resolver) warnAt(t *syntax.Token, lint, msg, hint string) {
	r.errs.Add(&diag.Diagnostic{Severity: diag.Warning, Name: lint, Pos: t.Pos, Msg: msg, Hint: hint,
		Source: r.file.Src.Line(t.Pos), Notes: t.Notes})
}

func (r *resolver) errorPos(pos promela.Pos, msg, hint string) {
	r.report(pos, nil, msg, hint)
}

func (r *resolver) report(pos promela.Pos, notes []diag.Note, msg, hint string) {
	r.errs.Add(&diag.Diagnostic{Pos: pos, Msg: msg, Hint: hint,
		Source: r.file.Src.Line(pos), Notes: notes})
}

// fail reports an error and gives up.
func (r *resolver) fail(t *syntax.Token, msg, hint string) {
	r.errorAt(t, msg, hint)
	panic(giveUp{})
}

// unknown reports an unknown name, unless its declaration may be in unreadable text.
func (r *resolver) unknown(t *syntax.Token, msg, hint string) {
	if !r.file.Lost[t.Text] {
		r.errorAt(t, msg, hint)
	}
}

// names returns the keys of a table in order, as candidates for hints.
func names[V any](table map[string]V) []string { return slices.Sorted(maps.Keys(table)) }

func (r *resolver) unit(u *syntax.Unit) {
	switch t := r.at(u.Pos); {
	case u.Proctype != nil:
		r.proctype(u.Proctype)
	case u.Init != nil:
		r.init(t, u.Init)
	case u.Claim != nil:
		r.claim(u.Claim)
	case u.Typedef != nil:
		r.typedef(u.Typedef)
	case u.Mtype != nil:
		r.mtypeList(u.Mtype)
	case u.Decl != nil:
		r.model.Globals = append(r.model.Globals, r.declare(u.Decl)...)
	}
}

// finish resolves what must wait for the end of the file.
func (r *resolver) finish() {
	for _, f := range r.later {
		f()
	}
	runnable := slices.ContainsFunc(r.model.Procs, func(q *promela.Proc) bool { return q.Active > 0 })
	if !runnable && r.errs.Errors() == 0 {
		r.errorPos(promela.Pos{File: r.model.Name}, "the model has no process to run",
			"write init { ... } or active proctype P() { ... }")
	}
}
