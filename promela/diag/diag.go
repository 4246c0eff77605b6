package diag

import "fmt"

// Pos is a place in a source file. Line and Col count from 1; Col counts bytes. The zero Pos is "nowhere".
type Pos struct {
	File string
	Line int
	Col  int
}

// String gives file:line:col, leaving out what is unknown.
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
	Error   Severity = iota // the model is refused
	Warning                 // the model is verified all the same
)

// String gives the word that stands before the message.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Note is a secondary place: a call site, an earlier declaration, the macro a token came from.
type Note struct {
	Pos Pos
	Msg string
}

// Diagnostic is one message about the model.
type Diagnostic struct {
	Severity Severity
	Name     string // of the lint that says it, as -W takes it; "" for none
	Pos      Pos
	Msg      string
	Hint     string // what to write instead; may be empty
	Source   string // the text of the source line at Pos; may be empty
	Notes    []Note
}

// Errorf makes a diagnostic of severity Error.
func Errorf(pos Pos, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Error, Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// Warningf makes a diagnostic of severity Warning.
func Warningf(pos Pos, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Warning, Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// String is the one-line form: file:line:col: error: message, and the lint's name in brackets.
func (d *Diagnostic) String() string {
	return oneLine(prefix(d.Pos) + d.Severity.String() + ": " + d.text())
}

// text is the message with the name of the lint that says it.
func (d *Diagnostic) text() string {
	if d.Name == "" {
		return d.Msg
	}
	return d.Msg + " [" + d.Name + "]"
}
