package verifier

import (
	"errors"
	"strings"

	"gospin/ltl"
	"gospin/promela"
	"gospin/promela/diag"
)

// ands are signs that the lexer of models does not know, and others as long.
var ands = strings.NewReplacer(`/\`, "&&", `\/`, "||")

// parse reads the model, and the formulas in its scope.
func (o *Options) parse() (*promela.Model, error) {
	texts := make([]string, len(o.Formulas))
	for i, f := range o.Formulas {
		texts[i] = ands.Replace(f)
		if _, _, err := ltl.Parse(f); err != nil && strings.ContainsAny(texts[i], "{}#;\"\\") {
			return nil, FormulaError(err) // it would reach into the model
		}
	}
	m, err := promela.ParseFile(o.Model, promela.Options{Defines: o.Defines, Undefs: o.Undefs, Formulas: texts})
	if err != nil {
		return nil, o.better(err)
	}
	for i, l := range m.LTL[len(m.LTL)-len(texts):] {
		l.Name = o.Formulas[i]
	}
	return m, nil
}

// better replaces an error in a formula by that of package ltl for the same place, or for a formula that lacks its end.
// Only the model knows its macros, so that elsewhere package ltl may be wrong.
func (o *Options) better(err error) error {
	var found, bad diag.List
	if len(o.Formulas) != 1 || !errors.As(err, &found) || found[0].Pos.File != promela.FormulaFile {
		return err
	}
	text := o.Formulas[0]
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
	d := diag.Errorf(diag.Pos{File: promela.FormulaFile, Line: 1 + strings.Count(before, "\n"), Col: e.Column - start}, "%s", e.Msg)
	d.Hint, d.Source = e.Hint, line
	return diag.List{d}
}
