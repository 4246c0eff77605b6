package source

import (
	"context"
	"errors"
	"strings"

	"gospin/ltl"
	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/preproc"
	"gospin/promela/resolve"
	"gospin/vm"
	"gospin/vm/compile"
)

// Source has the path of a model, and the options for reading it.
type Source struct {
	Model    string   // path of the model
	Defines  []string // NAME=VALUE, as after -D
	Undefs   []string
	Formulas []string // additional LTL formulas, named by their texts
	Lossy    bool     // sends to full channels lose the message
	Measures []Measure
	// Read reads the model and included files; nil for os.ReadFile.
	Read func(path string) ([]byte, error)
}

// Model is a model that has been read. It is compiled for every search.
type Model struct {
	Source Source
	Tree   *promela.Model
}

// Open reads a model. An error with places in the model is a diag.List.
func (s Source) Open(ctx context.Context) (*Model, error) {
	tree, err := s.parse(ctx)
	if err != nil {
		return nil, err
	}
	return &Model{s, tree}, nil
}

// Text returns the model after preprocessing. An error with places in it is a diag.List.
func (s Source) Text(ctx context.Context) (string, error) {
	o := preproc.Options{Defines: s.Defines, Undefs: s.Undefs, ReadFile: s.Read}
	text, list := preproc.Run(ctx, s.Model, o)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	return string(text.Bytes), list.Err()
}

// Program reads and compiles a model for one search.
func (s Source) Program(ctx context.Context, a Aim) (*vm.Program, error) {
	m, err := s.Open(ctx)
	if err != nil {
		return nil, err
	}
	return m.Compile(ctx, a)
}

// Aim has the options for compiling a model.
type Aim struct {
	Claim  string // of the model, or a name of package compile; "" for none
	Padded bool   // vectors are laid out as in C
	Strict bool   // end states need empty channels
	Fair   bool   // the search makes copies
	Silent bool   // a trace assertion may fail
	// Explain adds what package reason needs; as compile.Options the other two.
	Explain, Fits, Overflow bool
	// As in compile.Options.
	Merge, Dataflow, DropUnread, Own bool
}

// Unmerged returns the aim for showing runs, in which nothing is merged or left out.
func (a Aim) Unmerged() Aim {
	a.Merge, a.Dataflow, a.DropUnread, a.Own, a.Explain = false, false, false, false, true
	return a
}

// Merging returns the names of the active options, for reports.
func (a Aim) Merging() []string {
	var out []string
	add := func(is bool, what string) {
		if is {
			out = append(out, what)
		}
	}
	rules := map[bool]string{false: "SPIN's rules", true: "own rules"}[a.Own]
	add(a.Merge, "merging")
	add(a.Dataflow && a.DropUnread, "dataflow")
	add(a.DropUnread, "unread globals")
	if len(out) > 0 {
		out[0] = rules + ": " + out[0]
	}
	return out
}

// Compile makes the program of a search.
func (m *Model) Compile(ctx context.Context, a Aim) (*vm.Program, error) {
	return compile.Compile(
		ctx,
		m.Tree,
		compile.Options{Padded: a.Padded, Lossy: m.Source.Lossy, Strict: a.Strict, Silent: a.Silent,
			Explain: a.Explain, Fits: a.Fits || a.Overflow, Overflow: a.Overflow,
			Claim: a.Claim, Phases: a.Fair,
			Merge: a.Merge, Dataflow: a.Dataflow, DropUnread: a.DropUnread, Own: a.Own},
	)
}

// BesideClaim makes the program with the claim that a trail names by its number, or without one if there is
// no such claim.
func (m *Model) BesideClaim(ctx context.Context, a Aim, number int) (*vm.Program, error) {
	if a.Claim = compile.ClaimOf(m.Tree, number); a.Claim != "" {
		if p, err := m.Compile(ctx, a); err == nil {
			return p, nil
		}
	}
	a.Claim = ""
	return m.Compile(ctx, a)
}

// ands replaces operators that the lexer of models does not know by others of the same length.
var ands = strings.NewReplacer(`/\`, "&&", `\/`, "||")

// parse reads the model, and the formulas in its scope.
func (s *Source) parse(ctx context.Context) (*promela.Model, error) {
	texts := make([]string, len(s.Formulas))
	for i, f := range s.Formulas {
		texts[i] = ands.Replace(f)
		if _, _, err := ltl.Parse(f); err != nil && strings.ContainsAny(texts[i], "{}#;\"\\") {
			return nil, FormulaError(err) // it would reach into the model
		}
	}
	m, err := resolve.ParseFile(
		ctx,
		s.Model,
		resolve.Options{
			Defines: s.Defines, Undefs: s.Undefs, Formulas: texts, Measures: s.Measures, ReadFile: s.Read,
		},
	)
	if err != nil {
		return nil, s.better(err)
	}
	for i, l := range m.LTL[len(m.LTL)-len(texts):] {
		l.Name = s.Formulas[i]
	}
	return m, nil
}

// better replaces an error in a formula by package ltl's error for the same place, or for a formula that
// is incomplete. Package ltl does not know the model's macros, so it may be wrong in other cases.
func (s *Source) better(err error) error {
	var found, bad diag.List
	if len(s.Formulas) != 1 || !errors.As(err, &found) || found[0].Pos.File != resolve.FormulaFile {
		return err
	}
	text := s.Formulas[0]
	if _, _, e := ltl.Parse(text); e == nil || !errors.As(FormulaError(e), &bad) {
		return err
	}
	if found[0].Pos == bad[0].Pos || found[0].Pos.Line > 1+strings.Count(text, "\n") {
		return bad
	}
	return err
}

// FormulaError makes a diag.List of an error of ltl.Parse, with the line and caret of all others.
func FormulaError(err error) error {
	var e *ltl.Error
	if !errors.As(err, &e) {
		return err
	}
	before := e.Text[:min(e.Column-1, len(e.Text))]
	start := strings.LastIndexByte(before, '\n') + 1
	line, _, _ := strings.Cut(e.Text[start:], "\n")
	d := diag.Errorf(
		diag.Pos{File: resolve.FormulaFile, Line: 1 + strings.Count(before, "\n"), Col: e.Column - start},
		"%s",
		e.Msg,
	)
	d.Hint, d.Source = e.Hint, line
	return diag.List{d}
}
