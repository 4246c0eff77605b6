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

// Names are the names of the formats.
var Names = []string{"json", "junit", "sarif", "github", "html", "html-fragment", "itf"}

// OfMany are the formats that allow several models in one document.
var OfMany = []string{"junit", "sarif", "github", "html", "html-fragment"}

// Schema is the JSON schema of the format json.
//
//go:embed report.schema.json
var Schema string

// Outcome is the result of a run.
type Outcome struct {
	Report  *report.Report // nil if there is none
	Err     error          // why there is no report
	Source  source.Source
	Values  []string // which of several runs of the model it is, such as N=2; nil: there is one
	Version string
	Command []string // the command line
	Start   time.Time
	// Expect has the verdicts that the model expects, by property.
	Expect map[string]report.Verdict
	// Partial means that only some properties were checked.
	Partial bool
	Lints   diag.List // results of lints
	// Root is the folder to which paths in SARIF and annotations are relative; "" for the working folder.
	Root     string
	Traces   bool // include the trace of each violation in json
	Coverage bool // include in json which statements are executed
	RanOut   bool // Err means that memory or time ran out, or that the run was interrupted
	Failed   bool // Err is gospin's fault, or something could not be written

	runs  map[string]*run // by property, as returned by keyOf
	lines map[string][]string
	marks map[string][]string // fingerprints of lines, by file
	missed
}

// missed has the reasons for which runs could not be followed, by property.
type missed map[string]error

// Title names the run: the model, and which of several runs of it.
func (o *Outcome) Title() string {
	return strings.Join(append([]string{o.Source.Model}, o.Values...), " ")
}

// ErrNoTrace means that a format of traces was requested, but no violation has a trace.
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
		return writeHTML(w, all, "page")
	case "html-fragment":
		return writeHTML(w, all, "fragment")
	}
	return fmt.Errorf("unknown format %q: there are %s", format, strings.Join(Names, ", "))
}

// WriteFile writes the outcomes of many models to a file. If it fails, the file stays as it was.
func WriteFile(path, format string, all []*Outcome) error {
	return files.Write(path, func(w io.Writer) error { return Write(w, format, all) })
}

// WriteFile writes the outcome to a file. If it fails, the file stays as it was, except that a file of a
// format of traces is removed if there is no trace.
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

// Missed describes the violations without a trace, with the reasons.
func (o *Outcome) Missed() []string {
	var out []string
	for path, err := range o.missed {
		out = append(out, fmt.Sprintf("the run of %s cannot be told: %v", path, err))
	}
	return out
}

// undecided describes the properties without an answer, unless they do not matter.
func (o *Outcome) undecided() (out []string) {
	if o.Report == nil {
		return nil
	}
	for i := range o.Report.Properties {
		p := &o.Report.Properties[i]
		_, expected := o.difference(p)
		cut := o.Report.Verdict == report.Violated && p.Message == report.NotCompleted
		if p.Verdict != report.Inconclusive || expected || cut || o.passes(p) {
			continue
		}
		text := p.Name + ": inconclusive"
		if p.What() != "" {
			text += ": " + p.What()
		}
		out = append(out, text)
	}
	return out
}

// Problem is an error that prevented a report.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line"`   // from 1; 0 for the whole file
	Column  int    `json:"column"` // in bytes, from 1; 0 for the whole line
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// Problems splits an error. Errors in a model have places.
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

// violated returns the violated properties with a trail.
func (o *Outcome) violated() []*report.Property {
	var out []*report.Property
	for i := range o.Report.Properties {
		if p := &o.Report.Properties[i]; p.HasRun() {
			out = append(out, p)
		}
	}
	return out
}

// load reads a file of the model into lines and their fingerprints. Both are empty if it can't be read.
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

// source returns a line of a file of the model, or "" if the file can't be read.
func (o *Outcome) source(file string, line int) string {
	o.load(file)
	if lines := o.lines[file]; line >= 1 && line <= len(lines) {
		return lines[line-1]
	}
	return ""
}

// column converts a column from bytes to characters.
func (o *Outcome) column(file string, line, column int) int {
	text := o.source(file, line)
	if column < 1 || column-1 > len(text) {
		return column
	}
	return 1 + len([]rune(text[:column-1]))
}
