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

// Options say how a model is read.
type Options struct {
	Defines  []string                          // NAME=VALUE or NAME, as after -D
	Undefs   []string                          // as after -U
	ReadFile func(path string) ([]byte, error) // nil: preproc.ReadFile
	// Formulas are read as if each stood in an ltl block at the end of the model; its name is its text.
	// What is wrong with it is in the file FormulaFile.
	Formulas []string
	Measures []Measure // are read after the model and the formulas
	// Uses is told of the places where names stand, also of a model that is refused. May be nil.
	Uses func(Use)
}

// FormulaFile is how places in Options.Formulas are called.
const FormulaFile = "formula"

// ParseFile reads a model. The error is a diag.List with everything found wrong; what is wrong with the
// model itself is reported without the formulas.
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
	blocks := r.cutMeasures(len(o.Measures))
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

// ParseString reads a model from a string; name stands for its path.
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

// resolver makes the model of a file, in the order of the text: a name is declared before it is used, but
// for proctypes, labels and what remote references mention, which are looked up at the end.
type resolver struct {
	ctx      context.Context
	file     *syntax.File
	toks     []syntax.Token // of the file, or of a formula
	model    *promela.Model
	errs     diag.List
	types    map[string]*promela.Typedef
	consts   map[string]*promela.Const // mtype constants
	hidden   map[string]bool           // variables whose names are mtype constants from there on
	procs    map[string]*promela.Proc
	scopes   []map[string]*promela.Var // the first holds the globals
	proc     *promela.Proc
	later    []func() // what waits for the end of the file
	longest  int      // most fields of a channel's messages
	channels int      // how many are declared so far
	named    map[string]bool
	unnamed  int  // formulas without a name
	structs  bool // whole typedef variables may stand here
	whole    bool // whole arrays may
	formula  bool // operators of logic are those of a formula
	measure  bool // a measure is read, of which the model must not depend
	uses     func(Use)
	jumps
	labelsOf map[*promela.Proc]map[string]labelAt
}

const maxErrors = 20

// ended reports whether the rest of the model is not looked at: the context is done, or there are errors
// enough.
func (r *resolver) ended() bool { return r.ctx.Err() != nil || r.errs.Errors() >= maxErrors }

// giveUp is panicked with at an error after which the rest of the statement or unit cannot be resolved.
type giveUp struct{}

func newResolver(path string, file *syntax.File, errs diag.List) *resolver {
	r := &resolver{file: file, toks: file.Toks, errs: errs, types: map[string]*promela.Typedef{},
		consts: map[string]*promela.Const{}, hidden: map[string]bool{}, procs: map[string]*promela.Proc{},
		scopes: []map[string]*promela.Var{{}},
		named:  map[string]bool{}, labelsOf: map[*promela.Proc]map[string]labelAt{}}
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

// attempt resolves a part, and goes on after it if that is given up.
func (r *resolver) attempt(part func()) (ok bool) {
	scopes, jumps, proc := len(r.scopes), r.jumps, r.proc
	defer func() {
		if p := recover(); p != nil {
			if _, is := p.(giveUp); !is {
				panic(p)
			}
			r.scopes, r.proc = r.scopes[:scopes], proc
			r.dstep, r.open, r.loops = jumps.dstep, jumps.open, jumps.loops
			r.structs, r.whole, r.formula, r.measure = false, false, false, false
			ok = false
		}
	}()
	part()
	return true
}

// scoped resolves within a scope of its own.
func (r *resolver) scoped(part func()) {
	r.scopes = append(r.scopes, map[string]*promela.Var{})
	part()
	r.scopes = r.scopes[:len(r.scopes)-1]
}

// tok is a token of the tree as it stands in the file.
func (r *resolver) tok(t lexer.Token) *syntax.Token { return r.at(t.Pos) }

func (r *resolver) at(pos lexer.Position) *syntax.Token { return r.nth(pos.Offset) }

func (r *resolver) nth(i int) *syntax.Token { return &r.toks[min(max(0, i), len(r.toks)-1)] }

// errorAt notes an error and goes on.
func (r *resolver) errorAt(t *syntax.Token, msg, hint string) {
	r.report(t.Pos, t.Notes, msg, hint)
}

// warnAt notes what the lint of a name tells (promela/lint has the list of them).
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

// fail notes an error and gives up.
func (r *resolver) fail(t *syntax.Token, msg, hint string) {
	r.errorAt(t, msg, hint)
	panic(giveUp{})
}

// unknown notes that a name is not known, unless its declaration may be in what could not be read.
func (r *resolver) unknown(t *syntax.Token, msg, hint string) {
	if !r.file.Lost[t.Text] {
		r.errorAt(t, msg, hint)
	}
}

// names gives the keys of a table in order, as candidates for hints.
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

// finish resolves what had to wait for the end of the file.
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
