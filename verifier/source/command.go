package source

import (
	"strings"

	"gospin/verifier/trail"
)

// Replay is the command that shows a trail of the model, beside the claim of a formula unless it is "".
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

// quoted is a word as a shell takes it.
func quoted(word string) string {
	if !strings.ContainsAny(word, " \t\n\"'\\$`&|;<>()*?[]#~!{}") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Note is what the trails of the model carry, so that it is read in the same way.
func (s *Source) Note() *trail.Note {
	return &trail.Note{Defines: s.Defines, Undefs: s.Undefs, Lossy: s.Lossy}
}
