package report

import (
	"strings"

	"gospin/vm"
)

// What says in a few words what a property is violated by: the statement that fails, the formula, or that it
// is a deadlock. Of other properties it says why they are inconclusive, or nothing.
func (p *Property) What() string {
	text := p.Message
	if p.Verdict != Violated {
		return text
	}
	switch {
	case p.Formula != "" && p.Kind == "ltl":
		return p.Formula + noTrail(text)
	case p.Statement != "":
		return p.Statement + noTrail(text)
	}
	if rest, ok := strings.CutPrefix(text, InvalidEnd); ok {
		return "deadlock" + rest
	}
	return vm.Truncation(text)
}

// noTrail returns the part of a message that says why no trail was written.
func noTrail(text string) string {
	if i := strings.Index(text, "; its trail"); i >= 0 {
		return text[i:]
	}
	if i := strings.Index(text, ": no path"); i >= 0 {
		return "; " + text[i+2:]
	}
	return ""
}
