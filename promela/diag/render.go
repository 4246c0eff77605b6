package diag

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sourceWidth limits the shown part of a source line, so that an error in a line of a megabyte stays
// readable.
const sourceWidth = 160

type palette struct{ place, errors, warnings, notes, hint, caret, off string }

var (
	plain    palette
	coloured = palette{
		place: "\x1b[1m", errors: "\x1b[1;31m", warnings: "\x1b[1;35m", notes: "\x1b[1;36m",
		hint: "\x1b[36m", caret: "\x1b[1;32m", off: "\x1b[0m",
	}
)

// Render writes each diagnostic completely.
func (l List) Render(w io.Writer, colour bool) error {
	for _, d := range l {
		if err := d.Render(w, colour); err != nil {
			return err
		}
	}
	return nil
}

// Render writes the diagnostic completely: its line, the source line with a caret below, the hint and the
// notes.
func (d *Diagnostic) Render(w io.Writer, colour bool) error {
	c := plain
	if colour {
		c = coloured
	}
	var b strings.Builder
	word := c.errors
	if d.Severity == Warning {
		word = c.warnings
	}
	b.WriteString(c.place + oneLine(prefix(d.Pos)) + c.off + word + d.Severity.String() + ": " + c.off)
	b.WriteString(oneLine(d.text()) + "\n")
	if d.Source != "" {
		text, lead := excerpt(d.Source, d.Pos.Col)
		b.WriteString(text + "\n")
		if d.Pos.Col > 0 {
			b.WriteString(lead + c.caret + "^" + c.off + "\n")
		}
	}
	if d.Hint != "" {
		b.WriteString(c.hint + "hint: " + c.off + oneLine(d.Hint) + "\n")
	}
	for _, n := range d.Notes {
		b.WriteString(
			c.place + oneLine(prefix(n.Pos)) + c.off + c.notes + "note: " + c.off + oneLine(n.Msg) + "\n",
		)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func prefix(p Pos) string {
	if p.File == "" && p.Line == 0 {
		return ""
	}
	return p.String() + ": "
}

// excerpt returns the shown part of a source line, and the blanks before a caret below column col. Tabs stay
// tabs in both, so that they line up in every terminal.
func excerpt(line string, col int) (text, lead string) {
	line = strings.TrimRight(line, "\r\n")
	at := min(max(col-1, 0), len(line))
	for at > 0 && at < len(line) && !utf8.RuneStart(line[at]) {
		at--
	}
	before, after := line[:at], line[at:]
	if len(line) > sourceWidth {
		if cut := at - sourceWidth/2; cut > 0 {
			for cut < at && !utf8.RuneStart(line[cut]) {
				cut++
			}
			before = "..." + line[cut:at]
		}
		if cut := sourceWidth / 2; cut < len(after) {
			for cut > 0 && !utf8.RuneStart(after[cut]) {
				cut--
			}
			after = after[:cut] + "..."
		}
	}
	before, after = visible(before), visible(after)
	lead = strings.Map(func(r rune) rune {
		if r == '\t' {
			return '\t'
		}
		return ' '
	}, before)
	return before + after, lead
}

// visible replaces control characters.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && unicode.IsControl(r) {
			return '?'
		}
		return r
	}, s)
}

// oneLine removes line breaks from a message that quotes a model's text.
func oneLine(s string) string {
	if strings.IndexFunc(s, unicode.IsControl) < 0 {
		return s
	}
	return visible(strings.ReplaceAll(s, "\n", " "))
}
