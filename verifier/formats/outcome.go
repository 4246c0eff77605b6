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
var Names = []string{"json", "junit", "sarif", "html", "itf"}

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
	Traces bool // json has the trace of each violation
	RanOut bool // Err is that there was no more memory or time, or that the run was interrupted
	Failed bool // Err is gospin's, or that something could not be written

	runs  map[string]*run // by the path of the trail
	lines map[string][]string
	missed
}

// missed are runs that could not be followed, by the path of the trail, with the reason.
type missed map[string]error

// ErrNoTrace says that there is nothing to write: a format of traces, and no violation that has one.
var ErrNoTrace = errors.New("no property is violated: there is no trace")

// Write writes the outcome in a format.
func (o *Outcome) Write(w io.Writer, format string) error {
	switch format {
	case "json":
		return o.writeJSON(w)
	case "junit":
		return o.writeJUnit(w)
	case "sarif":
		return o.writeSARIF(w)
	case "html":
		return o.writeHTML(w)
	case "itf":
		return o.writeITF(w)
	}
	return fmt.Errorf("unknown format %q: there are %s", format, strings.Join(Names, ", "))
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

// exit is the exit code.
func (o *Outcome) exit() int {
	if o.Report != nil {
		return o.Report.Exit
	}
	if o.RanOut {
		return report.Inconclusive.ExitCode()
	}
	if o.Failed {
		return 4
	}
	return 2
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
		if p := &o.Report.Properties[i]; p.Verdict == report.Violated && p.Trail != "" {
			out = append(out, p)
		}
	}
	return out
}

// source is a line of a file of the model, "" if it can't be read.
func (o *Outcome) source(file string, line int) string {
	lines, known := o.lines[file]
	if !known {
		read := o.Source.Read
		if read == nil {
			read = os.ReadFile
		}
		if text, err := read(file); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		if o.lines == nil {
			o.lines = map[string][]string{}
		}
		o.lines[file] = lines
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	return lines[line-1]
}

// column counts characters where a place counts bytes.
func (o *Outcome) column(file string, line, column int) int {
	text := o.source(file, line)
	if column < 1 || column-1 > len(text) {
		return column
	}
	return 1 + len([]rune(text[:column-1]))
}
