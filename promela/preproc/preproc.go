package preproc

import (
	"context"
	"strings"

	"gospin/promela/diag"
)

// Options are the preprocessor's options of the command line.
type Options struct {
	Defines  []string                          // "N=5" or "N" (= 1), as after -D
	Undefs   []string                          // as after -U; applied after the defines
	ReadFile func(path string) ([]byte, error) // nil for ReadFile
}

// Run preprocesses a file. The list has the errors; the text has what could be read. When ctx is done, Run
// returns what it has.
func Run(ctx context.Context, path string, o Options) (*Text, diag.List) {
	p := &reader{
		ctx:      ctx,
		readFile: o.ReadFile,
		files:    map[string]*file{},
		idents:   map[string]*ident{},
		records:  make([]expansion, 1),
	}
	if p.readFile == nil {
		p.readFile = ReadFile
	}
	p.predefine(o)
	f, problem := p.load(path)
	if problem != "" {
		p.list.Add(diag.Errorf(diag.Pos{File: path}, "%s", problem))
		return &Text{p: p}, p.list
	}
	p.main = p.enter(f, nil, 0, 0)
	p.out.grow(len(f.clean))
	p.write()
	p.out.mark(p.main.base + int32(len(f.raw)))
	return &Text{Bytes: p.out.text, p: p}, p.list
}

// reader is the state of preprocessing.
type reader struct {
	ctx        context.Context
	readFile   func(string) ([]byte, error)
	files      map[string]*file
	inclusions []*inclusion
	next       int32 // place of the next inclusion's first byte
	main       *inclusion
	idents     map[string]*ident
	list       diag.List
	stopped    bool // reading has ended: a limit was exceeded, or an included file is missing

	// reading files
	buf         *buffer
	ahead       token // a token put back
	hasAhead    bool
	inDirective bool
	skipping    bool // inside a group that is skipped
	argState    argState

	// expansion
	runs      []run
	records   []expansion // by number; 0 is none
	noExpand  int         // if positive, names are not expanded
	nesting   int
	expanded  int  // number of tokens from expansion
	top       use  // the current outermost macro use
	fromMacro bool // the last token came from a run
	lastExp   int32
	counter   int // of __COUNTER__

	// memory for tokens
	scratch  []token // a stack of argument lists being read
	building []token // the replacement that is being built
	arena    []token // tokens that are read later; full arenas are abandoned

	out output
}

// argState is the progress of the search for a macro's arguments.
type argState uint8

const (
	noArgs     argState = iota
	beforeArgs          // before the parenthesis
	inArgs
)

// use is the use of a macro in a file.
type use struct {
	in   *inclusion
	loc  int32
	line int32
}

// ident is a name with its meaning.
type ident struct {
	name    string
	macro   *macro
	builtin builtin
	active  bool // its replacement is being read
	leftOut bool // it occurs in text that a conditional excludes
}

func (id *ident) defined() bool { return id.macro != nil || id.builtin != noBuiltin }

// look ends reading when the context is done.
func (p *reader) checkContext() {
	p.stopped = p.stopped || p.ctx.Err() != nil
}

func (p *reader) ident(name string) *ident {
	id := p.idents[name]
	if id == nil {
		id = &ident{name: name}
		p.idents[name] = id
	}
	return id
}

// load reads a file, or returns the problem.
func (p *reader) load(path string) (f *file, problem string) {
	if f := p.files[path]; f != nil {
		return f, ""
	}
	data, err := p.readFile(path)
	if err != nil {
		return nil, readProblem(err)
	}
	f, err = newFile(path, data)
	if err != nil {
		return nil, err.Error()
	}
	p.files[path] = f
	return f, ""
}

// enter begins to read a file.
func (p *reader) enter(f *file, parent *inclusion, from, line int32) *inclusion {
	in := &inclusion{file: f, base: p.next, parent: parent, from: from, line: line}
	if parent != nil {
		in.depth = parent.depth + 1
	}
	if int(p.next)+len(f.raw)+1 > maxRead || len(p.inclusions) >= maxInclusions {
		p.fatalf(from, "too much text is included")
		return in
	}
	p.next += int32(len(f.raw)) + 1
	p.inclusions = append(p.inclusions, in)
	p.buf = &buffer{in: in, line: 1, newLine: true, outer: p.buf}
	return in
}

// predefine defines the macros that exist before the file is read.
func (p *reader) predefine(o Options) {
	for name, b := range builtins {
		p.ident(name).builtin = b
	}
	p.readLines("<built-in>", predefined)
	var b strings.Builder
	for _, d := range o.Defines {
		name, value, given := strings.Cut(d, "=")
		if !given {
			value = "1"
		}
		b.WriteString("#define " + firstLine(name) + " " + firstLine(value) + "\n")
	}
	for _, u := range o.Undefs {
		b.WriteString("#undef " + firstLine(u) + "\n")
	}
	if b.Len() > 0 {
		p.readLines(commandLine, b.String())
	}
}

// commandLine is the name of the file with the definitions of -D and -U.
const commandLine = "<command line>"

// firstLine returns a definition's first line, so that it can't contain further directives.
func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimSuffix(s, "\\")
}

func (p *reader) readLines(name, text string) {
	f, err := newFile(name, []byte(text))
	if err != nil {
		p.list.Add(diag.Errorf(diag.Pos{File: name}, "%s", err))
		return
	}
	p.files[name] = f
	p.enter(f, nil, 0, 0)
	for p.lexToken().kind != kEOF {
	}
}

func (p *reader) report(s diag.Severity, loc int32, d *diag.Diagnostic) *diag.Diagnostic {
	d.Severity = s
	d.Pos, d.Notes = p.describe(loc)
	in := p.inclusionAt(loc)
	n, _ := in.file.place(loc - in.base)
	d.Source = in.file.text(n)
	p.list.Add(d)
	if s == diag.Error && p.list.Errors() >= maxErrors {
		p.stopped = true
	}
	return d
}

func (p *reader) errorf(loc int32, format string, args ...any) *diag.Diagnostic {
	return p.report(diag.Error, loc, diag.Errorf(diag.Pos{}, format, args...))
}

func (p *reader) warnf(loc int32, format string, args ...any) *diag.Diagnostic {
	d := diag.Warningf(diag.Pos{}, format, args...)
	d.Name = "preprocessor"
	return p.report(diag.Warning, loc, d)
}

// fatalf reports an error that ends reading.
func (p *reader) fatalf(loc int32, format string, args ...any) *diag.Diagnostic {
	d := p.errorf(loc, format, args...)
	p.stopped = true
	return d
}
