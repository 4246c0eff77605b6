package formats

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"gospin/promela/diag"
	"gospin/verifier/files"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// Names are those of the formats.
var Names = []string{"json", "junit", "sarif", "github", "html", "itf"}

// OfMany are those that take many models in one document.
var OfMany = []string{"junit", "sarif", "github", "html"}

// Schema is the JSON schema of what Write prints as json.
//
//go:embed report.schema.json
var Schema string

// Outcome is what a run has come to.
type Outcome struct {
	Report  *report.Report // nil: there is none
	Err     error          // why there is none
	Source  source.Source
	Version string
	Command []string // the command line
	Start   time.Time
	// Expect are the verdicts that the model expects of properties, by their names.
	Expect map[string]report.Verdict
	// Partial says that not all properties were asked for.
	Partial bool
	Lints   diag.List // what lints find in the model
	// Root is the folder that SARIF and annotations name files from; "": the working folder.
	Root   string
	Traces bool // json has the trace of each violation
	RanOut bool // Err is that there was no more memory or time, or that the run was interrupted
	Failed bool // Err is gospin's, or that something could not be written

	runs  map[string]*run // by the property, as keyOf names it
	lines map[string][]string
	marks map[string][]string // fingerprints of lines, by the file
	missed
}

// missed are runs that could not be followed, by the property, with the reason.
type missed map[string]error

// ErrNoTrace says that there is nothing to write: a format of traces, and no violation that has one.
var ErrNoTrace = errors.New("no property is violated: there is no trace")

// Write writes the outcome in a format.
func (o *Outcome) Write(w io.Writer, format string) error {
	switch format {
	case "json":
		return o.writeJSON(w)
	case "itf":
		return o.writeITF(w)
	}
	return Write(w, format, []*Outcome{o})
}

// Write writes the outcomes of many models in a format of OfMany.
func Write(w io.Writer, format string, all []*Outcome) error {
	switch format {
	case "junit":
		return writeJUnit(w, all)
	case "sarif":
		return writeSARIF(w, all)
	case "github":
		return writeGitHub(w, all)
	case "html":
		return writeHTML(w, all)
	}
	return fmt.Errorf("unknown format %q: there are %s", format, strings.Join(Names, ", "))
}

// WriteFile writes the outcomes of many models to a file, which is there as a whole, or as it was before.
func WriteFile(path, format string, all []*Outcome) error {
	return files.Write(path, func(w io.Writer) error { return Write(w, format, all) })
}

// WriteFile writes the outcome to a file, which is there as a whole, or as it was before. Where there is no
// trace to write, an older one is removed, too.
func (o *Outcome) WriteFile(path, format string) error {
	err := files.Write(path, func(w io.Writer) error { return o.Write(w, format) })
	if errors.Is(err, ErrNoTrace) {
		if st, e := os.Lstat(path); e == nil && st.Mode().IsRegular() {
			if e := files.Remove(path); e != nil {
				return fmt.Errorf("the one of an earlier run is still there: %w", e)
			}
			return fmt.Errorf("%w; the one of an earlier run is removed", err)
		}
	}
	return err
}

// Missed are the violations of which there is no trace to be told, with the reason.
func (o *Outcome) Missed() []string {
	var out []string
	for path, err := range o.missed {
		out = append(out, fmt.Sprintf("the run of %s cannot be told: %v", path, err))
	}
	return out
}

// undecided tells of the properties without an answer, unless they do not matter.
func (o *Outcome) undecided() (out []string) {
	if o.Report == nil {
		return nil
	}
	for i := range o.Report.Properties {
		p := &o.Report.Properties[i]
		_, expected := o.surprise(p)
		cut := o.Report.Verdict == report.Violated && p.Message == report.NotCompleted
		if p.Verdict != report.Inconclusive || expected || cut || o.passes(p) {
			continue
		}
		text := p.Name + ": inconclusive"
		if p.Message != "" {
			text += ": " + p.Message
		}
		out = append(out, text)
	}
	return out
}

// Problem is why there is no report.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line"`   // from 1; 0: the whole file
	Column  int    `json:"column"` // in bytes, from 1; 0: the whole line
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// Problems are what an error says: those of a model with their places.
func Problems(err error) []Problem {
	var list diag.List
	if !errors.As(err, &list) {
		return []Problem{{Message: strings.ReplaceAll(err.Error(), "\n", " ")}}
	}
	var out []Problem
	for _, d := range list.Sorted() {
		if d.Severity == diag.Error {
			out = append(out, Problem{d.Pos.File, d.Pos.Line, d.Pos.Col, d.Msg, d.Hint})
		}
	}
	return out
}

// violated are the violated properties that have a trail.
func (o *Outcome) violated() []*report.Property {
	var out []*report.Property
	for i := range o.Report.Properties {
		if p := &o.Report.Properties[i]; p.HasRun() {
			out = append(out, p)
		}
	}
	return out
}

// load reads a file of the model, the lines and their fingerprints; those of one that can't be read are
// empty.
func (o *Outcome) load(file string) {
	if _, known := o.lines[file]; known {
		return
	}
	if o.lines == nil {
		o.lines, o.marks = map[string][]string{}, map[string][]string{}
	}
	read := o.Source.Read
	if read == nil {
		read = os.ReadFile
	}
	text, err := read(file)
	if err != nil {
		text = nil
	}
	o.lines[file], o.marks[file] = strings.Split(string(text), "\n"), fingerprints(string(text))
}

// source is a line of a file of the model, "" if it can't be read.
func (o *Outcome) source(file string, line int) string {
	o.load(file)
	if lines := o.lines[file]; line >= 1 && line <= len(lines) {
		return lines[line-1]
	}
	return ""
}

// column counts characters where a place counts bytes.
func (o *Outcome) column(file string, line, column int) int {
	text := o.source(file, line)
	if column < 1 || column-1 > len(text) {
		return column
	}
	return 1 + len([]rune(text[:column-1]))
}
