package source

import (
	"strings"

	"gospin/verifier/trail"
)

// Replay returns the command that shows a trail of the model, with the claim of a formula unless it is "".
func (s *Source) Replay(path, formula string) string {
	args := []string{"gospin", "replay"}
	for _, d := range s.Defines {
		args = append(args, "-D"+quoted(d))
	}
	for _, u := range s.Undefs {
		args = append(args, "-U"+quoted(u))
	}
	if s.Lossy {
		args = append(args, "-lossy")
	}
	if formula != "" {
		args = append(args, "-ltl", quoted(formula))
	}
	if path != s.Model+".trail" {
		args = append(args, "-k", quoted(path))
	}
	return strings.Join(append(args, quoted(s.Model)), " ")
}

// quoted returns a word quoted for a shell.
func quoted(word string) string {
	if !strings.ContainsAny(word, " \t\n\"'\\$`&|;<>()*?[]#~!{}") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Note returns the note for trails of the model, with which it can be read in the same way.
func (s *Source) Note() *trail.Note {
	return &trail.Note{Defines: s.Defines, Undefs: s.Undefs, Lossy: s.Lossy}
}
