package formats

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gospin/promela/diag"
	"gospin/promela/resolve"
	"gospin/verifier/report"
)

// finding is an error or a suspicious thing, with its place in a model.
type finding struct {
	rule     string
	level    string // a level of SARIF and GitHub's annotations
	title    string
	message  string
	file     string
	line     int              // from 1
	column   int              // in characters, from 1; 0 for the whole line
	property *report.Property // the violated property; may be nil
}

const (
	levelError   = "error"
	levelWarning = "warning"
	levelNote    = "note"
)

// findings returns what a user should look at: unexpected violations, unmet expectations, lints and remarks,
// or the errors that prevented a report.
func (o *Outcome) findings() (out []finding) {
	if o.Err != nil {
		out = o.refusals()
	}
	for _, d := range o.Lints {
		out = append(out, o.diagnosed(d))
	}
	if o.Report == nil {
		return out
	}
	for i := range o.Report.Properties {
		p := &o.Report.Properties[i]
		text, expected := o.difference(p)
		if o.passes(p) || p.Verdict != report.Violated && !expected {
			continue
		}
		f := finding{rule: p.Kind, level: levelError, message: p.What()}
		f.title = p.Name + ": " + string(p.Verdict)
		if p.Verdict == report.Violated {
			f.property = p
		}
		if expected {
			f.title = p.Name + ": " + text
		}
		for _, why := range p.Reasons() {
			f.message += "\n" + why
		}
		out = append(out, o.at(f, o.placeOf(p)))
	}
	for _, text := range o.unknown() {
		out = append(out, o.at(finding{rule: "expectation", level: levelError, title: text}, nil))
	}
	for _, text := range o.Report.Remarks {
		out = append(out, o.at(finding{rule: "remark", level: levelNote, title: text}, nil))
	}
	return out
}

// refusals returns the errors that prevented a report.
func (o *Outcome) refusals() (out []finding) {
	var list diag.List
	if !errors.As(o.Err, &list) {
		f := finding{rule: "model-error", level: levelError, title: Problems(o.Err)[0].Message}
		return []finding{o.at(f, nil)}
	}
	for _, d := range list.Sorted() {
		if d.Severity == diag.Error {
			out = append(out, o.diagnosed(d))
		}
	}
	return out
}

func (o *Outcome) diagnosed(d *diag.Diagnostic) finding {
	f := finding{rule: d.Name, level: d.Severity.String(), title: d.Msg}
	switch {
	case f.rule != "":
	case d.Severity == diag.Error:
		f.rule = "model-error"
	default:
		f.rule = "model-warning"
	}
	if d.Hint != "" {
		f.message = d.Hint
	}
	return o.at(f, &report.Place{File: d.Pos.File, Line: d.Pos.Line, Column: d.Pos.Col})
}

// placeOf returns the place of a violation, or of the last step of its run if that is all that is known.
func (o *Outcome) placeOf(p *report.Property) *report.Place {
	if p.Place != nil || !p.HasRun() {
		return p.Place
	}
	if r := o.run(p); r != nil {
		for i := len(r.Steps) - 1; i >= 0; i-- {
			if r.Steps[i].Place != nil {
				return r.Steps[i].Place
			}
		}
	}
	return nil
}

// at sets a finding's place. Without a place, and for formulas of the command line, it is the model's first
// line.
func (o *Outcome) at(f finding, p *report.Place) finding {
	f.file, f.line = o.Source.Model, 1
	if p != nil && p.File != "" && p.File != resolve.FormulaFile {
		f.file, f.line = p.File, max(1, p.Line)
		f.column = o.column(p.File, p.Line, p.Column)
	}
	return f
}

// text describes a finding in a few lines, the most important one first.
func (f *finding) text() string {
	switch {
	case f.message == "":
		return f.title
	case f.property != nil:
		return f.title + ": " + f.message
	}
	return fmt.Sprintf("%s (%s)", f.title, f.message)
}

// relative returns a file's path relative to the folder of the reports, with slashes, or an absolute path if
// the file is outside.
func (o *Outcome) relative(path string) string {
	root, err := filepath.Abs(o.Root)
	if err != nil {
		return filepath.ToSlash(path)
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	rel, err := filepath.Rel(root, full)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(full)
	}
	return filepath.ToSlash(rel)
}
