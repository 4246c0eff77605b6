// Package diag holds positions and diagnostics: what is wrong, where, and what to do about it.
package diag

// Pos is a place in a source file. Line and Col count from 1; Col counts bytes. The zero Pos is "nowhere".
type Pos struct {
	File string
	Line int
	Col  int
}

// Severity ranks a diagnostic.
type Severity uint8

const (
	Error   Severity = iota // the model is refused
	Warning                 // the model is verified all the same
)

// Note is a secondary place: a call site, an earlier declaration, the macro a token came from.
type Note struct {
	Pos Pos
	Msg string
}

// Diagnostic is one message about the model.
type Diagnostic struct {
	Severity Severity
	Pos      Pos
	Msg      string
	Hint     string // what to write instead; may be empty
	Source   string // the text of the source line at Pos; may be empty
	Notes    []Note
}

// List is a set of diagnostics in source order. As an error it stands for those of severity Error.
type List []*Diagnostic
