package diag

import "fmt"

// Pos is a place in a source file. Line and Col count from 1; Col counts bytes. The zero Pos means that the
// place is unknown.
type Pos struct {
	File string
	Line int
	Col  int
}

// String formats the place as file:line:col, without unknown parts.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Severity ranks a diagnostic.
type Severity uint8

const (
	Error   Severity = iota // the model is rejected
	Warning                 // the model is accepted
)

// String returns the word before the message.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Note is a secondary place: a call, an earlier declaration, or the macro from which a token was expanded.
type Note struct {
	Pos Pos
	Msg string
}

// Diagnostic is one message about the model.
type Diagnostic struct {
	Severity Severity
	Name     string // of the lint, as in -W; "" for none
	Pos      Pos
	Msg      string
	Hint     string // what to write instead, or ""
	Source   string // the source line at Pos, or ""
	Notes    []Note
}

// Errorf returns an error.
func Errorf(pos Pos, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Error, Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// Warningf returns a warning.
func Warningf(pos Pos, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Warning, Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// String returns one line: file:line:col: error: message, and the lint's name in brackets.
func (d *Diagnostic) String() string {
	return oneLine(prefix(d.Pos) + d.Severity.String() + ": " + d.text())
}

// text returns the message with the lint's name.
func (d *Diagnostic) text() string {
	if d.Name == "" {
		return d.Msg
	}
	return d.Msg + " [" + d.Name + "]"
}
